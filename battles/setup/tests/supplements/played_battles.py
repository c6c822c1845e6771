"""Battles of the supplements' scenarios that the board plays from data: set up, fought by bots, and checked."""

from __future__ import annotations

from typing import Any

from battles.core.custom_scenarios import home_of, is_by_data
from battles.engine.battle import Battle
from battles.engine.dice import PlainDice
from battles.engine.scenarios.creatures.figures import cast
from battles.engine.table.generator import generate_data
from battles.engine.tests.builder import RULESETS
from battles.engine.tests.gates.checks import play_checked
from battles.engine.tests.setups import setup
from catalogue.custom_packs.codes import is_custom_code
from catalogue.packs.book import Scenario
from catalogue.packs.installed import book


def by_data() -> list[str]:
    """Codes of the supplements' scenarios that are played from data."""
    return sorted(
        record.code
        for record in book().scenarios.values()
        if record.automation != "text" and is_by_data(record.code) and not is_custom_code(record.code)
    )


def data_of(code: str, ruleset: str = "mordheim", *, number: int = 1, turns: int = 4, **about: Any) -> dict[str, Any]:
    """The setup of a battle of equal companies on generated ruins of 30 inches."""
    record: Scenario = book().scenarios[code]
    table = about.pop("table", None) or generate_data(number, density="club", width_in=30, length_in=30)
    made = setup(ruleset, max_turns=turns, table=table, **about)
    made["scenario"] |= {"code": code, "home": home_of(record)}
    return cast(made)


def begun(code: str, ruleset: str = "mordheim", *, seed: int = 1, **about: Any) -> Battle:
    """A battle that has just begun, with its first prompt or the deployment pending."""
    return Battle.begin(data_of(code, ruleset, number=seed, **about), PlainDice(seed))


def fought(code: str, ruleset: str = "mordheim", *, seed: int = 1, **about: Any) -> Battle:
    """A battle played to its end with all invariants of the engine and the geometry checked after each command."""
    battle, _played = play_checked(seed, data=data_of(code, ruleset, number=seed, **about))
    return battle


__all__ = ["RULESETS", "begun", "by_data", "data_of", "fought"]
