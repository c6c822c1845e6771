"""Every rule is cited in code and has a worked case, or a reason in docs/reference/rule-gaps.txt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from battles.engine.rulesets.options import OPTIONS
from battles.simulation.conformance.case import Case
from battles.simulation.conformance.coverage import CASE, CODE, GAPS, NEVER, cited, lacking, listed_gaps
from battles.simulation.conformance.documents import IDS, written_rules
from battles.simulation.conformance.runner import run_case
from battles.simulation.conformance.tests.every_case import every_case

CASES = every_case()
COMBAT = (
    "CONV", "DICE", "CHAR", "TURN", "MAG", "SHOOT", "WND", "CRIT", "ARM", "SAVE", "INJ", "CC", "SPEC", "PSY", "ALLY",
    "SCN", "WB", "FAC",
)  # fmt: skip


def test_the_list_of_rule_ids_is_complete() -> None:
    rules = [rule.id for rule in written_rules()]
    assert len(rules) == len(set(rules)) == 403
    assert sum(rule.chapter in COMBAT for rule in written_rules()) == 216
    assert IDS.parent == GAPS.parent


def test_every_rule_has_code_and_a_case_or_a_reason() -> None:
    found = lacking([rule.id for rule in written_rules()], {case.rule for case in CASES})
    listed = {rule: lacks for rule, (lacks, _) in listed_gaps().items() if lacks != NEVER}
    never = {rule for rule, (lacks, _) in listed_gaps().items() if lacks == NEVER}
    assert {rule: lacks for rule, lacks in found.items() if rule not in never} == listed, f"new or stale in {GAPS.name}"
    assert never <= found.keys()


def test_every_gap_has_a_reason() -> None:
    rules = {rule.id for rule in written_rules()}
    for rule, (lacks, reason) in listed_gaps().items():
        assert rule in rules, rule
        assert lacks in (CODE, CASE, f"{CODE} {CASE}", NEVER), rule
        assert len(reason) > 10, rule
        assert reason.endswith("."), rule


def test_combat_and_nerve_lack_nothing() -> None:
    found = lacking([rule.id for rule in written_rules() if rule.chapter in COMBAT], {case.rule for case in CASES})
    assert found == {}
    kept = {case.id for case in CASES}
    missing = [case for rule in written_rules() if rule.chapter in COMBAT for case in rule.cases if case not in kept]
    assert missing == []


def test_a_range_of_ids_cites_each() -> None:
    assert {"TURN-RALLY-01", "TURN-RALLY-03", "TURN-RALLY-04"} <= cited().keys()
    assert "steps/turn/recovery.py" in cited()["TURN-RALLY-04"]


def test_a_rule_without_code_is_reported() -> None:
    assert lacking(["CC-NONSENSE-01", "CC-HIT-01"], {"CC-HIT-01"}) == {"CC-NONSENSE-01": "code case"}


def _comes_out(case: Case, options: dict[str, Any]) -> bool:
    return all(run_case(replace(case, options=options), ruleset).passed for ruleset in case.rulesets)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_switch_acts(option: str) -> None:
    """Some case succeeds with the option set as in the case and fails without it. Rule: CONV-TOGGLE-01"""
    switched = [case for case in CASES if option in case.options]
    assert any(
        not _comes_out(case, {name: value for name, value in case.options.items() if name != option})
        for case in switched
    ), f"{len(switched)} cases set it"
    assert all(_comes_out(case, case.options) for case in switched[:5])
