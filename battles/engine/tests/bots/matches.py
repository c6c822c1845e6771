"""Matches of two bots, by default tactician against random: mirrored warbands of the eight lists, alternating sides.

Every second battle is fought in generated ruins, the others on open ground, all on tables of two feet square.

    python -m battles.engine.tests.bots.matches core 200      # needs DJANGO_SETTINGS_MODULE
    python -m battles.engine.tests.bots.matches core 100 soldier random
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Any, NamedTuple

from battles.engine.battle import Battle
from battles.engine.bots.base import Bot
from battles.engine.bots.random import RandomBot
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.table.generator import generate_data
from battles.engine.tests.setups import play_out

MOST_TURNS = 40


class Score(NamedTuple):
    """How the matches went; a draw is no win."""

    won: int
    lost: int
    drawn: int


@cache
def company(warband_type: str) -> tuple[dict[str, Any], ...]:
    """The fighters of a suggested warband of a list."""
    from battles.core.bridge import fighters_of
    from battles.setup.new_battle import random_state
    from catalogue.packs.installed import book

    return tuple(fighters_of(random_state(warband_type, "bench", book()), book()))


def match_setup(ruleset: str, number: int) -> dict[str, Any]:
    """Two equal warbands; every four matches the next list, odd numbers in ruins."""
    from catalogue.packs.installed import book

    lists = sorted(listed.code for listed in book().lists_of(1))
    fighters = company(lists[number // 4 % len(lists)])
    table = generate_data(number, width_in=24, length_in=24) if number % 2 else {"width": 2400, "length": 2400}
    return {
        "ruleset": ruleset,
        "options": {},
        "sides": [{"name": name, "fighters": [dict(fighter) for fighter in fighters]} for name in ("Red", "Blue")],
        "table": table,
        "scenario": {"code": "skirmish", "max_turns": MOST_TURNS},
    }


def player(name: str, number: int) -> Bot:
    """The bot of that name; the blind one with a fancy of its own for every match."""
    return RandomBot(number) if name == "random" else bot_called(name)


def match(ruleset: str, number: int, better: str = "tactician", worse: str = "random") -> int:
    """1 when the better bot won, -1 when it lost, 0 for a draw."""
    battle = Battle.begin(match_setup(ruleset, number), PlainDice(number))
    mine = "ab"[number // 2 % 2]
    bots = {side: player(better if side == mine else worse, number) for side in "ab"}
    play_out(battle, bots, limit=8000)
    assert battle.outcome is not None
    if not battle.outcome.winners:
        return 0
    return 1 if battle.outcome.winners == (mine,) else -1


def matches(ruleset: str, count: int, start: int = 0, *, better: str = "tactician", worse: str = "random") -> Score:
    """The score of so many matches."""
    results = [match(ruleset, number, better, worse) for number in range(start, start + count)]
    return Score(results.count(1), results.count(-1), results.count(0))


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests_support.settings")
    django.setup()
    names = dict(zip(("better", "worse"), sys.argv[3:], strict=False))
    sys.stdout.write(f"{matches(sys.argv[1], int(sys.argv[2]), **names)}\n")
