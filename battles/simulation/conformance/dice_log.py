"""Results of dice in the log. Dice that were re-rolled, and second dice to hit, count once with their final result."""

from __future__ import annotations

from collections.abc import Iterable

from battles.engine.events import Event, Rolled


def outcomes(events: Iterable[Event], purpose: str) -> list[bool]:
    """The final result of each die with this purpose: whether it passed. Rules: DICE-REROLL-01, SHOOT-NEED7-01

    A `reroll` belongs to the previous die of the same model, so that the re-roll of a parry does not count as a die to
    hit. If several dice came before, it replaces a failure. A `hit2` replaces the die to hit before it.
    """
    found: list[bool] = []
    open_dice: dict[str, list[int]] = {}
    last_purpose: dict[str, str] = {}
    latest = -1
    for roll in events:
        if not isinstance(roll, Rolled):
            continue
        if roll.purpose == "hit2":
            if purpose == "hit" and latest >= 0:
                found[latest] = bool(roll.passed)
        elif roll.purpose != "reroll":
            last_purpose[roll.who] = roll.purpose
            if roll.purpose == purpose:
                latest = len(found)
                found.append(bool(roll.passed))
                open_dice.setdefault(roll.who, []).append(latest)
        elif last_purpose.get(roll.who) == purpose and open_dice.get(roll.who):
            mine = open_dice[roll.who]
            latest = next((number for number in mine if not found[number]), mine[0])
            mine.remove(latest)
            found[latest] = bool(roll.passed)
    return found
