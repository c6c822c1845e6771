"""Compiles a ruleset's code and its options to the active rules.

Keys that a layer does not set come from the base layer, `mordheim`. Rule: CONV-FALLBACK-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.engine.errors import IllegalAction
from battles.engine.rulesets.core import CORE
from battles.engine.rulesets.gazette import GAZETTE
from battles.engine.rulesets.keys import OPTIONS, Layer, Rules, RuleValue, changed
from battles.engine.rulesets.skirmish import SKIRMISH
from battles.engine.sentences import say

LAYERS: dict[str, Layer] = {"skirmish": SKIRMISH, "gazette": GAZETTE, "mordheim": {}, "core": CORE}
CODES = tuple(LAYERS)

_AVAILABLE = {
    "hr_cavalry_first_wound": ("skirmish",), "hr_poison_crit": ("skirmish",), "hr_swarms": ("skirmish",),
    "hr_no_single_target_penalty": ("skirmish",), "hr_plague_units": ("skirmish",), "panic_triggers": ("skirmish",),
    "straight_battle": ("gazette",), "weapon_class_crits": ("mordheim",),
    "core_keywords": ("skirmish", "gazette", "mordheim"),
    "terrain_pack": CODES, "sight_mode": CODES, "unit_hits": CODES, "uphill_bonus": CODES,
    "marsh_all_dangerous": CODES, "hr_losing_control": CODES,
}  # fmt: skip


def _panic(value: Any) -> tuple[int, ...]:
    triggers = tuple(value)
    barred = [trigger for trigger in triggers if trigger not in (1, 2, 5, 6)]
    if barred:
        raise IllegalAction(
            "trigger_not_allowed", say("Panic cannot have the reason {barred}.", barred=barred[0]), "PSY-PANIC-01"
        )
    return triggers


def rules_for(code: str, options: Mapping[str, Any] | None = None) -> Rules:
    """The active rules: base, the ruleset's layer, then the chosen options.

    Raises IllegalAction: unknown_ruleset, unknown_option, option_not_available, trigger_not_allowed. Rules:
    CONV-RULESET-01, CONV-TOGGLE-01
    """
    if code not in LAYERS:
        raise IllegalAction("unknown_ruleset", say("No ruleset is called {code}.", code=repr(code)), "CONV-RULESET-01")
    changes: dict[str, RuleValue] = dict(LAYERS[code])
    for option, value in (options or {}).items():
        if option not in OPTIONS:
            raise IllegalAction(
                "unknown_option", say("No option is called {option}.", option=repr(option)), "CONV-TOGGLE-01"
            )
        if code not in _AVAILABLE[option] and value:
            raise IllegalAction(
                "option_not_available",
                say("{code} has no option {option}.", code=code, option=repr(option)),
                "CONV-TOGGLE-01",
            )
        if option == "hr_no_single_target_penalty":
            changes["single_target_penalty"] = 0 if value else changes.get("single_target_penalty", 0)
        elif option == "straight_battle":
            changes["rout_tests"] = changes["voluntary_rout"] = not value
        elif option == "weapon_class_crits":
            changes["criticals"] = "class" if value else "basic"
        elif option == "core_keywords":
            changes["keywords"] = changes["wards"] = bool(value)
            if value and "killing_blow" not in changes:
                changes["killing_blow"] = "roster"
        elif option == "panic_triggers":
            changes["panic_triggers"] = _panic(value)
        else:
            changes[option] = value
    return changed(Rules(), changes)
