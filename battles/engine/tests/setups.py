"""Whole battles for gates, benches and bots: warbands of six, generated tables, every ruleset and scenario."""

from __future__ import annotations

from typing import Any

from battles.engine.battle import Battle
from battles.engine.bots.base import Bot
from battles.engine.bots.registry import bot_called
from battles.engine.dice import Dice, PlainDice
from battles.engine.tests.builder import AXE, BOW, HALBERD, MACE, SWORD

COMPANY: tuple[dict[str, Any], ...] = (
    {
        "name": "Captain", "role": "hero", "is_leader": True, "weapons": [SWORD, AXE], "armour": 6,
        "profile": {"weapon_skill": 4, "ballistic_skill": 4, "initiative": 4, "attacks": 2, "leadership": 8},
    },
    {"name": "Champion", "role": "hero", "weapons": [HALBERD], "armour": 6, "profile": {"weapon_skill": 4}},
    {"name": "Swordsman", "weapons": [SWORD], "shield": True, "roster_id": "blades"},
    {"name": "Bruiser", "weapons": [MACE], "roster_id": "blades"},
    {"name": "Archer", "weapons": [SWORD, BOW], "roster_id": "bows"},
    {"name": "Marksman", "weapons": [SWORD, BOW], "roster_id": "bows"},
)  # fmt: skip


def setup(
    ruleset: str,
    *,
    scenario: str = "skirmish",
    table: dict[str, Any] | None = None,
    max_turns: int = 12,
    sides: int = 2,
    fighters: list[dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A battle of equal companies, by default on an open table."""
    company = [dict(fighter) for fighter in (COMPANY if fighters is None else fighters)]
    return {
        "ruleset": ruleset,
        "options": options or {},
        "sides": [{"name": name, "fighters": company} for name in ("Red", "Blue", "Green", "Grey")[:sides]],
        "table": table or {"width": 4800, "length": 4800},
        "scenario": {"code": scenario, "max_turns": max_turns},
    }


def begin(data: dict[str, Any], seed: int) -> Battle:
    """The battle with quick dice."""
    return Battle.begin(data, PlainDice(seed))


def play_out(battle: Battle, bots: dict[str, Bot] | str = "random", limit: int = 4000) -> int:
    """Let bots finish a battle; gives the number of commands. Fails when it does not end."""
    chosen = {side: bot_called(bots) for side in battle.game.sides} if isinstance(bots, str) else bots
    for count in range(limit):
        waiting = battle.awaiting()
        if not waiting:
            return count
        side = waiting[0]
        battle.play(side, chosen[side].choose(battle, side).command)
    raise AssertionError(f"the battle goes on after {limit} commands: {battle.state.flow[-1]}")


__all__ = ["COMPANY", "Dice", "begin", "play_out", "setup"]
