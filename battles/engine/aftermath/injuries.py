"""Serious injuries of heroes and casualty rolls of henchmen. Rules: AF-INJ-01 to AF-INJ-04"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battles.engine.aftermath.rolls import Roller
from battles.engine.aftermath.tables import Effect, InjuryRow, OutcomeRow

MORE_ROLLS = "more_injuries"
GRAVE = frozenset(("dies", "captured", MORE_ROLLS))
"""Effects that do not apply to additional injury rolls: a row with one of them is rolled again, in every pack."""
_LIMIT = 40


@dataclass(frozen=True, slots=True)
class InjuryResult:
    """One serious injury: the D66 result, the die of the sub-table (0 if there is none), and all effects."""

    code: str
    name: str
    d66: int
    sub_roll: int = 0
    summary: str = ""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class CasualtyResult:
    """One henchman's casualty roll."""

    face: int
    dies: bool
    summary: str = ""


def row_at(table: Sequence[InjuryRow], d66: int) -> InjuryRow:
    """The row of a D66 number. Raises KeyError for a number without a row."""
    for row in table:
        if row.low <= d66 <= row.high:
            return row
    raise KeyError(d66)


def serious_injuries(
    roller: Roller,
    table: Sequence[InjuryRow],
    model_id: str,
    *,
    first_half: bool = False,
    between: tuple[int, int] | None = None,
) -> tuple[InjuryResult, ...]:
    """Roll all injuries of a hero who went out of action.

    "Multiple injuries" leads to several results; rows that do not apply to them are rolled again. `first_half` reads a
    first die of 4 to 6 as 1 to 3 (a killing blow, SPEC-KB-02). `between` re-rolls until the number is in the range (pit
    fights). Rules: AF-INJ-01, AF-INJ-02
    """
    results: list[InjuryResult] = []
    first = _one(roller, table, model_id, (), first_half, between)
    more = _more(first)
    results.append(first)
    if more is None:
        return tuple(results)
    dice, barred = more
    grave = tuple(row.code for row in table if any(code in GRAVE for code, _ in row.effects))
    for _ in range(roller.roll(dice, "multiple_injuries", model_id)):
        results.append(_one(roller, table, model_id, (*barred, *grave), first_half, None))
    return tuple(result for result in results if result.code)


def _more(result: InjuryResult) -> tuple[str, tuple[str, ...]] | None:
    for code, parameters in result.effects:
        if code == MORE_ROLLS:
            return str(parameters.get("dice", "D6")), tuple(parameters.get("rerolls", ()))
    return None


def _one(
    roller: Roller,
    table: Sequence[InjuryRow],
    model_id: str,
    barred: Sequence[str],
    first_half: bool,
    between: tuple[int, int] | None,
) -> InjuryResult:
    for _ in range(_LIMIT):
        d66 = roller.roll("D66", "serious_injury", model_id)
        if first_half and d66 >= 40:
            d66 -= 30
        if between is not None and not between[0] <= d66 <= between[1]:
            continue
        row = row_at(table, d66)
        if row.code not in barred:
            return _settle(roller, row, d66, model_id)
    harmless = (row for row in table if row.code not in barred and not row.effects and not row.outcomes)
    row = next(harmless, InjuryRow("", "", 0, 0))
    return InjuryResult(row.code, row.name, row.low)


def _settle(roller: Roller, row: InjuryRow, d66: int, model_id: str) -> InjuryResult:
    if not row.roll:
        return InjuryResult(row.code, row.name, d66, 0, "", row.effects)
    face = roller.roll(row.roll, row.code, model_id)
    line = line_at(row.outcomes, face)
    effects = row.effects + (line.effects if line is not None else ())
    return InjuryResult(row.code, row.name, d66, face, line.summary if line is not None else "", effects)


def line_at(outcomes: Sequence[OutcomeRow], face: int) -> OutcomeRow | None:
    """The outcome in a sub-table for a roll."""
    return next((line for line in outcomes if line.low <= face <= line.high), None)


def casualty_roll(roller: Roller, table: Sequence[OutcomeRow], model_id: str) -> CasualtyResult:
    """Casualty roll of a henchman who went out of action: dead or recovered. Rule: AF-INJ-03"""
    face = roller.d6("casualty", model_id)
    line = line_at(table, face)
    dies = line is not None and any(code == "dies" for code, _ in line.effects)
    return CasualtyResult(face, dies, line.summary if line is not None else "")
