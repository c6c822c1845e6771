"""Every keyword has worked cases in each ruleset: for what it does there, or to show that it does nothing (item
2.4)."""

from __future__ import annotations

import pytest

from battles.engine.steps.nerve.psychology import MORALE_KEYWORDS
from battles.engine.steps.turn.muster import CHAPTER_KEYWORDS
from battles.engine.tests.builder import RULESETS
from battles.simulation.conformance.tests.every_case import every_case

CASES = every_case()
RULES = {
    "fear": "PSY-FEAR-01", "frenzy": "PSY-FRENZY-02", "hatred": "PSY-HATE-01", "stupidity": "PSY-STUPID-01",
    "immune_to_psychology": "PSY-IMM-01", "terror": "PSY-TERROR-01", "stubborn": "PSY-STUB-01",
    "unbreakable": "PSY-UNBR-01", "ethereal": "SPEC-ETHEREAL-01", "flammable": "SPEC-FLAMMABLE-01",
    "flaming_attacks": "SPEC-FLAMING-01", "stomp": "SPEC-STOMP-01", "no_stomp": "SPEC-STOMP-01",
    "thunderstomp": "SPEC-STOMP-03", "impact_hits": "SPEC-IMPACT-02", "poisoned_attacks": "SPEC-POISON-01",
    "killing_blow": "SPEC-KB-01", "heroic_killing_blow": "SPEC-KB-02", "breath_attack": "SPEC-BREATH-01",
    "ward": "SAVE-WARD-01", "regeneration": "SAVE-REGEN-01", "magic_resistance": "SAVE-MR-01",
}  # fmt: skip
"""Keyword -> the rule that describes its effect."""
OWN_RULE_OF_CORE = {"killing_blow": "SPEC-KB-02"}
"""Keywords that have a rule of their own under core."""


def test_every_keyword_is_listed() -> None:
    assert RULES.keys() == CHAPTER_KEYWORDS | MORALE_KEYWORDS


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("keyword", sorted(RULES))
def test_a_keyword_has_a_case_in_each_ruleset(keyword: str, ruleset: str) -> None:
    """Cases with house rules do not count, because they show what the house rule changes."""
    rule = OWN_RULE_OF_CORE.get(keyword, RULES[keyword]) if ruleset == "core" else RULES[keyword]
    assert any(case.rule == rule and ruleset in case.rulesets and "core_keywords" not in case.options for case in CASES)
