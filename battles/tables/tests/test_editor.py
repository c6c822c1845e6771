"""The table editor: valid and invalid changes, permissions, undo, files, battles on users' tables."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from battles.engine.table.piece_data import TableData
from battles.models import Battle
from battles.tables import services as tables_services
from battles.tables.editor import actions, palette, transforms
from battles.tables.editor.operations import EDITS
from battles.tables.models import DrawnTable
from mordheim_site.operations.api import read_json
from mordheim_site.refusals import Refusal

ClientOf = Callable[[User | None], Client]
SCRIPT = {"accept": "application/json"}
MIDDLE = {"x": 1200, "y": 1200}


def act(data: TableData, name: str, fields: dict[str, object]) -> TableData:
    """The table after an action of the editor; invalid input is refused as in the API."""
    after = read_json(EDITS[name], {"step": 0, **fields}).changed(data)
    actions.checked(after)
    return after


def with_one(item: str, size: int = 4800) -> TableData:
    return act(actions.blank("Here", size, size), "add", {"thing": item, "x": size // 2, "y": size // 2})


@pytest.mark.parametrize("item", sorted(palette.PALETTE))
def test_everything_of_the_palette_stands_turns_and_stretches(item: str) -> None:
    data = with_one(item)
    key = data["pieces"][0]["id"]
    for name, values in (
        ("turn", {"degrees": 90}), ("turn", {"degrees": 45}), ("stretch", {"width": 700, "depth": 650}),
        ("duplicate", {}), ("place", {"x": 1000, "y": 1000}), ("remove", {}),
    ):  # fmt: skip
        data = act(data, name, {"piece": key, **values})
    assert len(data["pieces"]) == 1


@pytest.mark.parametrize(
    ("name", "values", "says"),
    [
        ("add_floor", {"side": "all", "z": -100}, ""),
        ("add_way", {"kind": "ladder", "x": 0, "y": 0, "x2": 50, "y2": 0, "z": 300}, "nowhere"),
        ("shift", {"x": 4000, "y": 0}, "off the table"),
    ],
)
def test_an_impossible_change_is_refused_with_a_sentence(name: str, values: dict[str, object], says: str) -> None:
    data = with_one("ruin")
    before = json.dumps(data)
    with pytest.raises(actions.InvalidTable) as refused:
        act(data, name, {"piece": data["pieces"][0]["id"], **values})
    assert says in str(refused.value)
    assert json.dumps(data) == before


def test_two_solids_do_not_share_room() -> None:
    data = with_one("statue")
    with pytest.raises(actions.InvalidTable, match="overlaps"):
        act(data, "add", {"thing": "well", "x": 2400, "y": 2400})


@pytest.mark.parametrize(("count", "size"), [(5, 4800), (5, 2400)])
def test_a_building_placed_on_another_goes_to_a_free_place_beside_it(count: int, size: int) -> None:
    data = actions.blank("Here", size, size)
    for _number in range(count):
        data = act(data, "add", {"thing": "ruin", "x": size // 2, "y": size // 2})
    boxes = [transforms.bounds(piece) for piece in data["pieces"]]
    assert boxes[0] == transforms.bounds(with_one("ruin", size)["pieces"][0]), "the first stays in the middle"
    assert len(set(boxes)) == count
    for number, box in enumerate(boxes):
        assert not any(
            box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
            for other in boxes[number + 1 :]
        )


def test_a_house_is_built_from_parts() -> None:
    data = with_one("rubble", 2400)
    key = {"piece": data["pieces"][0]["id"]}
    for name, values in (
        ("nature", {"ground": "open", "flags": ["building"], "height": 600}),
        ("stretch", {"width": 500, "depth": 400}),
        ("add_wall", {"side": "south", "height": 600}),
        ("add_opening", {"number": 0, "kind": "door", "at": 240, "width": 120}),
        ("add_opening", {"number": 0, "kind": "window", "at": 100, "width": 80, "z": 300}),
        ("add_floor", {"side": "west", "z": 300}),
        ("add_way", {"kind": "ladder", "x": 1230, "y": 1200, "x2": 1180, "y2": 1200, "z": 300}),
        ("take_opening", {"number": 0, "opening": 1}),
        ("name", {"name": "The Crooked House"}),
    ):  # fmt: skip
        data = act(data, name, {**key, **values})
    house = data["pieces"][0]
    table = actions.checked(data)
    assert (house["name"], len(house["floors"]), len(house["walls"][0]["openings"])) == ("The Crooked House", 1, 1)
    assert any(surface.z == 300 for surface in table.surfaces)
    assert len(table.connectors) == 1


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(EDITS)),
            st.fixed_dictionaries(
                {},
                optional={
                    "thing": st.sampled_from(sorted(palette.PALETTE)),
                    "piece": st.sampled_from(["ruin_1", "crate_1", "x"]),
                    "x": st.integers(-500, 3000), "y": st.integers(-500, 3000), "x2": st.integers(0, 2400),
                    "y2": st.integers(0, 2400), "z": st.integers(-10, 2000), "width": st.integers(-5, 9000),
                    "depth": st.integers(-5, 9000), "height": st.integers(-5, 3000), "degrees": st.integers(-400, 400),
                    "number": st.integers(-1, 3), "opening": st.integers(-1, 3), "at": st.integers(-10, 900),
                    "kind": st.sampled_from(["door", "ladder", "x"]), "side": st.sampled_from(["south", "all", ""]),
                    "name": st.text(max_size=70),
                },
            ),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_every_sequence_of_changes_keeps_the_table_valid(presses: list[tuple[str, dict[str, object]]]) -> None:
    data = with_one("ruin", 2400)
    for name, fields in presses:
        known = {key: value for key, value in fields.items() if key in EDITS[name].model_fields}
        try:
            data = act(data, name, known)
        except Refusal as refused:
            assert str(refused)  # noqa: PT017
    actions.checked(data)


def test_four_quarter_turns_restore_a_piece() -> None:
    piece = with_one("tower")["pieces"][0]
    turned = piece
    for _time in range(4):
        turned = transforms.turned(turned, 90)
    assert turned == piece


# ---- pages ----


def begun(client: Client) -> DrawnTable:
    answer = client.post("/tables/", {"name": "Mine", "size": "24"})
    return DrawnTable.objects.get(public_id=answer["Location"].split("/")[2])


def press(client: Client, table: DrawnTable, verb: str, step: int, **data: object) -> int:
    return client.post(f"/tables/{table.public_id}/{verb}/", {"step": step, **data}).status_code


@pytest.mark.django_db
def test_a_table_is_drawn_undone_and_done_again(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    table = begun(client)
    assert press(client, table, "add", 0, thing="ruin", x="12", y="12") == 200
    assert press(client, table, "shift", 1, piece="ruin_1", x="1", y="0.5") == 200
    assert press(client, table, "shift", 1, piece="ruin_1", x="1", y="0") == 409
    table.refresh_from_db()
    assert transforms.middle(table.data["pieces"][0]) == (1300, 1250)
    for verb, step, pieces in (("undo", 2, 1), ("undo", 1, 0), ("redo", 0, 1), ("redo", 1, 1)):
        assert press(client, table, verb, step) == 200
        table.refresh_from_db()
        assert len(table.data["pieces"]) == pieces
    assert press(client, table, "redo", 2) == 409
    assert transforms.middle(table.data["pieces"][0]) == (1300, 1250)


@pytest.mark.django_db
def test_a_script_gets_the_drawing_and_the_refusal(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    table = begun(client)
    address = f"/tables/{table.public_id}/add/"
    data = {"step": 0, "thing": "statue", "x": "12", "y": "12"}
    answer = client.post(address, data, headers={"accept": "application/json"}).json()
    assert (answer["step"], answer["refused"]) == (1, "")
    assert 'data-piece="statue_1"' in answer["html"]
    again = client.post(address, {**data, "step": 1}, headers={"accept": "application/json"})
    assert again.status_code == 422
    assert "overlaps" in again.json()["refused"]
    broken = client.post(address, {**data, "step": 1, "x": "far"}, headers={"accept": "application/json"})
    assert "is not a number" in broken.json()["refused"]


@pytest.mark.django_db
def test_only_the_author_changes_a_table(owner: User, stranger: User, client_of: ClientOf) -> None:
    table = begun(client_of(owner))
    other = client_of(stranger)
    assert other.get(f"/tables/{table.public_id}/").status_code == 404
    client_of(owner).post(f"/tables/{table.public_id}/manage/", {"what": "public"})
    assert other.get(f"/tables/{table.public_id}/").status_code == 200
    assert press(other, table, "add", 0, thing="ruin", x="12", y="12") == 403
    assert other.post(f"/tables/{table.public_id}/manage/", {"what": "delete"}).status_code == 403
    copied = other.post(f"/tables/{table.public_id}/manage/", {"what": "copy"})
    assert DrawnTable.objects.get(public_id=copied["Location"].split("/")[2]).owner == stranger


@pytest.mark.django_db
def test_a_table_is_exported_and_imported_unchanged(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    table = begun(client)
    press(client, table, "add", 0, thing="tower", x="12", y="12")
    file = client.get(f"/tables/{table.public_id}/file/").content
    answer = client.post("/tables/", {"file": SimpleUploadedFile("t.json", file)})
    again = DrawnTable.objects.get(public_id=answer["Location"].split("/")[2])
    table.refresh_from_db()
    assert again.data == table.data
    assert client.get(f"/tables/{table.public_id}/print/?mm=10").content.decode().count('width="240mm"') == 1


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[1]", b"\xff\xfe", b"{" * 9000, b"a: &a [*a]", b"a: !!python/object:os.system {}", b"x" * 700_000,
        b'{"version": 1, "name": "T", "width": 10, "length": 2400, "pieces": [], "zones": []}',
        b'{"version": 1, "name": "T", "width": 2400, "length": 2400, "pieces": [{"id": "a", "outline": [[0, 0]]}]}',
    ],
)  # fmt: skip
@pytest.mark.django_db
def test_a_file_that_is_no_table_is_refused(content: bytes, owner: User, client_of: ClientOf) -> None:
    answer = client_of(owner).post("/tables/", {"file": SimpleUploadedFile("t.json", content or b" ")})
    assert answer.status_code == 422
    assert not DrawnTable.objects.exists()


@pytest.mark.django_db
def test_a_battle_is_played_on_a_drawn_table(owner: User, stranger: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    table = begun(client)
    press(client, table, "add", 0, thing="ruin", x="12", y="12")
    code = f"drawn:{table.public_id}"
    fields = {
        "opponent": "hot_seat", "ruleset": "core", "scenario": "skirmish", "size_in": "24", "density": "club",
        "table": code, "counts": "", "set_up": "on",
    }  # fmt: skip
    assert code in client.get("/play/").content.decode()
    answer = client.post("/play/", fields)
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    battle = Battle.objects.get()
    assert (battle.table_name, len(battle.table["pieces"])) == ("Mine", 1)
    tables_services.delete(table_id=table.pk)
    assert client.get(f"/battles/{battle.public_id}/").status_code == 200
    assert client_of(stranger).post("/play/", fields).status_code == 422


def test_a_change_can_be_tried_before_it_is_made(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    client.post("/tables/", {"name": "Here", "size": "24"})
    table = DrawnTable.objects.get()
    client.post(f"/tables/{table.public_id}/add/", {"step": "0", "thing": "statue", "x": "12", "y": "12"})
    address = f"/tables/{table.public_id}/add/"
    answer = client.post(address, {"try": "1", "thing": "well", "x": "12", "y": "12"}, headers=SCRIPT)
    assert "overlaps" in answer.json()["refused"]
    fine = client.post(address, {"try": "1", "thing": "well", "x": "3", "y": "3"}, headers=SCRIPT)
    assert fine.json() == {"refused": ""}
    unknown = client.post(address, {"try": "1", "thing": "no such thing", "x": "3", "y": "3"}, headers=SCRIPT)
    assert unknown.json()["refused"]
    table.refresh_from_db()
    assert [piece["id"] for piece in table.data["pieces"]] == ["statue_1"]
    assert table.step == 1
