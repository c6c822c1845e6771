"""What worked cases report about shots, parries, panic, saves, hidden models and commands. Each line names a
case with the correct result and a result that used to be reported wrongly; with the wrong one the case must fail."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from battles.engine.scenarios.checks import POSTS
from battles.simulation.conformance.runner import run_case
from battles.simulation.conformance.tests.every_case import every_case
from battles.simulation.conformance.values import Step

HOUSE = Path(__file__).resolve().parents[4]
CASES = {case.id: case for case in every_case()}
REPORTS: list[tuple[str, str, Any]] = [
    ("SHOOT-NEED7-01.e", "need_hit", 6),
    ("SHOOT-NEED7-01.f", "hits", 1),
    ("SHOOT-NEED7-01.g", "need_hit", 6),
    ("CC-PARRY-04.d", "hits", 1),
    ("CC-PARRY-04.e", "hits", 2),
    ("DICE-REROLL-01.c", "hits", 1),
    ("PSY-PANIC-01.e", "F.fleeing", False),
    ("PSY-PANIC-01.f", "passed", False),
    ("ARM-MOD-01.d", "save", "none"),
    ("ARM-MOD-01.e", "saved", False),
    ("LS-TRUE-01/d", "rays", 25),
    ("LS-TRUE-01/e", "rays", 0),
]
"""(case, field, wrong result)."""


@pytest.mark.parametrize(("name", "field", "wrong"), REPORTS)
def test_the_report_is_exact(name: str, field: str, wrong: Any) -> None:
    case = CASES[name]
    assert field in case.expect
    for ruleset in case.rulesets:
        assert run_case(case, ruleset).passed
        assert not run_case(replace(case, expect={**case.expect, field: wrong}), ruleset).passed


def test_the_page_lists_every_command_of_a_force() -> None:
    """Rule: SCN-BANNER-01, `force.command`."""
    page = (HOUSE / "docs" / "reference" / "conformance.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^- `force` .*$", page, re.M)
    (listed,) = re.findall(r"command \(([^)]+)\)", line)
    assert set(listed.split(", ")) == POSTS


@pytest.mark.parametrize("post", sorted(POSTS))
def test_every_documented_command_is_checked(post: str) -> None:
    """Champions are allowed, banners and musicians are not (SCN-BANNER-01)."""
    case = replace(CASES["SCN-BANNER-01.a"], steps=(("force", Step({"force": {"command": [post]}})),))
    assert run_case(case, "skirmish").passed == (post == "champion")


def test_an_unknown_command_is_named() -> None:
    case = replace(CASES["SCN-BANNER-01.a"], steps=(("force", Step({"force": {"command": ["drummer"]}})),))
    (fault,) = run_case(case, "skirmish").faults
    assert "command knows battle_standard, champion, musician, standard, not drummer" in fault
