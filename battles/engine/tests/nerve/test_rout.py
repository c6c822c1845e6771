"""Rout tests, giving up, the stubborn and the unbreakable, several sides.

PSY-ROUT, PSY-VROUT, PSY-STUB, PSY-UNBR, ALLY-FORMAL-03, ALLY-MULTI-02
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import EndStep, GiveUp
from battles.engine.flow import Context, record_flow, run
from battles.engine.state import Frame
from battles.engine.steps.nerve.leaders import rout_leader
from battles.engine.steps.turn import rout
from battles.engine.tests.builder import Arena, script


def warband(ruleset: str, count: int, out: int, *, ld: int = 8, **about: Any) -> Arena:
    """`count` warriors of side a, the last `out` of them out of action, led by a1; one enemy far away."""
    arena = Arena(ruleset, **about)
    for number in range(count):
        arena.add("a", at=(10 + number * 2, 10), ld=ld if number == 0 else 6, is_leader=number == 0, name=f"A{number}")
    lose(arena, [f"a{number}" for number in range(count - out + 1, count + 1)])
    arena.add("b", at=(40, 40))
    return arena


def lose(arena: Arena, model_id: Sequence[str], why: str = "out") -> None:
    for one in model_id:
        arena.models[one] = arena.models[one]._replace(gone=why, posture=3 if why == "out" else 0)


def start_turn(arena: Arena, dice: str = "", side: str = "a") -> Battle:
    """The battle at the start of the side's turn, carried on to the first command."""
    game = arena.game()
    state = arena.position("recovery", side)
    state.flow = (
        *state.flow[:1],
        Frame("turn", "phases", {"side": side, "number": 2, "phase": 0}),
        Frame("turn_start", "start"),
    )
    source = script(dice)
    battle = Battle(game, state, source)
    context = Context(game, battle.state, source)
    before = battle.state.flow
    run(context)
    record_flow(context, before)
    battle.log.extend(context.events)
    return battle


@pytest.mark.parametrize(
    ("ruleset", "count", "out", "due"),
    [
        ("core", 12, 3, True), ("core", 10, 2, False), ("skirmish", 8, 2, True), ("gazette", 8, 6, False),
        ("mordheim", 10, 3, True), ("mordheim", 13, 3, False), ("mordheim", 13, 4, True),
    ],
)  # fmt: skip
def test_a_rout_test_is_due_from_a_quarter_lost(ruleset: str, count: int, out: int, due: bool) -> None:
    """PSY-ROUT-01.a to d"""
    arena = warband(ruleset, count, out)
    game = arena.game()
    assert rout.test_due(game, arena.position(), "a") is due


def test_a_passed_rout_test_lets_the_side_fight_on() -> None:
    """PSY-ROUT-01.a"""
    battle = start_turn(warband("core", 12, 3), "ld 4+4")
    battle.play("a", EndStep())
    assert battle.outcome is None
    assert battle.dice.position == 2


def test_a_failed_rout_test_ends_the_battle_and_later_checks_are_skipped() -> None:
    """PSY-ROUT-01.c, TURN-START-01.a"""
    arena = warband("skirmish", 8, 2)
    arena.fighters["a2"] = arena.fighters["a2"].__class__(
        **{name: getattr(arena.fighters["a2"], name) for name in arena.fighters["a2"].__slots__ if name != "keywords"},
        keywords=frozenset({"stupidity"}),
    )
    battle = start_turn(arena, "ld 5+4")
    battle.play("a", EndStep())
    assert battle.outcome is not None
    assert battle.outcome.winners == ("b",)
    assert battle.state.models["a1"].gone == "routed"


def test_a_straight_battle_of_the_preview_edition_knows_no_rout() -> None:
    """PSY-ROUT-01.d"""
    arena = warband("gazette", 8, 6)
    assert not rout.may_give_up(arena.game(), arena.position(), "a")
    loose = warband("gazette", 8, 6, options={"straight_battle": False})
    assert rout.test_due(loose.game(), loose.position(), "a")


@pytest.mark.parametrize(("ruleset", "value"), [("core", 7), ("skirmish", 8)])
def test_who_stands_in_for_a_stunned_leader(ruleset: str, value: int) -> None:
    """PSY-ROUT-02.a and b"""
    arena = Arena(ruleset)
    arena.add("a", ld=9, is_leader=True, posture="stunned")
    arena.add("a", ld=8, posture="knocked_down")
    arena.add("a", ld=7)
    assert rout_leader(arena.game(), arena.position(), "a")[1] == value


def test_a_fleeing_leader_still_serves_the_rout_test() -> None:
    """PSY-ROUT-02.c"""
    arena = Arena("core")
    arena.add("a", ld=9, is_leader=True, flags=["fleeing"])
    arena.add("a", ld=7)
    assert rout_leader(arena.game(), arena.position(), "a") == ("a1", 9)


@pytest.mark.parametrize(("out", "allowed"), [(3, True), (2, False)])
def test_giving_up_needs_a_quarter_lost(out: int, allowed: bool) -> None:
    """PSY-VROUT-01.a and b"""
    arena = warband("core", 12, out)
    assert rout.may_give_up(arena.game(), arena.position(), "a") is allowed


def test_a_side_gives_up_instead_of_testing() -> None:
    """PSY-VROUT-01"""
    battle = start_turn(warband("core", 12, 3))
    assert set(battle.legal("a")) == {EndStep(), GiveUp()}
    battle.play("a", GiveUp())
    assert battle.outcome is not None
    assert battle.outcome.winners == ("b",)


def test_somebody_who_fled_from_the_table_counts_as_lost() -> None:
    """PSY-FLEE-01.a"""
    arena = warband("skirmish", 8, 1)
    lose(arena, ["a7"], "fled")
    assert rout.test_due(arena.game(), arena.position(), "a")


def test_a_side_of_immune_warriors_still_takes_rout_tests() -> None:
    """PSY-IMM-01.b"""
    arena = Arena("core")
    for _ in range(4):
        arena.add("a", keywords=["immune_to_psychology"], is_leader=not arena.fighters)
    lose(arena, ["a4"])
    assert rout.test_due(arena.game(), arena.position(), "a")


@pytest.mark.parametrize(
    ("keywords", "tags", "asked"),
    [(["unbreakable"], [], False), (["unbreakable"], ["undead"], True), (["stubborn"], [], True), ([], [], True)],
)
def test_a_side_whose_warriors_are_all_unbreakable_is_not_asked_about_routing(
    keywords: list[str], tags: list[str], asked: bool
) -> None:
    """Neither a Rout test nor the offer to give up, since no one would leave. PSY-UNBR-01"""
    arena = Arena("core")
    for _ in range(4):
        arena.add("a", keywords=keywords, tags=tags, is_leader=not arena.fighters)
    arena.add("b", at=(40, 40))
    lose(arena, ["a4"])
    assert rout.test_due(arena.game(), arena.position(), "a") is asked
    assert rout.may_give_up(arena.game(), arena.position(), "a") is asked
    if not asked:
        battle = start_turn(arena)
        assert GiveUp() not in battle.legal("a")
        assert battle.dice.position == 0


def test_one_warrior_who_could_leave_is_reason_enough_to_ask() -> None:
    """PSY-UNBR-01: on the table or in reserve, on the own side or on an ally's."""
    arena = Arena("core")
    for number in range(4):
        arena.add("a", keywords=["unbreakable"] if number else [], is_leader=not number)
    arena.add("b", at=(40, 40))
    lose(arena, ["a4"])
    assert rout.test_due(arena.game(), arena.position(), "a")
    arena.models["a1"] = arena.models["a1"]._replace(gone="reserve")
    assert rout.may_give_up(arena.game(), arena.position(), "a")
    allied = Arena("core", allies={"a": ("c",), "c": ("a",)})
    allied.add("a", keywords=["unbreakable"])
    allied.add("a")
    allied.add("b", at=(40, 40))
    allied.add("c", at=(20, 20))
    lose(allied, ["a2"])
    assert rout.test_due(allied.game(), allied.position(), "a")
    assert not rout.may_give_up(allied.game(), allied.position(), "a")


@pytest.mark.parametrize(("faces", "stays"), [("4+3", True), ("6+3", False)])
def test_the_stubborn_may_fight_on(faces: str, stays: bool) -> None:
    """PSY-STUB-01.a and b"""
    arena = Arena("core")
    arena.add("a", ld=7, is_leader=True)
    arena.add("a", ld=8, keywords=["stubborn"], at=(20, 20))
    arena.add("a")
    arena.add("a")
    lose(arena, ["a4"])
    arena.add("b", at=(40, 40))
    battle = start_turn(arena, f"ld 6+6, ld {faces}")
    battle.play("a", EndStep())
    assert (battle.outcome is None) is stays
    assert battle.state.models["a1"].gone == "routed"
    assert (battle.state.models["a2"].gone == "") is stays
    if stays:
        assert not rout.test_due(battle.game, battle.state, "a")


@pytest.mark.parametrize(("undead", "stays"), [(False, True), (True, False)])
def test_the_unbreakable_stay_unless_their_masters_are_undead(undead: bool, stays: bool) -> None:
    """PSY-UNBR-01.a and b"""
    arena = Arena("core")
    arena.add("a", ld=7, is_leader=True)
    arena.add("a", keywords=["unbreakable"], at=(20, 20))
    arena.add("a")
    arena.add("a")
    lose(arena, ["a4"])
    arena.add("b", at=(40, 40))
    battle = start_turn(arena, "ld 6+6")
    if undead:
        side = battle.game.sides["a"]
        battle.game.sides["a"] = type(side)(side.id, side.name, side.allies, side.alignment, frozenset({"undead"}))
    battle.play("a", EndStep())
    assert (battle.state.models["a2"].gone == "") is stays
    assert (battle.outcome is None) is stays


def test_allies_add_their_numbers_for_the_rout_test() -> None:
    """ALLY-FORMAL-03.a and b"""
    arena = Arena("core", allies={"a": ["c"], "c": ["a"]})
    for number in range(8):
        arena.add("a", ld=7, is_leader=number == 0)
    for number in range(6):
        arena.add("c", ld=8, is_leader=number == 0)
    arena.add("b", at=(40, 40))
    lose(arena, ["a8", "a7", "c6"])
    assert not rout.test_due(arena.game(), arena.position(), "a")
    lose(arena, ["a6"])
    assert rout.test_due(arena.game(), arena.position(), "a")
    assert rout_leader(arena.game(), arena.position(), "a") == ("c1", 8)


def three_sides(allies: dict[str, list[str]] | None = None) -> Arena:
    arena = Arena("core", allies=allies)
    for side in "abc":
        for number in range(4):
            arena.add(side, ld=7, is_leader=number == 0, at=(10 + 4 * number, 8 + 10 * "abc".index(side)))
        lose(arena, [f"{side}4"])
    return arena


def test_a_side_that_routs_leaves_and_the_others_play_on() -> None:
    """ALLY-MULTI-02.a"""
    battle = start_turn(three_sides(), "ld 6+6")
    battle.play("a", EndStep())
    assert battle.outcome is None
    assert battle.state.models["a1"].gone == "routed"
    assert battle.state.active != "a"


def test_the_last_side_standing_wins() -> None:
    """ALLY-MULTI-02.b"""
    arena = three_sides()
    lose(arena, ["a1", "a2", "a3"], "routed")
    battle = start_turn(arena, "ld 6+5", side="b")
    battle.play("b", EndStep())
    assert battle.outcome is not None
    assert battle.outcome.winners == ("c",)


def test_allies_share_the_victory() -> None:
    """ALLY-MULTI-02.c"""
    battle = start_turn(three_sides({"a": ["b"], "b": ["a"]}), "ld 6+6", side="c")
    battle.play("c", EndStep())
    assert battle.outcome is not None
    assert battle.outcome.winners == ("a", "b")
