"""The Rout test that follows if a side continues to fight is shown in advance: its Leadership, exact odds, and
consequences of failing."""

from typing import Any

import pytest

from battles.board.previews.rout_odds import chance_to_pass, risk_of_fighting_on
from battles.board.prompts import prompt_for
from battles.engine.tests.nerve.test_rout import start_turn, warband


@pytest.mark.parametrize(("ld", "ways"), [(8, 26), (7, 21), (2, 1), (10, 33)])
def test_the_odds_are_those_of_two_dice(ld: int, ways: int) -> None:
    battle = start_turn(warband("core", 12, 3, ld=ld))
    assert chance_to_pass(battle.game, battle.state, "a") == pytest.approx(ways / 36)


def test_a_substitute_is_named_when_the_leader_is_gone() -> None:
    arena = warband("core", 12, 3)
    arena.models["a1"] = arena.models["a1"]._replace(gone="out", posture=3)
    battle = start_turn(arena)
    words = risk_of_fighting_on(battle.game, battle.state, "a")
    assert "on A1's Leadership (6): 42 % to pass." in words


def test_the_prompt_says_what_follows() -> None:
    """The prompt did not mention the test, its Leadership, its odds and its consequences (item 5)."""
    battle: Any = start_turn(warband("core", 12, 3))
    prompt = prompt_for(battle, ("a",), bots=frozenset())
    assert prompt.question == "3 of your 12 warriors are out of action. Fight on?"
    assert prompt.happened == (
        "If you fight on, you take a Rout test on A0's Leadership (8): 72 % to pass. "
        "If it fails, your warband leaves the field and loses."
    )
