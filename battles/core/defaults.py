"""What a battle is played with by default. The ruleset has its default in `catalogue.rules.rulesets`, a generated table
in `battles.tables.library`.
"""

from __future__ import annotations

from typing import Final

PLAIN_SCENARIO: Final = "skirmish"
"""A fight without further objectives."""
