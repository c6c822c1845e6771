"""Default settings of a battle. The default ruleset is in `catalogue.rules.rulesets`, the default of generated tables
in `battles.tables.library`."""

from __future__ import annotations

from typing import Final

PLAIN_SCENARIO: Final = "skirmish"
"""A fight without further objectives."""
