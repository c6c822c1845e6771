"""The geometry of a table and the rays of a look, as the 3D view gets them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.board.scene.geometry import scene_of
from battles.board.scene.rays import looks_of
from battles.board.sight.lines import lines_of
from battles.board.tests.test_move_previews import TABLE
from battles.engine.table.generator import generate
from battles.engine.table.table import Table
from battles.models import Opponent
from battles.setup import new_battle
from battles.simulation.conformance.arena import Arena

pytestmark = pytest.mark.django_db


def test_the_scene_of_a_table_has_everything_that_stands_on_it() -> None:
    table = Table.from_data(TABLE)
    scene = scene_of(table)
    assert (scene["width"], scene["length"], scene["digest"]) == (4800, 4800, table.digest())
    assert len(scene["walls"]) == len(table.walls) == 5
    doors = [hole for wall in scene["walls"] for hole in wall["openings"] if hole["kind"] == "door"]
    assert [(door["sill"], door["lintel"]) for door in doors] == [(0, 190)]
    assert {floor["z"] for floor in scene["floors"]} == {0, 300}
    assert [way["kind"] for way in scene["ways"]] == ["ladder"]
    assert [area["flags"] for area in scene["areas"]] == [["dangerous", "marsh"]]


def test_woods_have_trees_and_openings_are_in_order() -> None:
    scene = scene_of(generate(7))
    starts = [[hole["start"] for hole in wall["openings"]] for wall in scene["walls"]]
    assert any(len(row) > 1 for row in starts)
    assert all(row == sorted(row) for row in starts)


@pytest.mark.parametrize("ruleset", ["core", "mordheim"])
def test_the_rays_of_a_look_end_where_they_are_blocked(ruleset: str) -> None:
    """A low wall blocks the lower rows of rays, which end at the wall; the others end at the silhouette."""
    arena = Arena(ruleset, table=Table.from_data(TABLE))
    arena.add("a", at=(20, 7))
    arena.add("b", at=(20, 10.2))
    engine = arena.battle("shooting")
    found = looks_of(engine, "a1")
    (look,) = found["looks"]
    assert look["label"] == lines_of(engine, "a1")[0].label
    assert len(look["rays"]) == 25
    assert found["eye"][:2] == [2000, 700]
    blocked = [ray for ray in look["rays"] if not ray["is_clear"]]
    assert blocked
    assert len(blocked) < 25
    assert {ray["by"] for ray in blocked} == {"Garden wall"}
    assert all(870 <= ray["end"][1] <= 930 for ray in blocked)
    assert {ray["end"][1] for ray in look["rays"] if ray["is_clear"]} == {1020}


def test_a_model_that_left_the_table_sees_nothing() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    arena.add("b", at=(12, 10))
    engine = arena.battle("shooting")
    engine.state.models["a1"] = engine.state.models["a1"]._replace(gone="out")
    assert looks_of(engine, "a1") == {"who": "a1", "name": engine.game.name("a1"), "eye": [], "looks": []}


def test_programs_read_table_and_sight_and_keep_the_table(client: Client) -> None:
    owner = User.objects.create_user(username="otto")
    battle = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), opponent=Opponent.HOT_SEAT, seed="scene")
    base = f"/api/v1/battles/{battle.public_id}"
    answer = client.get(f"{base}/table/")
    assert answer.status_code == 200
    assert answer.json()["scene"]["width"] == 2400
    again = client.get(f"{base}/table/", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    sight = client.get(f"{base}/sight/a1/").json()["sight"]
    assert sight["who"] == "a1"
    assert {look["who"][0] for look in sight["looks"]} == {"b"}
    refused = client.get(f"{base}/sight/zz/")
    assert refused.status_code == 403
    assert client.get("/api/v1/battles/000000000000/table/").status_code == 404


def test_the_parts_of_the_view_are_sent_on_request_only(client: Client) -> None:
    owner = User.objects.create_user(username="otto")
    battle = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), opponent=Opponent.HOT_SEAT, seed="scene")
    page = client.get(f"/battles/{battle.public_id}/").content.decode()
    assert "data-view3d" in page
    assert "scene-canvas" not in page
    parts = client.get(f"/battles/{battle.public_id}/scene/").content.decode()
    assert "scene-canvas" in parts
    assert "Through their eyes" in parts
