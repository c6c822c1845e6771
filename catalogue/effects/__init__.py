"""The vocabulary of effects: every code a fact may name, with its parameters and one sentence.

One home for the words that packs, roster, aftermath and engine share. `EFFECTS[code]` gives the meaning; packs that
name another code, leave out a required parameter or give one of the wrong kind are refused.
"""

from __future__ import annotations

from catalogue.effects.aftermath import AFTERMATH
from catalogue.effects.battle import BATTLE
from catalogue.effects.board import BOARD
from catalogue.effects.meanings import Meaning, ParamKind, Part, read
from catalogue.effects.roster import ROSTER
from catalogue.effects.tricks import TRICKS

__all__ = ["EFFECTS", "Meaning", "ParamKind", "Part"]

EFFECTS: dict[str, Meaning] = {
    **read("battle", BATTLE),
    **read("battle", TRICKS),
    **read("board", BOARD),
    **read("roster", ROSTER),
    **read("aftermath", AFTERMATH),
}
"""Effect code -> meaning, by the part of the site that carries it out."""
