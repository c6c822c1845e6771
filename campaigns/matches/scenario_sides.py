"""How many warbands can play a scenario. Rule: LG-SCEN-02"""

from __future__ import annotations

from typing import Final

from battles.engine.scenarios.registry import SCENARIOS
from catalogue.custom_packs.codes import is_custom_code
from catalogue.packs.book import Scenario

EDGES: Final = 4
"""Number of table edges, and so of sides that can each have one."""


def allows_sides(record: Scenario, sides: int) -> bool:
    """Whether this many sides may play the scenario. Scenarios with an attacker and those of custom packs are for two.
    One that the board plays from data is for as many sides as there are edges, if every side sets up along an edge. A
    scenario known only by its title may be for any number."""
    if sides <= 2:
        return True
    known = SCENARIOS.get(record.code)
    if known is not None:
        return known.sides[0] <= sides <= known.sides[1]
    if record.has_attacker or is_custom_code(record.code):
        return False
    places = [effect for effect in record.effects if effect.code.startswith("deploy_")]
    edges = all(place.code == "deploy_edge" and place.params["side"] == "both" for place in places)
    return record.automation == "text" or (edges and sides <= EDGES)
