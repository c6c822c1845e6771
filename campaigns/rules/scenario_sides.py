"""How many warbands a scenario takes. Rule: LG-SCEN-02"""

from __future__ import annotations

from battles.engine.scenarios.base import SCENARIOS
from catalogue.book import Scenario
from catalogue.own.codes import is_own


def takes(record: Scenario, sides: int) -> bool:
    """Whether so many may play it. One with an attacker is for two, and so is one of an own pack; what is known by its
    title alone may be for any number."""
    if sides <= 2:
        return True
    known = SCENARIOS.get(record.code)
    if known is not None:
        return known.sides[0] <= sides <= known.sides[1]
    return not (record.has_attacker or is_own(record.code))
