"""Plays whole battles between bots and checks the geometry after every command, for `manage.py geometry`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

from battles.engine.battle import Battle
from battles.engine.bots.base import Bot
from battles.engine.bots.random import RandomBot
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.setup_data import SetupData
from battles.simulation.audit.geometry import Fault, GeometryAudit
from battles.simulation.bench.corpus import MAX_COMMANDS, fighters_of_list
from battles.tables.library import ready_tables, table_for
from catalogue.packs.installed import book

RULESETS = ("core", "mordheim", "gazette", "skirmish")
PAIRS_OF_BOTS = (
    ("random", "random"), ("tactician", "random"), ("random", "soldier"), ("soldier", "tactician"),
    ("tactician", "tactician"),
)  # fmt: skip
TURNS = 6
READY_EVERY = 5
"""One in this many battles is played on a standard table."""


class Report(NamedTuple):
    """Results of some battles: numbers of battles and commands, and the violations found."""

    battles: int
    commands: int
    faults: tuple[tuple[int, int, str, Fault], ...]
    """(battle number, command number, command, fault) for each violation."""

    def kinds(self) -> Counter[str]:
        """The number of violations by kind."""
        return Counter(fault.kind for _, _, _, fault in self.faults)


def plan(number: int) -> tuple[str, bool, tuple[str, str]]:
    """Ruleset, use of the terrain pack, and the bots of one battle. Forty consecutive numbers cover every
    combination."""
    return RULESETS[number % 4], bool(number // 4 % 2), PAIRS_OF_BOTS[number // 8 % len(PAIRS_OF_BOTS)]


@cache
def _lists() -> tuple[str, ...]:
    facts = book()
    return tuple(sorted(listed.code for tier in (1, 2, 3) for listed in facts.lists_of(tier)))


def setup_of(number: int) -> SetupData:
    """Setup data of one battle: two suggested warbands of different lists on a small table."""
    ruleset, pack, _ = plan(number)
    lists = _lists()
    names = (lists[number * 7 % len(lists)], lists[(number * 11 + 5) % len(lists)])
    if number % READY_EVERY == READY_EVERY - 1:
        ready = sorted(ready_tables())
        table = table_for(code=ready[number // READY_EVERY % len(ready)]).data
    else:
        density = ("club", "dense", "low")[number // 3 % 3]
        table = table_for(seed=f"geometry {number}", density=density, pack="many" if pack else "none").data
    return {
        "ruleset": ruleset,
        "options": {"terrain_pack": True} if pack else {},
        "scenario": {"code": "skirmish", "max_turns": TURNS},
        "table": table,
        "sides": [
            {"name": name, "fighters": [fighter.copy() for fighter in fighters_of_list(code)]}
            for name, code in zip(("Red", "Blue"), names, strict=True)
        ],
    }


def play_audited(number: int) -> Report:
    """Play one battle to its end. Raises RuntimeError if it never ends."""
    battle = Battle.begin(setup_of(number), PlainDice(number))
    audit = GeometryAudit(battle)
    bots = {side: _bot(name, number) for side, name in zip("ab", plan(number)[2], strict=True)}
    found: list[tuple[int, int, str, Fault]] = []
    for count in range(MAX_COMMANDS):
        waiting = battle.awaiting()
        if not waiting:
            return Report(1, count, tuple(found))
        side = waiting[0]
        command = bots[side].choose(battle, side).command
        battle.play(side, command)
        found.extend((number, count, str(command), fault) for fault in audit.check(battle))
    raise RuntimeError(f"Battle {number} never ends.")


def _bot(name: str, number: int) -> Bot:
    return RandomBot(number) if name == "random" else bot_called(name)


def joined(reports: list[Report]) -> Report:
    """Several reports combined to one."""
    faults = tuple(row for report in reports for row in report.faults)
    return Report(sum(r.battles for r in reports), sum(r.commands for r in reports), faults)
