"""All effects that facts may name: each code with its parameters and one sentence.

Packs, roster, aftermath and engine share this vocabulary. `EFFECTS[code]` gives the meaning; packs that name another
code, leave out a required parameter or give one of the wrong kind are refused.
"""

from __future__ import annotations

from catalogue.effects.aftermath import AFTERMATH
from catalogue.effects.battle import BATTLE
from catalogue.effects.meanings import Meaning, ParamKind, Part, read
from catalogue.effects.roster import ROSTER
from catalogue.effects.scenarios import SCENARIO_EFFECTS
from catalogue.effects.special_rules import SPECIAL_RULES

__all__ = ["EFFECTS", "Meaning", "ParamKind", "Part"]

EFFECTS: dict[str, Meaning] = {
    **read("battle", BATTLE),
    **read("battle", SPECIAL_RULES),
    **read("board", SCENARIO_EFFECTS),
    **read("roster", ROSTER),
    **read("aftermath", AFTERMATH),
}
"""Effect code -> meaning, grouped by the part of the site that carries it out."""
