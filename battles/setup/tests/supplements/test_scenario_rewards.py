"""Rewards of a scenario by occasion: for winning, for each counter, from a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from battles.aftermath.stages import rewards
from battles.aftermath.stored.facts import StoredFacts
from battles.engine.aftermath.tables import OutcomeRow


@dataclass
class Roller:
    """Dice with given results."""

    faces: list[int]
    asked: list[str] = field(default_factory=list)

    def d6(self, purpose: str, model_id: str = "") -> int:
        self.asked.append("D6")
        return self.faces.pop(0)

    def roll(self, dice: str, purpose: str, model_id: str = "") -> int:
        self.asked.append(dice)
        return self.faces.pop(0)


@dataclass
class Account:
    roller: Roller


def line(occasion: str, gold: int, **about: Any) -> OutcomeRow:
    dice = {name: about.pop(name) for name in ("dice", "times") if name in about}
    effects = (("reward_for", {"occasion": occasion, **dice}), ("gain_gold", {"amount": gold}))
    return OutcomeRow("", effects, **about)


def given(
    lines: list[OutcomeRow], occasions: dict[str, int], faces: list[int], monkeypatch: pytest.MonkeyPatch
) -> list[int]:
    """The gold of every reward that was given, in order."""
    paid: list[int] = []

    def carry(_account: Any, effects: Any, **_about: Any) -> list[dict[str, Any]]:
        paid.extend(about["amount"] for _code, about in effects)
        return []

    monkeypatch.setattr(rewards, "carry_out", carry)
    rewards._given_for(Account(Roller(faces)), lines, occasions)  # type: ignore[arg-type]
    return paid


def test_a_line_for_winning_is_given_to_the_winner_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line("winner", 10), line("loser", 3), line("winner", 5, needs=4), line("winner", 7, needs=5)]
    assert given(lines, {"winner": 1}, [4, 4], monkeypatch) == [10, 5]
    assert given(lines, {"loser": 1}, [], monkeypatch) == [3]
    assert given(lines, {}, [], monkeypatch) == []


def test_a_table_is_rolled_once_for_each_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line("swag", number, dice="D6", low=number, high=number) for number in range(1, 7)]
    assert given(lines, {"swag": 3}, [2, 6, 2], monkeypatch) == [2, 6, 2]


def test_a_table_may_be_rolled_on_as_often_as_a_die_says(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line("winner", number, dice="D6", times="D3", low=number, high=number) for number in range(1, 7)]
    assert given(lines, {"winner": 1}, [2, 5, 1], monkeypatch) == [5, 1]


def test_a_sheet_tells_who_won_and_the_board_counts_the_rest() -> None:
    assert rewards.occasions_of(StoredFacts.read({"won": True, "loot": {"shards": 0}})) == {"winner": 1}
    assert rewards.occasions_of(StoredFacts.read({"won": False, "loot": {}})) == {"loser": 1}
    assert rewards.occasions_of(StoredFacts.read({"won": False, "drawn": True, "loot": {}})) == {}
    assert rewards.occasions_of(StoredFacts.read({"won": True, "loot": {"occasions": {"swag": 2}}})) == {"swag": 2}
