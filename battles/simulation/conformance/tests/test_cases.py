"""Every worked case that exists as a file is run in each of its rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

from battles.simulation.conformance import documents
from battles.simulation.conformance.case import Case
from battles.simulation.conformance.runner import run_case
from battles.simulation.conformance.tabletop.index import tabletop_rules
from battles.simulation.conformance.tests.every_case import FOLDER, every_case

DOCS = FOLDER.parents[2] / "docs" / "reference"
RUNS = [(case, ruleset) for case in every_case() for ruleset in case.rulesets]


@pytest.mark.parametrize(("case", "ruleset"), RUNS, ids=[f"{case.id}-{ruleset}" for case, ruleset in RUNS])
def test_worked_case(case: Case, ruleset: str) -> None:
    result = run_case(case, ruleset)
    assert result.passed, f"{case.file}:{case.line}: " + " ".join(result.faults)


def test_the_pages_made_from_cases_are_current() -> None:
    results = [run_case(case, ruleset) for case, ruleset in RUNS]
    command = "python manage.py conformance battles/engine/conformance --docs docs/reference"
    assert (DOCS / "rules.md").read_text() == documents.rules_page(results), command
    manual = (DOCS / "conformance.md").read_text()
    assert manual == documents.manual(manual), command


def test_files_lie_in_the_folder_of_their_chapter() -> None:
    for case, _ in RUNS:
        assert Path(case.file).parent.name == case.id.split("-")[0].lower(), case.id


def test_cases_belong_to_written_rules() -> None:
    rules = {rule.id for rule in documents.written_rules()} | {one for ids in tabletop_rules().values() for one in ids}
    assert {case.rule for case, _ in RUNS} <= rules
    by_chapter = documents.counts([run_case(case, ruleset) for case, ruleset in RUNS[:1]])
    assert sum(count.written for count in by_chapter.values()) == sum(
        len(rule.cases) for rule in documents.written_rules()
    )
