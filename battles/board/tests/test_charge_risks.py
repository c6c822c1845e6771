"""What an offered charge says before it is declared: searches, jumps, fear, room and reach, with exact odds."""

from typing import Any

import pytest

from battles.board.options.attacks import charging_verbs
from battles.engine.battle import Battle
from battles.engine.dice import PlainDice
from battles.engine.state import HIDDEN, Frame
from battles.engine.tests.builder import Arena


def notes(arena: Arena, declared: tuple[dict[str, Any], ...] = ()) -> list[str]:
    """The note of every charge offered to a1."""
    state = arena.position("movement")
    state.flow = (*state.flow[:-1], Frame("movement", "charges", {"declared": declared}, owner="a"))
    battle = Battle(arena.game(), state, PlainDice(1))
    return [option.note for verb in charging_verbs(battle, "a", "a1") for option in verb.options]


def arena_of(ruleset: str = "core", **enemy: Any) -> Arena:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), i=4)
    arena.add("b", at=(10, 14), name="Squeen", **enemy)
    return arena


def test_a_plain_charge_has_no_risk() -> None:
    (note,) = notes(arena_of())
    assert "Initiative" not in note
    assert "fails" not in note


def test_a_charge_against_a_hidden_enemy_states_the_odds_of_finding_it() -> None:
    """The board used not to show that a charge needed an Initiative test (item 6)."""
    arena = arena_of()
    arena.models["b1"] = arena.models["b1"]._replace(flags=HIDDEN)
    (note,) = notes(arena)
    assert note.startswith("Squeen is hidden: the charge fails unless an Initiative test finds it, 67 %")


def test_a_charge_after_another_says_who_may_take_the_room() -> None:
    arena = arena_of()
    arena.add("a", at=(12, 10), name="Ilse")
    first = {"who": "a2", "targets": ("b1",), "path": (), "search": "", "status": ""}
    (note,) = notes(arena, (first,))
    assert "Ilse charges Squeen first and may take up the space" in note


def test_without_measuring_the_distance_of_a_charge_is_a_risk() -> None:
    (note,) = notes(arena_of("mordheim"))
    assert "the charge fails if it is too far" in note


@pytest.mark.parametrize(("ld", "odds"), [(7, "58 %"), (9, "83 %")])
def test_the_odds_of_the_fear_test_are_shown(ld: int, odds: str) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), ld=ld)
    arena.add("b", at=(10, 14), name="Squeen", keywords=["fear"])
    (note,) = notes(arena)
    assert f"needs the courage to charge Squeen, {odds}" in note
