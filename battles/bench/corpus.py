"""What is measured: battles between suggested warbands of ten on generated tables, played by the bots."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from battles.bridge import fighters_of
from battles.engine.battle import Battle
from battles.engine.bots.base import bot_called
from battles.engine.dice import Dice, PlainDice
from battles.engine.state import BattleState
from battles.engine.table.generator import generate_data
from battles.services.dealing import dealt_company
from catalogue.book import book

RULESETS = ("core", "mordheim", "gazette", "skirmish")
PAIRINGS = (("reiklanders", "skaven"), ("marienburgers", "undead"), ("witch_hunters", "middenheimers"))
MAX_COMMANDS = 4000


class Position(NamedTuple):
    """A moment of a battle in which a side must command."""

    battle: Battle
    side: str


class Played(NamedTuple):
    """A battle played to its end: every order's events, and the positions it went through when they were kept."""

    battle: Battle
    runs: tuple[int, ...]
    """How many events each order caused, in order."""
    positions: tuple[Position, ...]


@cache
def _fighters(warband_type: str) -> tuple[dict[str, Any], ...]:
    facts = book()
    return tuple(fighters_of(dealt_company(warband_type, "bench", facts), facts))


@cache
def setup(ruleset: str, seed: int, inches: int = 24) -> dict[str, Any]:
    """Setup data of a battle: two warbands of ten, a generated table, the plain scenario of 12 turns at most."""
    return {
        "ruleset": ruleset,
        "options": {},
        "scenario": {"code": "skirmish", "max_turns": 12},
        "table": generate_data(seed, width_in=inches, length_in=inches),
        "sides": [
            {"name": name, "fighters": [dict(one) for one in _fighters(name)]}
            for name in PAIRINGS[seed % len(PAIRINGS)]
        ],
    }


def play(data: dict[str, Any], dice: Dice, bot: str = "random", *, keep: bool = False) -> Played:
    """Play a battle to its end. `keep` forks the position before every order. RuntimeError when it never ends."""
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
    """The state half way through a battle whose positions were kept."""
    return played.positions[len(played.positions) // 2].battle.state
