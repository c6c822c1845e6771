"""Keywords of the keyword chapter that packs give as effects. They apply only in rulesets that use that chapter.

Hook `psychology`.

Impact hits, breath, wards, regeneration and magic resistance are traits with numbers, which their own steps read.
Rules: PSY-KEYS-01, SPEC-*
"""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import BattleState

CHAPTER = {
    "cause_terror": "terror", "stubborn": "stubborn", "unbreakable": "unbreakable", "ethereal": "ethereal",
    "flammable": "flammable", "flaming_attacks": "flaming_attacks",
}  # fmt: skip
"""The keyword that each trait gives. Rules: PSY-TERROR-01, PSY-STUB-01, PSY-UNBR-01, SPEC-ETHEREAL-01,
SPEC-FLAMMABLE-01, SPEC-FLAMING-01
"""


def _give(trait: str, keyword: str) -> None:
    @on("psychology", trait)
    def given(game: Game, state: BattleState, model_id: str, keywords: frozenset[str]) -> frozenset[str]:
        return keywords | {keyword} if game.rules.keywords else keywords


for _trait, _keyword in CHAPTER.items():
    _give(_trait, _keyword)
