"""The combat phase as it is played.

Striking order, allocation, loadouts, finishing the fallen, stomps, impact, parting blows.
"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import Answer, Fight
from battles.engine.dice import ScriptedDice
from battles.engine.events import Attacked, Event
from battles.engine.flow import run
from battles.engine.profile import weapon_from_data
from battles.engine.state import Frame
from battles.engine.steps.combat.impact_and_stomps import impact_count, stomp_count, stomp_targets
from battles.engine.steps.combat.strikers import split_choices
from battles.engine.tests.builder import AXE, BLADE, GREATSWORD, SPEAR, SWORD, Arena, state_of, weapon

LARGE = {"kind": "monstrous_infantry", "at": (11.25, 10)}
WARHORSE = {"name": "warhorse", "profile": {"weapon_skill": 3, "attacks": 1, "initiative": 3}}
FIRST_SPEAR = weapon("spear", chart="thrusting", traits=[["strike_first", {"turn": "first_round"}]])


def fight(arena: Arena, dice: str, answers: dict[str, str] | None = None, side: str = "a") -> list[Event]:
    """Play the combat phase; decisions are answered by prompt, else by their default."""
    battle = arena.battle("combat", side, dice)
    events = list(battle.play(side, Fight()))
    while battle.outcome is None and battle.state.flow[-1].kind == "decision":
        frame = battle.state.flow[-1]
        events += battle.play(frame.owner, Answer((answers or {}).get(frame.stage, frame.data["silence"])))
    arena.state = battle.state
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()
    return events


def strikers(events: list[Event]) -> list[str]:
    return [f"{event.who}>{event.whom}" for event in events if isinstance(event, Attacked)]


# id, ruleset, a1, b1, who charged, dice, order
ORDERS: list[tuple[str, str, dict[str, Any], dict[str, Any], bool, str, str]] = [
    ("a spear meets a charge", "core", {"i": 2}, {"i": 5, "weapons": [FIRST_SPEAR]}, True, "hit 1, hit 1", "ba"),
]  # fmt: skip


@pytest.mark.parametrize("row", ORDERS, ids=[row[0] for row in ORDERS])
def test_striking_order(row: Any) -> None:
    _, ruleset, first, two, charged, dice, expected = row
    arena = Arena(ruleset)
    arena.add("a", **first)
    arena.add("b", **two)
    arena.engage("a1", "b1", charged=charged)
    events = fight(arena, dice)
    assert "".join(entry[0] for entry in strikers(events)) == expected


def test_several_chargers_sort_by_initiative() -> None:
    """CC-ORDER-01.b, d"""
    for charged, expected in ((True, ["a2", "a1", "b1"]), (False, ["b1", "a2", "a1"])):
        arena = Arena("core")
        arena.add("a", i=2)
        arena.add("b", i=5)
        arena.add("a", i=4, at=(12, 10))
        arena.engage("a1", "b1", charged=charged)
        arena.engage("a2", "b1", charged=charged)
        events = fight(arena, "hit 1, hit 1, hit 1")
        assert [entry[:2] for entry in strikers(events)] == expected


def test_rider_and_mount_strike_apart() -> None:
    """SPEC-MOUNT-02.a, b"""
    arena = Arena("core")
    arena.add("a", i=4, mount=WARHORSE)
    arena.add("b", i=5, at=(11.25, 10))
    arena.engage("a1", "b1", charged=True)
    assert strikers(fight(arena, "hit 1, hit 1, hit 1")) == ["a1>b1", "a1>b1", "b1>a1"]
    arena = Arena("core")
    arena.add("a", i=4, mount=WARHORSE, posture="knocked_down")
    arena.add("b", i=5, at=(11.25, 10))
    arena.engage("a1", "b1")
    assert strikers(fight(arena, "hit 1")) == ["b1>a1"]


def test_attacks_may_be_divided() -> None:
    """CC-ALLOC-01.a, DICE-ORDER-01.b"""
    arena = Arena("core")
    arena.add("a", a=3, i=5)
    arena.add("b", at=(11, 10))
    arena.add("b", at=(9, 10))
    arena.engage("a1", "b1", "b2")
    battle = arena.battle("combat")
    battle.play("a", Fight())
    options = {row[0] for row in battle.state.flow[-1].data["choices"]}
    splits = {
        tuple(sorted((model_id, option.split(",").count(model_id)) for model_id in set(option.split(","))))
        for option in options
    }
    assert splits == {
        (("b1", 3),), (("b1", 2), ("b2", 1)), (("b1", 1), ("b2", 2)), (("b2", 3),),
    }  # fmt: skip
    arena.fighters.clear()
    arena.models.clear()
    arena.add("a", a=2, i=5, weapons=[BLADE])
    arena.add("b", at=(11, 10))
    arena.add("b", at=(9, 10), a=0)
    arena.engage("a1", "b1", "b2")
    events = fight(arena, "hit 4, wound 4, injury 5, hit 5, wound 4, injury 2", {"allocate": "b1,b2"})
    assert (state_of(events, "b1"), state_of(events, "b2")) == ("out_of_action", "knocked_down")


def test_the_same_division_is_offered_once_unless_weapons_differ() -> None:
    """CC-ALLOC-01"""
    arena = Arena("core")
    arena.add("a", a=2, i=5)
    arena.add("b", at=(11, 10))
    arena.add("b", at=(9, 10))
    arena.engage("a1", "b1", "b2")
    game = arena.battle("combat").game
    first, other = weapon_from_data(BLADE), weapon_from_data(AXE)
    alike = split_choices(game, 2, ["b1", "b2"], [first, first])
    assert [choice.key for choice in alike] == ["b1,b1", "b2,b2", "b1,b2"]
    unlike = split_choices(game, 2, ["b1", "b2"], [first, other])
    assert {choice.key for choice in unlike} == {"b1,b1", "b2,b2", "b1,b2", "b2,b1"}
    assert unlike[2].label == f"{first.name} at {game.name('b1')}, {other.name} at {game.name('b2')}"


def test_standing_enemies_come_first() -> None:
    """CC-ALLOC-02.a, b"""
    from battles.engine.steps.combat.strikers import legal_targets

    arena = Arena("skirmish")
    arena.add("a")
    arena.add("b", at=(11, 10))
    arena.add("b", at=(9, 10), posture="stunned")
    arena.engage("a1", "b1", "b2")
    assert legal_targets(arena.game(), arena.position(), "a1") == ["b1"]
    arena.models["b1"] = arena.models["b1"]._replace(posture=1)
    assert legal_targets(arena.game(), arena.position(), "a1") == ["b1", "b2"]


@pytest.mark.parametrize(("ruleset", "dice", "state"), [
    ("skirmish", "hit 4, wound 4, injury 3", "out_of_action"),
    ("gazette", "hit 4, wound 4, injury 3, hit 4, wound 4, injury 4", "stunned"),
])  # fmt: skip
def test_who_may_finish_the_fallen(ruleset: str, dice: str, state: str) -> None:
    """CC-SAME-01.b, c"""
    arena = Arena(ruleset)
    arena.add("a", i=5)
    arena.add("b", at=(11, 10), i=1)
    arena.add("a", at=(12, 10), i=4)
    arena.engage("a1", "b1")
    arena.engage("a2", "b1")
    assert state_of(fight(arena, dice), "b1") == state


def test_only_the_first_who_hits_is_parried() -> None:
    """CC-PARRY-03.a, b"""
    for dice in ("hit 2, hit 4, parry 5", "hit 6, hit 3, wound 1, wound 1"):
        arena = Arena("core")
        arena.add("a", i=5, ws=4)
        arena.add("b", at=(11, 10), i=1, a=0, weapons=[SWORD])
        arena.add("a", at=(12, 10), i=3, ws=4)
        arena.engage("a1", "b1")
        arena.engage("a2", "b1")
        order = dice if dice.startswith("hit 2") else "hit 6, wound 1, hit 3, wound 1"
        fight(arena, order)


def test_a_hammered_victim_loses_its_blows() -> None:
    """CRIT-BLUD-HAMMERED-01.a"""
    arena = Arena("core")
    arena.add("a", i=4, weapons=[weapon("mace", chart="bludgeoning")])
    arena.add("b", i=3, armour=5)
    arena.engage("a1", "b1")
    assert strikers(fight(arena, "hit 4, wound 6, crit 2, armour 5")) == ["a1>b1"]


def test_loadouts_are_chosen_where_there_is_a_choice() -> None:
    """CC-LOAD-01.a, b"""
    arena = Arena("core")
    arena.add("a", weapons=[SPEAR, AXE], shield=True, i=5)
    arena.add("b", a=0)
    arena.engage("a1", "b1")
    battle = arena.battle("combat")
    battle.play("a", Fight())
    frame = battle.state.flow[-1]
    assert (frame.stage, frame.owner) == ("loadout", "a")
    assert {"0,1", "1,0", "0,-1", "1,-1"} >= {row[0] for row in frame.data["choices"]} >= {"0,-1", "1,-1"}
    arena.models["a1"] = arena.models["a1"]._replace(loadout=(0, -1))
    fight(arena, "hit 1")


# -- size -------------------------------------------------------------------------------------------------------------


def test_a_large_model_stomps_after_the_blows() -> None:
    """SPEC-STOMP-01.a, SPEC-STOMP-02.a"""
    arena = Arena("core")
    arena.add("a", a=0)
    arena.add("b", s=5, a=0, weapons=[GREATSWORD], **LARGE)
    arena.models["a1"] = arena.models["a1"]._replace(loadout=())
    arena.engage("a1", "b1")
    arena.add("a", at=(20, 20))
    arena.add("b", at=(21, 20), a=0)
    arena.engage("a2", "b2")
    events = fight(arena, "hit 1, wound 3, injury 2")
    assert state_of(events, "a1") == "knocked_down"
    arena = Arena("core")
    arena.add("a", i=1)
    arena.add("b", s=4, i=5, **LARGE)
    arena.engage("a1", "b1")
    events = fight(arena, "hit 4, wound 3, injury 3, wound 3")
    assert state_of(events, "a1") == "out_of_action"


def test_stomps_obey_target_picking() -> None:
    """SPEC-STOMP-01.b, SPEC-STOMP-02.b, SPEC-STOMP-03.a"""
    arena = Arena("core")
    arena.add("a", kind="monstrous_infantry")
    arena.add("b", kind="cavalry", at=(11.5, 10))
    arena.engage("a1", "b1")
    assert stomp_targets(arena.game(), arena.position(), "a1") == []
    arena.add("b", posture="stunned", at=(8.75, 10))
    arena.add("b", at=(10, 11.25))
    arena.engage("a1", "b2", "b3")
    assert stomp_targets(arena.game(), arena.position(), "a1") == ["b3"]
    arena.add("a", kind="monster", at=(30, 30))
    assert stomp_count(arena.context("count 3"), "a2") == 4


def test_impact_hits_come_first() -> None:
    """SPEC-IMPACT-01.b, SPEC-IMPACT-02.a, c"""
    beast = {"s": 4, "a": 0, "skills": [["impact_hits", {"dice": "D6", "plus": 1}]]}
    arena = Arena("core")
    arena.add("a", **beast)
    arena.add("b")
    arena.engage("a1", "b1", charged=True)
    events = fight(arena, "count 1, wound 3, wound 2, injury 4")
    assert state_of(events, "b1") == "stunned"
    arena = Arena("core")
    arena.add("a", **{**beast, "skills": [["impact_hits", {"amount": 1}]]})
    arena.add("b")
    arena.engage("a1", "b1", charged=True)
    assert impact_count(arena.context(), "a1") == 1
    assert state_of(fight(arena, "wound 6, injury 1"), "b1") == "knocked_down"
    arena = Arena("core")
    arena.add("a", **beast)
    arena.add("b")
    arena.engage("a1", "b1")
    assert strikers(fight(arena, "hit 1")) == ["b1>a1"]


# -- breaking away ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("others", "dice", "state"), [
    (("standing", "standing"), "wound 2, wound 5, injury 2", "knocked_down"),
    (("standing", "stunned"), "wound 1", "standing"),
])  # fmt: skip
def test_parting_blows(others: tuple[str, str], dice: str, state: str) -> None:
    """CC-BREAK-01.a, b"""
    arena = Arena("core")
    arena.add("b")
    arena.add("a", at=(11, 10), posture=others[0])
    arena.add("a", at=(9, 10), posture=others[1])
    arena.engage("b1", "a1", "a2")
    ctx = arena.context(dice)
    ctx.state.flow = (Frame("parting", "start", {"who": "b1"}),)
    run(ctx)
    arena.finish(ctx)
    assert arena.posture("b1") == state
