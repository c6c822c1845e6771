"""Seeded battles of random bots, and a hash of everything that happens in each.

The hashes are stored in `battle_hashes.json`, written by `python -m battles.engine.tests.battle_hashes` (needs
DJANGO_SETTINGS_MODULE). Write them again only when the rules, the dice or the stored form of events change on purpose.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from pathlib import Path

from battles.engine.battle import Battle
from battles.engine.bots.random import RandomBot
from battles.engine.dice import PlainDice
from battles.engine.events.wire import to_data
from battles.engine.tests.setups import play_out
from battles.simulation.bench.matches import match_setup

RULESETS = ("mordheim", "core", "gazette", "skirmish")
NUMBERS = (1, 10, 19)
"""Of `match_setup`: three different warband lists, two of the tables with ruins, one open."""
TURNS = 12
FILE = Path(__file__).with_name("battle_hashes.json")


def battle_hash(ruleset: str, number: int) -> str:
    """SHA-256 of the events and the final state of a battle, as compact JSON in the order in which it is stored."""
    setup = match_setup(ruleset, number)
    setup["scenario"]["max_turns"] = TURNS
    for fighter in (fighter for side in setup["sides"] for fighter in side["fighters"]):
        # The log quotes the names of weapons, which may be reworded: codes stay the same.
        fighter["weapons"] = [{**weapon, "name": weapon["code"]} for weapon in fighter["weapons"]]
    battle = Battle.begin(setup, PlainDice(number))
    play_out(battle, {side: RandomBot(number) for side in "ab"}, limit=8000)
    assert battle.outcome is not None
    everything = [[to_data(event) for event in battle.log], battle.state.to_data(), battle.state.dice_position]
    return sha256(json.dumps(everything, separators=(",", ":")).encode()).hexdigest()


def stored() -> dict[str, dict[str, str]]:
    """The hashes of the file: {ruleset: {number: hash}}."""
    hashes: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return hashes


def write() -> None:
    """Play every battle and write the file."""
    hashes = {ruleset: {str(number): battle_hash(ruleset, number) for number in NUMBERS} for ruleset in RULESETS}
    FILE.write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests_support.settings")
    django.setup()
    write()
    sys.stdout.write(f"{FILE} written\n")
