"""The page offers to enter a building that can be held, and to leave it."""

from __future__ import annotations

from battles.board.model_views import figures_of, letters_of
from battles.board.options import model_options
from battles.board.text.effects import WORDS
from battles.engine.commands import from_data
from battles.engine.hooks import known_codes
from battles.engine.rulesets.compile import rules_for
from battles.engine.table.table import Table
from battles.engine.terrain.classes import classed
from battles.simulation.conformance.arena import Arena

HOUSE = {
    "id": "inn", "kind": "house", "name": "Inn", "outline": [[1300, 800], [1700, 800], [1700, 1200], [1300, 1200]],
    "z0": 0, "z1": 300, "building_mode": "garrison",
}  # fmt: skip


def arena() -> Arena:
    pack = {"terrain_pack": True}
    table = Table.from_data(classed({"width": 4800, "length": 4800, "pieces": [HOUSE]}, rules_for("core", pack)))
    scene = Arena("core", table=table, options=pack)
    scene.add("a", at=(10, 10))
    scene.add("a", at=(30, 30))
    scene.add("b", at=(45, 45))
    return scene


def test_a_building_near_by_is_offered_and_then_the_ways_out() -> None:
    battle = arena().battle("movement")
    verbs = {verb.code: verb for verb in model_options.for_model(battle, "a", "a1").verbs}
    (way,) = verbs["enter"].options
    assert "building" in way.label
    battle.play("a", from_data(way.command))
    assert battle.state.marks["garrison"] == {"a1": ["inn", 1]}
    assert [verb.why for verb in model_options.for_model(battle, "a", "a1").verbs] == [
        "a1 has already moved in this phase."
    ]


def test_an_occupant_is_offered_ways_out_alone() -> None:
    scene = arena()
    scene.models["a1"] = scene.models["a1"]._replace(x=1500, y=1000)
    scene.marks["garrison"] = {"a1": ["inn", 1]}
    battle = scene.battle("movement")
    (verb,) = model_options.for_model(battle, "a", "a1").verbs
    assert verb.code == "leave"
    assert len(verb.options) >= 4
    battle.play("a", from_data(verb.options[0].command))
    assert not battle.state.marks.get("garrison")
    assert model_options.for_model(battle, "a", "a2").verbs


def test_the_list_shows_who_holds_the_building_and_effects_of_terrain() -> None:
    scene = arena()
    scene.models["a1"] = scene.models["a1"]._replace(x=1500, y=1000)
    scene.marks["garrison"] = {"a1": ["inn", 1]}
    scene.effect("a2", "terrain:slow")
    battle = scene.battle("movement")
    letters = letters_of(battle.game)
    told = {
        figure.id: figure.sentence
        for figure in figures_of(battle.game, battle.state, mine=frozenset("a"), actors=frozenset(), letters=letters)
    }
    assert "inside Inn" in told["a1"]
    assert "slowed by the ground" in told["a2"]


def test_every_effect_of_terrain_has_words() -> None:
    codes = {code for code in known_codes() if ":" in code and not code.startswith(("skulls:", "reloading:"))}
    assert sorted(code for code in codes if code not in WORDS) == []
