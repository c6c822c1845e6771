"""Seeded battles of bots, and a hash of everything that happens in each.

The hashes are stored in `battle_hashes.json`, written by `write`:

    python manage.py shell -c "from battles.engine.tests.battle_hashes import write; write()"

Write them again only when the rules, the dice or the stored form of events change on purpose.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from battles.engine.battle import Battle
from battles.engine.bots.random import RandomBot
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.events.log_format import to_data
from battles.engine.setup_data import SetupData
from battles.engine.tests.gates.landscape import pack_setup
from battles.engine.tests.setups import play_out
from battles.simulation.bench.matches import match_setup

RULESETS = ("mordheim", "core", "gazette", "skirmish")
FILE = Path(__file__).with_name("battle_hashes.json")


class Case(NamedTuple):
    """A battle: the bot on both sides, the ruleset, the seed, the size of the table and the last turn."""

    bot: str
    ruleset: str
    number: int
    inches: int = 24
    turns: int = 12
    pack: bool = False
    """On a table of sixteen pieces of the terrain pack, in the ruleset that follows from the number."""

    @property
    def name(self) -> str:
        """The key in the file."""
        return f"{self.bot}, {self.ruleset}, {self.number}, {self.inches} inches" + (", terrain pack" * self.pack)

    def setup(self) -> SetupData | dict[str, Any]:
        """The setup data of the battle."""
        if self.pack:
            return pack_setup(self.number, self.turns)
        setup = match_setup(self.ruleset, self.number, self.inches)
        setup["scenario"]["max_turns"] = self.turns
        return setup


CASES = (
    # For `match_setup`: three different warband lists, two tables with ruins, one open table.
    *(Case("random", ruleset, number) for ruleset in RULESETS for number in (1, 10, 19)),
    *(Case("random", ruleset, number, turns=8) for ruleset in RULESETS for number in (5, 15)),
    *(Case("random", ruleset, 7, inches=48, turns=4) for ruleset in RULESETS),
    *(Case("soldier", ruleset, 9, turns=5) for ruleset in RULESETS),
    *(Case("tactician", ruleset, 3, turns=5) for ruleset in RULESETS),
    *(Case("random", ruleset, number, 48, 4, pack=True) for number, ruleset in enumerate(("first", "second", "third"))),
    Case("tactician", "fourth", 3, 48, 2, pack=True),
)


def battle_hash(case: Case) -> str:
    """SHA-256 of the events and the final state of a battle, as compact JSON in the order in which it is stored."""
    setup = case.setup()
    for fighter in (fighter for side in setup["sides"] for fighter in side["fighters"]):
        # The log contains the names of weapons, which may be reworded; their codes do not change.
        fighter["weapons"] = [{**weapon, "name": weapon["code"]} for weapon in fighter["weapons"]]
    battle = Battle.begin(setup, PlainDice(case.number))
    bot = RandomBot(case.number) if case.bot == "random" else bot_called(case.bot)
    play_out(battle, dict.fromkeys("ab", bot), limit=8000)
    assert battle.outcome is not None
    everything = [[to_data(event) for event in battle.log], battle.state.to_data(), battle.state.dice_position]
    return sha256(json.dumps(everything, separators=(",", ":")).encode()).hexdigest()


def stored() -> dict[str, str]:
    """The hashes of the file, by the name of the case."""
    hashes: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return hashes


def write() -> None:
    """Play every battle and write the file."""
    hashes = {case.name: battle_hash(case) for case in CASES}
    FILE.write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")
