"""Counts the positions that can be reached after one, two or three commands.

A change in the rules changes the count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.dice import PlainDice

if TYPE_CHECKING:
    from battles.engine.battle import Battle


def perft(battle: Battle, depth: int, seed: int = 1) -> int:
    """The number of command sequences of this length, over all active sides.

    Each command is played on a fork with its own dice, the same for every sibling, so that the count depends only on
    the position and `seed`.
    """
    if depth == 0:
        return 1
    total = 0
    for side in battle.awaiting():
        for command in battle.legal(side):
            if depth == 1:
                total += 1
                continue
            branch = battle.fork(PlainDice(seed + depth))
            branch.play(side, command)
            total += perft(branch, depth - 1, seed)
    return total


def divide(battle: Battle, depth: int, seed: int = 1) -> dict[str, int]:
    """The count below each first command, by the command's text; shows where two versions differ."""
    found: dict[str, int] = {}
    for side in battle.awaiting():
        for command in battle.legal(side):
            branch = battle.fork(PlainDice(seed + depth))
            branch.play(side, command)
            found[f"{side} {command}"] = perft(branch, depth - 1, seed)
    return found
