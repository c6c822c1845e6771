"""Limits of the complexity of a table, pictures that are made once per version, and files without optional fields."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.engine.table.table import Table
from battles.tables import library, services
from battles.tables.complexity import MOST_OVERLAPS, MOST_POINTS, TableTooComplex, check_complexity, complexity_of
from battles.tables.defaults import with_defaults
from battles.tables.models import Audience, DrawnTable

ClientOf = Callable[[User | None], Client]
BASE = "/api/v1/tables/"


def rings(count: int, corners: int = 64, apart: int = 0) -> dict[str, Any]:
    """A table with round pieces of difficult ground, each `apart` further to the right."""

    def outline(x: int) -> list[list[int]]:
        angles = [2 * pi * number / corners for number in range(corners)]
        return [[round(x + 200 * cos(angle)), round(1000 + 200 * sin(angle))] for angle in angles]

    pieces = [
        {"id": f"ring_{number}", "outline": outline(300 + number * apart), "ground": "difficult"}
        for number in range(count)
    ]
    return {"version": 1, "width": 4800, "length": 4800, "pieces": pieces}


def post(client: Client, url: str, body: dict[str, Any]) -> Any:
    return client.post(url, body, content_type="application/json")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("document", "limit"),
    [(rings(400), "5,000"), (rings(24, corners=4), "250"), (rings(400, corners=64, apart=10), "5,000")],
)
def test_a_table_over_a_limit_is_refused_with_the_limit(
    document: dict[str, Any], limit: str, owner: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "from_data", pytest.fail)
    answer = post(client_of(owner), BASE, {"document": document})
    assert (answer.status_code, answer.json()["code"]) == (422, "table_too_complex")
    assert f"the limit is {limit}." in answer.json()["message"]
    assert not DrawnTable.objects.exists()


def test_openings_ladders_and_floors_count() -> None:
    wall = {"points": [[0, 0], [500, 0]], "openings": [{"from": 0, "to": 40}] * 3}
    ladder = {"kind": "ladder", "foot": [0, 0, 0], "head": [0, 0, 300]}
    floors = [{"outline": [[0, 0], [500, 0], [500, 500]], "z": z} for z in (0, 10, 300)]
    piece = {"id": "a", "outline": [[0, 0], [500, 0], [500, 500]], "walls": [wall], "connectors": [ladder]}
    assert complexity_of({"pieces": [{**piece, "floors": floors}]}) == (3 + 2 + 3 + 2 + 9, 1)


@pytest.mark.parametrize("data", [None, [], {"pieces": 3}, {"pieces": [3, {"outline": [3, ["a", 1]], "floors": [1]}]}])
def test_what_is_no_table_is_left_to_the_reader(data: object) -> None:
    check_complexity(data)


def test_standard_and_generated_tables_stay_far_below_the_limits() -> None:
    tables = [table.data for table in library.ready_tables().values()]
    tables += [
        library.table_for(seed=str(seed), density=density, size_in=48, pack=pack).data
        for seed in range(4)
        for density in library.DENSITIES
        for pack in library.PACK_AMOUNTS
    ]
    found = [complexity_of(table) for table in tables]
    assert max(points for points, _overlaps in found) < MOST_POINTS / 2.5
    assert max(overlaps for _points, overlaps in found) < MOST_OVERLAPS / 10


@pytest.mark.django_db
def test_a_stored_table_over_a_limit_can_be_made_simpler_but_not_more_complex(owner: User) -> None:
    now = timezone.now()
    table = DrawnTable.objects.create(
        owner=owner, name="Old", data=with_defaults(rings(30, corners=8)), created_at=now, changed_at=now  # type: ignore[arg-type]
    )  # fmt: skip

    def with_pieces(count: int) -> Callable[[Any], Any]:
        return lambda data: {**data, "pieces": rings(count, corners=8)["pieces"]}

    with pytest.raises(TableTooComplex):
        services.change(table_id=table.pk, action=with_pieces(31), step=0, at=now)
    assert services.change(table_id=table.pk, action=with_pieces(29), step=0, at=now).step == 1


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Each call of `Table.from_data` from now on."""
    found: list[object] = []
    read = Table.from_data

    def counted(data: object) -> Table:
        found.append(data)
        return read(data)

    monkeypatch.setattr(Table, "from_data", counted)
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/tables/", "/tables/{pid}/", BASE + "{pid}/scene/", "/tables/{pid}/print/"])
def test_visitors_do_not_make_a_table_be_read_again(
    address: str, owner: User, client_of: ClientOf, readings: list[object]
) -> None:
    now = timezone.now()
    table = services.save_table(owner_id=owner.pk, data=rings(3, apart=700), at=now)  # type: ignore[arg-type]
    services.share(table_id=table.pk, audience=Audience.PUBLIC)
    url, visitor = address.format(pid=table.public_id), client_of(None)
    first = visitor.get(url)
    assert first.status_code == 200
    readings.clear()
    again = visitor.get(url)
    assert again.status_code == 200
    assert readings == []
    # After an undo, a change has a number that was used before.
    for width in (3000, 3600):
        services.change(
            table_id=table.pk, action=lambda data, width=width: {**data, "width": width}, step=0, at=timezone.now()
        )  # fmt: skip
        readings.clear()
        assert visitor.get(url).status_code == 200
        assert [data["width"] for data in readings if isinstance(data, dict)] == [width]
        services.undo(table_id=table.pk, step=1, at=timezone.now())


SQUARE = [[500, 500], [900, 500], [900, 900], [500, 900]]
SPARSE = {
    "pieces": [
        {
            "id": "shed",
            "outline": SQUARE,
            "flags": ["building"],
            "walls": [{"points": SQUARE[:2], "openings": [{"to": 100, "lintel": 80}]}],
            "floors": [{"outline": SQUARE, "parapets": [{"from": SQUARE[0], "to": SQUARE[1]}]}],
            "connectors": [{"foot": [600, 600, 0], "head": [600, 600, 40]}],
        },
        {
            "id": "knoll",
            "outline": [[100, 100], [400, 100], [400, 400]],
            "levels": [{"outline": [[200, 120], [380, 120], [380, 300]]}],
        },
    ],
    "zones": [{"code": "a", "outline": [[0, 0], [400, 0], [400, 400]]}],
}
"""A table file that leaves out every field that has a default."""


@pytest.mark.django_db
def test_a_file_without_optional_fields_is_shown_and_edited(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    made = post(client, BASE, {"document": SPARSE})
    assert made.status_code == 201, made.content
    pid = made.json()["id"]
    assert [piece["kind"] for piece in made.json()["document"]["pieces"]] == ["piece", "piece"]
    for piece in ("", "shed", "knoll"):
        assert client.get(f"/tables/{pid}/?piece={piece}").status_code == 200
    for step, (verb, values) in enumerate(
        [
            ("turn-piece", {"piece": "shed", "degrees": 90}),
            ("resize-piece", {"piece": "shed", "width": 600, "depth": 400}),
            ("duplicate-piece", {"piece": "knoll"}),
            ("add-floor", {"piece": "shed", "side": "all", "z": 300}),
        ]
    ):
        answer = post(client, f"{BASE}{pid}/changes/{verb}/", {"step": step, **values})
        assert answer.status_code == 200, answer.content
    assert client.get("/tables/").status_code == 200


@pytest.mark.django_db
def test_a_file_without_pieces_is_an_empty_table(owner: User, client_of: ClientOf) -> None:
    made = post(client_of(owner), BASE, {"document": {"version": 1}})
    assert (made.status_code, made.json()["pieces"]) == (201, 0), made.content


def test_defaults_are_those_of_the_reader_and_change_nothing_else() -> None:
    complete = with_defaults(SPARSE)  # type: ignore[arg-type]
    assert Table.from_data(complete) == Table.from_data(SPARSE)
    assert with_defaults(complete) == complete
    for table in library.ready_tables().values():
        assert with_defaults(table.data) == table.data
