"""Battles for measurements: suggested warbands of ten on generated tables, played by the bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from battles.core.bridge.fighters import fighters_of
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import Dice, PlainDice
from battles.engine.setup_data import FighterData, SetupData
from battles.engine.state import BattleState
from battles.engine.table.generator import SplitMix64, generate_data
from battles.engine.table.piece_data import TableData
from battles.engine.table.shapes import low_wall
from battles.engine.table.vectors import Box, box_of
from battles.setup.new_battle import random_state
from catalogue.packs.installed import book

RULESETS = ("core", "mordheim", "gazette", "skirmish")
PAIRINGS = (("reiklanders", "skaven"), ("marienburgers", "undead"), ("witch_hunters", "middenheimers"))
MAX_COMMANDS = 4000
WALLS = 160
"""Number of wall pieces on the table for single operations."""


class Position(NamedTuple):
    """A position in a battle in which a side has to give a command."""

    battle: Battle
    side: str


class Played(NamedTuple):
    """A battle played to its end: the events of every command, and its positions if they were stored."""

    battle: Battle
    runs: tuple[int, ...]
    """Number of events of each command, in order."""
    positions: tuple[Position, ...]


@cache
def fighters_of_list(warband_type: str) -> tuple[FighterData, ...]:
    facts = book()
    return tuple(fighters_of(random_state(warband_type, "bench", facts), facts))


@cache
def walled_table(seed: int, walls: int = WALLS) -> TableData:
    """Dense ruined streets on 48 by 48 inches. Free-standing walls are added where there is room, until there are this
    many wall pieces."""
    data = generate_data(seed, density="dense")
    pieces = data["pieces"]
    boxes = [_box(piece["outline"]) for piece in pieces]
    standing = sum(len(wall["points"]) - 1 for piece in pieces for wall in piece.get("walls", ()))
    dice = SplitMix64(seed)
    while standing < walls:
        x, y = 100 + dice.next() % 4300, 100 + dice.next() % 4300
        x1, y1 = (x + 300, y) if dice.next() % 2 else (x, y + 300)
        part = low_wall(f"bench-{standing}", "Wall", (x, y), (x1, y1), (90, 250)[standing % 2])
        x0, y0, x2, y2 = box = _box(part["outline"])
        if all(x2 < b[0] or x0 > b[2] or y2 < b[1] or y0 > b[3] for b in boxes):
            pieces.append(part)
            boxes.append(box)
            standing += 1
    return data


def _box(outline: Sequence[Sequence[int]]) -> Box:
    return box_of([(x, y) for x, y in outline], 10)


@cache
def setup(ruleset: str, seed: int, inches: int = 24) -> SetupData:
    """Setup data of a battle: two warbands of ten, a generated table, the plain scenario of at most 12 turns.

    Tables of 48 inches have `WALLS` pieces of wall.
    """
    return {
        "ruleset": ruleset,
        "options": {},
        "scenario": {"code": "skirmish", "max_turns": 12},
        "table": walled_table(seed) if inches == 48 else generate_data(seed, width_in=inches, length_in=inches),
        "sides": [
            {"name": name, "fighters": [fighter.copy() for fighter in fighters_of_list(name)]}
            for name in PAIRINGS[seed % len(PAIRINGS)]
        ],
    }


def play(data: SetupData, dice: Dice, bot: str = "random", *, keep: bool = False) -> Played:
    """Play a battle to its end. With `keep`, the position before every command is stored. Raises RuntimeError if it
    never ends."""
    battle = Battle.begin(data, dice)
    chooser = bot_called(bot)
    runs: list[int] = []
    positions: list[Position] = []
    for _ in range(MAX_COMMANDS):
        waiting = battle.awaiting()
        if not waiting:
            return Played(battle, tuple(runs), tuple(positions))
        side = waiting[0]
        if keep:
            positions.append(Position(battle.fork(PlainDice(1)), side))
        runs.append(len(battle.play(side, chooser.choose(battle, side).command)))
    raise RuntimeError("the battle never ends")


def middle_of(played: Played) -> BattleState:
    """The state half way through a battle whose positions were stored."""
    return played.positions[len(played.positions) // 2].battle.state
