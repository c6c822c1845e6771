"""Buildings, breath, reactions, thrown things and reloading."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import EndStep, Shoot
from battles.engine.dice import ScriptedDice
from battles.engine.errors import IllegalAction
from battles.engine.events import Event
from battles.engine.steps.shooting import permission
from battles.engine.steps.shooting import phase as shooting_phase
from battles.engine.steps.shooting.phase import BREATH
from battles.engine.steps.shooting.rate_of_fire import plan_of
from battles.engine.steps.shooting.targets import legal_targets
from battles.engine.table.table import Table
from battles.engine.tests.builder import BOW, Arena, state_of, weapon

BREATHER = {"skills": [["breath_attack", {"strength": 3}]]}
LARGE = {"kind": "monstrous_infantry"}


def house(*, walkway: bool = False) -> Table:
    """Two open platforms of two floors, 3 inches up, perhaps joined by a walkway."""

    def platform(name: str, x: int) -> dict[str, Any]:
        outline = [[x, 800], [x + 600, 800], [x + 600, 1400], [x, 1400]]
        hatch = [[x + 250, 1000], [x + 350, 1000], [x + 350, 1200], [x + 250, 1200]]
        return {
            "id": name, "kind": "building", "name": name, "outline": outline, "z0": 0, "z1": 300, "ground": "open",
            "floors": [
                {"outline": outline, "z": 0, "level": 1},
                {"outline": outline, "z": 300, "level": 2, "hatches": [hatch]},
            ],
        }  # fmt: skip

    pieces = [platform("one", 800), platform("two", 1600)]
    if walkway:
        outline = [[1400, 1000], [1600, 1000], [1600, 1200], [1400, 1200]]
        pieces.append({
            "id": "bridge", "kind": "building", "name": "bridge", "outline": outline, "z0": 300, "z1": 300,
            "ground": "open",
            "floors": [{"outline": outline, "z": 300, "level": 2, "walkway": True}],
        })  # fmt: skip
    return Table.from_data({"width": 4800, "length": 4800, "pieces": pieces})


def legal(arena: Arena) -> set[str]:
    game, state = arena.game(), arena.position("shooting")
    return {entry.who for entry in legal_targets(game, state, "a1", plan_of(game, state, "a1", 0))}


@pytest.mark.parametrize(("ruleset", "walkway", "places", "expected"), [
    ("core", True, [(17, 11, 3), (11, 20)], {"b1"}),
    ("core", False, [(17, 11, 3), (11, 20)], {"b1", "b2"}),
    ("core", False, [(13, 11, 3), (11, 20), (5, 20)], {"b1", "b3"}),
])  # fmt: skip
def test_enemies_on_the_same_floor_come_first(
    ruleset: str, walkway: bool, places: list[Any], expected: set[str]
) -> None:
    """SHOOT-ELEV-02.b, c, d"""
    arena = Arena(ruleset, table=house(walkway=walkway))
    arena.add("a", at=(9, 13, 3), weapons=[BOW])
    for number, place in enumerate(places):
        arena.add("b", at=place, **(LARGE if number == 2 else {}))
    assert legal(arena) == expected


def test_a_breath_strikes_everyone_under_it() -> None:
    """SPEC-BREATH-01.a"""
    arena = Arena("core")
    arena.add("a", **BREATHER)
    arena.add("b", at=(10, 11))
    arena.add("b", at=(10, 13))
    arena.engage("a1", "b1")
    battle = arena.battle("shooting", dice="wound 4, injury 5, wound 2")
    assert Shoot("a1", "", BREATH, 0, 0) in battle.legal("a")
    events = battle.play("a", Shoot("a1", "", BREATH, 0, 0))
    assert state_of(events, "b1") == "out_of_action"
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()


def test_a_breath_spares_the_fights_of_friends() -> None:
    """SPEC-BREATH-01.b"""
    arena = Arena("core")
    arena.add("a", **BREATHER)
    arena.add("b", at=(10, 11))
    arena.add("a", at=(11, 11))
    arena.engage("a1", "b1")
    arena.engage("a2", "b1")
    arena.add("a", at=(30, 30), weapons=[BOW])
    arena.add("b", at=(30, 36))
    battle = arena.battle("shooting")
    with pytest.raises(IllegalAction):
        battle.play("a", Shoot("a1", "", BREATH, 0, 0))


def test_standing_and_shooting_at_a_charger() -> None:
    """SHOOT-REACT-01.a"""
    arena = Arena("skirmish", options={"hr_no_single_target_penalty": True})
    arena.add("a", at=(10, 10))
    arena.add("b", at=(19, 10), bs=4, weapons=[BOW])
    ctx = arena.context("hit 4, wound 4, injury 3", phase="movement")
    shooting_phase.react(ctx, "b1", "a1", 0)
    arena.finish(ctx)
    assert (arena.needs("hit"), arena.posture("a1")) == ([4], "stunned")


def volley(arena: Arena, dice: str, *shots: Shoot) -> list[Event]:
    battle = arena.battle("shooting", dice=dice)
    events: list[Event] = []
    for shot in shots:
        events += battle.play("a", shot)
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()
    return events


def test_knives_may_fly_at_several_enemies() -> None:
    knives = weapon("throwing_knives", kind="thrown", chart="missile", reach=600, traits=["thrown"])
    arena = Arena("mordheim")
    arena.add(
        "a", weapons=[knives], skills=[["shots", {"amount": 3, "weapons": ["throwing_knives"], "may_split": True}]]
    )
    arena.add("b", at=(14, 10))
    arena.add("b", at=(10, 14))
    volley(arena, "hit 1, hit 1, hit 1", Shoot("a1", "b1", 0, 1), Shoot("a1", "b2", 0))


def test_a_pistol_must_be_reloaded_and_a_brace_need_not_wait() -> None:
    pistol = weapon("pistol", kind="pistol", chart="missile", strength=4, reach=600, traits=["prepare_shot", "pistol"])
    for count, able in ((1, False), (2, True)):
        arena = Arena("mordheim")
        arena.add("a", weapons=[pistol] * count)
        arena.add("b", at=(14, 10))
        arena.effect("a1", "reloading:0")
        game, state = arena.game(), arena.position("shooting")
        assert permission.may_shoot(game, state, "a1")
        assert bool(shooting_phase.plans_of(game, state, "a1")) is able


def test_crossbows_stand_and_handguns_pierce() -> None:
    crossbow = weapon(
        "crossbow", kind="missile", hands=2, chart="missile", strength=4, reach=3000, traits=["move_or_fire"]
    )
    arena = Arena("mordheim")
    arena.add("a", weapons=[crossbow], flags=["moved"])
    assert plan_of(arena.game(), arena.position("shooting"), "a1", 0).refused
    arena.fighters.clear()
    arena.add("a", weapons=[crossbow], flags=["moved"], skills=["move_and_shoot"])
    assert not plan_of(arena.game(), arena.position("shooting"), "a1", 0).refused


def test_a_net_holds_who_cannot_tear_it() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=[["throw_net", {"range": 8}]])
    arena.add("b", at=(14, 10))
    arena.add("a", at=(30, 30), weapons=[BOW])
    arena.add("b", at=(36, 30))
    battle = arena.battle("shooting", dice="hit 4, char 5")
    battle.play("a", Shoot("a1", "b1", -2))
    assert [effect.code for effect in battle.state.models["b1"].effects] == ["netted"]
    with pytest.raises(IllegalAction):
        battle.play("a", Shoot("a1", "b1", -2))
    battle.play("a", EndStep())


def test_dodges_and_charms_undo_hits() -> None:
    arena = Arena("mordheim")
    arena.add("a", weapons=[BOW])
    arena.add("b", at=(16, 10), skills=[["avoid_missiles", {"needs": 5}], ["discards_first_hit", {"needs": 4}]])
    volley(arena, "hit 4, die 3, die 4", Shoot("a1", "b1", 0))
