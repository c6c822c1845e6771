"""Builds the active rules from a ruleset's code and the options.

Keys that a layer does not set come from the base layer, `mordheim`. Rule: CONV-FALLBACK-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.engine.errors import IllegalAction
from battles.engine.rulesets.core import CORE
from battles.engine.rulesets.gazette import GAZETTE
from battles.engine.rulesets.keys import Layer, Rules, changed
from battles.engine.rulesets.options import changes_of
from battles.engine.rulesets.skirmish import SKIRMISH
from battles.engine.sentences import say

LAYERS: dict[str, Layer] = {"skirmish": SKIRMISH, "gazette": GAZETTE, "mordheim": {}, "core": CORE}


def rules_for(code: str, options: Mapping[str, Any] | None = None) -> Rules:
    """The active rules: the base layer, the ruleset's layer, then the chosen options.

    Raises IllegalAction: unknown_ruleset, or an error of `changes_of`. Rules: CONV-RULESET-01, CONV-TOGGLE-01
    """
    if code not in LAYERS:
        raise IllegalAction("unknown_ruleset", say("No ruleset is called {code}.", code=repr(code)), "CONV-RULESET-01")
    return changed(Rules(), changes_of(code, options or {}, LAYERS[code]))
