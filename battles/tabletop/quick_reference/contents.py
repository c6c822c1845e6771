"""The quick reference of a ruleset, with the house rules of a league. Rules: CONV-RULESET-01, CONV-TOGGLE-01"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from battles.engine.aftermath.house_rules import battle_options
from battles.engine.rulesets.compile import rules_for
from battles.tabletop.quick_reference.fighting import (
    armour_part,
    combat_part,
    criticals_part,
    injuries_part,
    shooting_part,
)
from battles.tabletop.quick_reference.parts import Line, Part
from battles.tabletop.quick_reference.turn_and_movement import movement_part, psychology_part, turn_part
from campaigns.house_rules.text import Difference


def parts_of(ruleset: str, house_rules: Mapping[str, Any], differences: Sequence[Difference] = ()) -> list[Part]:
    """Every part in the order of the paper. `house_rules` are the switches of a league, `differences` their texts."""
    rules = rules_for(ruleset, battle_options(house_rules))
    parts = [
        turn_part(rules),
        combat_part(rules),
        shooting_part(rules),
        armour_part(rules),
        injuries_part(rules),
        criticals_part(rules),
        psychology_part(rules),
        movement_part(rules),
    ]
    if differences:
        parts.append(Part(_("House rules of the league"), [_house_rule(line) for line in differences]))
    return parts


def _house_rule(line: Difference) -> Line:
    about = f" ({str(line.about).rstrip('.')})" if line.about else ""
    return Line(line.name, f"{line.now}{about}.")
