"""Builds a checked game from plain setup data, or reports every mistake in the data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from battles.engine.errors import BadSetup, IllegalAction
from battles.engine.game import SIDE_LETTERS, Game, Side
from battles.engine.profile import Fighter, fighter_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.sentences import say
from battles.engine.steps.turn.muster import check_muster
from battles.engine.table.table import Table, TableRefused
from battles.engine.terrain.classes import classed


def game_from_data(data: Mapping[str, Any]) -> Game:
    """Build a battle from setup data.

    `{"ruleset", "options": {}, "sides": [{"name", "allies": [], "fighters": [Fighter fields without id]}], "table":
    table data, "scenario": {...}}`. Fighters get ids a1, a2 ... in order. Raises BadSetup with every mistake found.
    """
    faults: list[IllegalAction] = []
    try:
        rules = rules_for(str(data.get("ruleset", "")), data.get("options"))
    except IllegalAction as fault:
        raise BadSetup([fault]) from fault
    sides: dict[str, Side] = {}
    fighters: dict[str, Fighter] = {}
    rows = data.get("sides", [])
    if not 1 <= len(rows) <= len(SIDE_LETTERS):
        faults.append(IllegalAction("bad_setup", "A battle has one to eight sides."))
    for letter, row in zip(SIDE_LETTERS, rows, strict=False):
        sides[letter] = Side(
            id=letter,
            name=str(row.get("name", letter.upper())),
            allies=frozenset(row.get("allies", ())),
            alignment=row.get("alignment", ""),
            tags=frozenset(row.get("tags", ())),
            neutral=row.get("neutral") is True,
            rating=_number(row.get("rating", 0)),
            faction=str(row.get("faction", "")),
            points=_number(row.get("points", 0)),
            ends_own_turns=row.get("ends_own_turns") is True,
        )
        for number, raw in enumerate(row.get("fighters", ()), 1):
            identity = f"{letter}{number}"
            try:
                fighters[identity] = fighter_from_data({**raw, "id": identity})
            except IllegalAction as fault:
                faults.append(fault)
            except (TypeError, ValueError, KeyError) as fault:
                faults.append(
                    IllegalAction(
                        "bad_fighter",
                        say("A fighter of {name} cannot be read: {fault}.", name=sides[letter].name, fault=fault),
                    )
                )
    table = None
    try:
        table = _table_of(classed(data.get("table", {}), rules))
    except TableRefused as refused:
        faults.extend(IllegalAction("bad_table", problem.sentence, problem.rule_id) for problem in refused.problems)
    if faults or table is None:
        raise BadSetup(faults)
    scenario: Any = dict(data.get("scenario", {}))
    game = Game(rules=rules, sides=sides, fighters=fighters, table=table, scenario=scenario, data=dict(data))
    faults = check_muster(game)
    if faults:
        raise BadSetup(faults)
    return game


def _number(value: object) -> int:
    """A whole number of the setup; 0 for anything else."""
    return value if isinstance(value, int) else 0


def _table_of(data: Any) -> Table:
    """The compiled table of untrusted data. Battles on equal tables share one table and its caches."""
    try:
        text = json.dumps(data)
    except (TypeError, ValueError):
        return Table.from_data(data)
    return _compiled(text)


@lru_cache(maxsize=8)
def _compiled(text: str) -> Table:
    return Table.from_data(json.loads(text))


def forget_tables() -> None:
    """Clear the cache of compiled tables (for benchmarks)."""
    _compiled.cache_clear()
