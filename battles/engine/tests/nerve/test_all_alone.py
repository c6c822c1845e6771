"""All Alone and the flight after it; panic. PSY-ALONE-01, PSY-IMM-01, ALLY-FORMAL-02, PSY-PANIC-01"""

from __future__ import annotations

import pytest

from battles.engine.errors import IllegalAction
from battles.engine.rulesets.compile import rules_for
from battles.engine.state import FLEEING, FRENZIED
from battles.engine.steps.combat.breaking import take_flight
from battles.engine.steps.nerve.all_alone import is_all_alone
from battles.engine.steps.nerve.panic import before_of, before_phase, frightened
from battles.engine.tests.builder import Arena


def surrounded(
    ruleset: str, *, foes: int = 2, friend_at: float = 0, allies: dict[str, list[str]] | None = None, **mine: object
) -> Arena:
    arena = Arena(ruleset, allies=allies)
    arena.add("a", at=(10, 10), **mine)  # type: ignore[arg-type]
    spots = [(11, 10), (9, 10), (10, 11)]
    for place in spots[:foes]:
        arena.add("b", at=place)
    if friend_at:
        arena.add("c" if allies else "a", at=(10 + 1 + friend_at, 10))
    arena.engage("a1", *(f"b{number}" for number in range(1, foes + 1)))
    return arena


@pytest.mark.parametrize(
    ("ruleset", "about", "alone"),
    [
        ("core", {"friend_at": 6.5}, True),
        ("core", {"friend_at": 6.0}, False),
        ("core", {"size": "large", "radius": 50}, False),
        ("gazette", {"foes": 3}, True),
        ("core", {"keywords": ["immune_to_psychology"], "foes": 3}, False),
        ("skirmish", {"foes": 1}, False),
        ("core", {"friend_at": 5, "allies": {"a": ["c"], "c": ["a"]}}, False),
    ],
)
def test_who_is_all_alone(ruleset: str, about: dict[str, object], alone: bool) -> None:
    """PSY-ALONE-01.a and b, PSY-IMM-01.a, ALLY-FORMAL-02.b"""
    arena = surrounded(ruleset, **about)  # type: ignore[arg-type]
    assert is_all_alone(arena.game(), arena.position(), "a1") is alone


def test_a_stunned_opponent_does_not_count() -> None:
    """PSY-ALONE-01.c"""
    arena = surrounded("skirmish")
    arena.models["b2"] = arena.models["b2"]._replace(posture=2)
    assert not is_all_alone(arena.game(), arena.position(), "a1")


def test_the_preview_edition_does_not_use_it() -> None:
    """PSY-ALONE-01.d"""
    assert not rules_for("gazette").all_alone
    battle = surrounded("gazette", foes=3).battle("all_alone")
    assert battle.state.flow[-1].kind != "all_alone"
    assert battle.dice.position == 0


def test_a_warrior_who_passes_stays() -> None:
    """PSY-ALONE-01.a"""
    battle = surrounded("core", friend_at=6.5).battle("all_alone", dice="ld 3+3")
    assert battle.dice.position == 2
    assert not battle.state.models["a1"].flags & FLEEING


def test_a_warrior_who_fails_is_struck_and_runs() -> None:
    """PSY-ALONE-01, CC-BREAK-01, MV-FLEE-01"""
    battle = surrounded("mordheim").battle("all_alone", dice="ld 6+6, wound 1, wound 1, flee 3+3")
    model = battle.state.models["a1"]
    assert battle.dice.position == 6
    assert model.flags & FLEEING
    assert not model.engaged
    assert model.x < 900, "both foes stand opposite each other, so he runs round one of them to the nearest edge"


@pytest.mark.parametrize(("ruleset", "frenzied"), [("core", False), ("mordheim", True)])
def test_flight_ends_frenzy_in_one_edition(ruleset: str, frenzied: bool) -> None:
    """PSY-FRENZY-03"""
    arena = Arena(ruleset)
    arena.add("a", flags=["frenzied"])
    ctx = arena.context()
    take_flight(ctx, "a1", "panic")
    assert bool(ctx.state.models["a1"].flags & FRENZIED) is frenzied


@pytest.mark.parametrize("trigger", [3, 4])
def test_two_reasons_for_panic_are_refused(trigger: int) -> None:
    """PSY-PANIC-01.a"""
    with pytest.raises(IllegalAction) as refusal:
        rules_for("skirmish", {"panic_triggers": [trigger]})
    assert refusal.value.code == "trigger_not_allowed"


def test_no_one_panics_unless_asked_for() -> None:
    """PSY-PANIC-01.b"""
    arena = Arena("skirmish")
    arena.add("a")
    assert before_phase(arena.game(), arena.position(), "combat") is None


@pytest.mark.parametrize(("x", "afraid"), [(17.0, True), (17.1, False)])
def test_a_friend_destroyed_near_frightens(x: float, afraid: bool) -> None:
    """PSY-PANIC-01.c"""
    arena = Arena("skirmish", options={"panic_triggers": [2]})
    arena.add("a", at=(10, 10))
    arena.add("a", at=(x, 10))
    game, state = arena.game(), arena.position()
    frame = before_phase(game, state, "combat")
    assert frame is not None
    state.models["a2"] = state.models["a2"]._replace(gone="out")
    assert frightened(game, state, "a1", before_of(frame)) is afraid


def test_one_runner_frightens_no_one_at_the_start_of_the_turn() -> None:
    """PSY-PANIC-01.d"""
    from battles.engine.steps.nerve.panic import panic_from_fleeing_friends

    arena = Arena("skirmish", options={"panic_triggers": [1]})
    arena.add("a", at=(10, 10))
    arena.add("a", at=(14, 10), flags=["fleeing"])
    ctx = arena.context()
    panic_from_fleeing_friends(ctx, "a")
    assert not ctx.events
