"""Tables in the API: created, changed step by step, undone, copied, shared, deleted; and permissions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from battles.tables.library import ready_tables
from battles.tables.models import DrawnTable

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]
BASE = "/api/v1/tables/"


def post(client: Client, url: str, body: dict[str, Any], **headers: str) -> Any:
    return client.post(url, body, content_type="application/json", headers=headers)


def created(client: Client, **body: Any) -> dict[str, Any]:
    answer = post(client, BASE, body)
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_program_builds_a_table_step_by_step(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    table = created(client, name="Crossroads", size_in=30)
    assert (table["name"], table["width"], table["step"], table["document"]["pieces"]) == ("Crossroads", 3000, 0, [])
    url = f"{BASE}{table['id']}/"
    place = {"step": 0, "thing": "ruin", "x": 1500, "y": 1500}
    placed = post(client, f"{url}changes/add-piece/", place).json()
    assert (placed["step"], placed["pieces"], placed["document"]["pieces"][0]["id"]) == (1, 1, "ruin_1")
    assert post(client, f"{url}changes/add-piece/", place).json()["code"] == "stale_table"
    named = post(client, f"{url}changes/name-piece/", {"step": 1, "piece": "ruin_1", "name": "The Inn"}).json()
    assert named["document"]["pieces"][0]["name"] == "The Inn"
    assert post(client, f"{url}undo/", {"step": 2}).json()["step"] == 1
    assert post(client, f"{url}redo/", {"step": 1}).json()["document"] == named["document"]
    assert post(client, f"{url}redo/", {"step": 2}).json()["code"] == "nothing_to_undo"
    assert client.get(url).json()["document"] == named["document"]
    assert client.delete(url).status_code == 204
    assert not DrawnTable.objects.exists()


def test_a_table_starts_from_a_file_a_standard_table_or_generated_ruins(owner: User, client_of: ClientOf) -> None:
    client, (code, ready) = client_of(owner), next(iter(ready_tables().items()))
    standard = created(client, ready=code)
    assert standard["document"]["pieces"] == ready.data["pieces"]
    assert created(client, document=standard["document"])["document"] == standard["document"]
    ruins = created(client, name="Ruins", density="dense", pack="few")
    assert ruins["name"] == "Ruins"
    assert ruins["pieces"] > 3


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"ready": "nowhere"}, 422, "no_such_table"),
        ({"document": {"version": 1, "width": 10}}, 422, "cannot_stand"),
        ({"name": "a\u202eb"}, 422, "cannot_stand"),
        ({"size_in": 25}, 400, "invalid"),
        ({"size": 24}, 400, "invalid"),
    ],
)
def test_an_invalid_table_is_refused(
    body: dict[str, Any], status: int, code: str, owner: User, client_of: ClientOf
) -> None:
    answer = post(client_of(owner), BASE, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not DrawnTable.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"action": "add", "thing": "castle", "x": 1200, "y": 1200}, 422, "no_such_piece"),
        ({"action": "add", "thing": "ruin"}, 422, "values_missing"),
        ({"action": "remove", "piece": "ruin_1"}, 409, "no_such_part"),
        ({"action": "add_wall", "piece": "ruin_1", "side": "all", "height": 300}, 422, "values_missing"),
        ({"action": "add", "thing": "ruin", "x": 0, "y": 0}, 422, "cannot_stand"),
        ({"action": "burn", "piece": "ruin_1"}, 400, "invalid"),
    ],
)
def test_a_change_that_cannot_be_made_changes_nothing(
    body: dict[str, Any], status: int, code: str, owner: User, client_of: ClientOf
) -> None:
    client = client_of(owner)
    url = f"{BASE}{created(client)['id']}/"
    answer = post(client, f"{url}changes/", {"step": 0, **body})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert client.get(url).json()["step"] == 0


def test_the_older_address_names_the_action(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    url = f"{BASE}{created(client)['id']}/"
    placed = {"step": 0, "action": "add", "thing": "ruin", "x": 1200, "y": 1200}
    assert post(client, f"{url}changes/", placed).json()["step"] == 1
    moved = {"step": 1, "action": "shift", "piece": "ruin_1", "x": 100, "y": 0, "degrees": 45}
    assert post(client, f"{url}changes/", moved).json()["document"] != placed
    by_itself = post(client, f"{url}changes/shift-piece/", {"step": 2, "piece": "ruin_1", "x": -100, "y": 0}).json()
    assert by_itself["step"] == 3
    assert post(client, f"{url}undo/", {"step": 3}).json()["step"] == 2
    extra = post(client, f"{url}changes/shift-piece/", {"step": 2, "piece": "ruin_1", "x": 0, "y": 0, "degrees": 45})
    assert list(extra.json()["fields"]) == ["degrees"]


def test_others_see_and_copy_what_is_shared_and_change_nothing(
    owner: User, stranger: User, client_of: ClientOf
) -> None:
    mine, other = client_of(owner), client_of(stranger)
    table = created(mine, name="Inn Yard")
    url = f"{BASE}{table['id']}/"
    assert other.get(url).status_code == 404
    assert post(other, f"{url}copy/", {}).status_code == 404
    assert post(mine, f"{url}share/", {"audience": "public"}).json()["audience"] == "public"
    assert other.get(url).json()["is_mine"] is False
    assert [row["name"] for row in client_of(None).get(f"{BASE}?public").json()["results"]] == ["Inn Yard"]
    for rest, body in (("changes/change-whole-table", {"step": 0}), ("undo", {"step": 0}), ("share", {})):
        assert post(other, f"{url}{rest}/", body).json()["code"] == "not_your_table", rest
    assert other.delete(url).status_code == 403
    copies = [post(other, f"{url}copy/", {}, **{"Idempotency-Key": "copy-1"}) for _time in range(2)]
    assert [copy.status_code for copy in copies] == [201, 201]
    assert copies[0].json() == copies[1].json()
    assert [row["name"] for row in other.get(BASE).json()["results"]] == ["Inn Yard"]
    assert post(client_of(None), BASE, {}).status_code == 401


def test_the_list_asks_the_same_whatever_the_number_of_tables(owner: User, client_of: ClientOf) -> None:
    client, counts = client_of(owner), []
    for number in range(2):
        created(client)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(BASE).json()["count"] == number + 1
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_geometry_of_a_table_is_read_like_the_table(owner: User, client_of: ClientOf) -> None:
    """The 3D view of the editor uses this."""
    client = client_of(owner)
    table = created(client, name="Crossroads", size_in=24)
    url = f"{BASE}{table['id']}/"
    bare = client.get(f"{url}scene/").json()["scene"]
    assert (bare["width"], bare["length"], bare["walls"]) == (2400, 2400, [])
    place = {"step": 0, "action": "add", "thing": "ruin", "x": 1200, "y": 1200}
    assert post(client, f"{url}changes/", place).status_code == 200
    built = client.get(f"{url}scene/").json()["scene"]
    assert built["walls"]
    assert built["digest"] != bare["digest"]
    assert client_of(None).get(f"{url}scene/").status_code == 404


def test_the_page_of_a_table_offers_the_3d_view(owner: User, client: Client) -> None:
    client.force_login(owner)
    client.post("/tables/", {"name": "Crossroads", "size": "24"})
    table = DrawnTable.objects.get(name="Crossroads")
    page = client.get(f"/tables/{table.public_id}/").content.decode()
    assert f'data-scene="{BASE}{table.public_id}/scene/"' in page
    assert "scene-canvas" not in page
    assert "scene-canvas" in client.get(f"/tables/{table.public_id}/scene/").content.decode()


def test_an_empty_document_makes_no_table(owner: User, client_of: ClientOf) -> None:
    refused = post(client_of(owner), BASE, {"name": "Crossroads", "document": {}})
    assert (refused.status_code, refused.json()["code"]) == (422, "empty_document")
    assert not DrawnTable.objects.exists()
    unknown = created(client_of(owner), name="Crossroads")
    place = {"step": 0, "thing": "castle", "x": 1500, "y": 1500}
    answer = post(client_of(owner), f"{BASE}{unknown['id']}/changes/add-piece/", place)
    assert (answer.status_code, answer.json()["code"]) == (422, "no_such_piece")
