"""Rosters at the limits of the books: legal ones pass, each illegal one is refused for its own reason."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from catalogue.packs.installed import book
from warbands.core.state import WarbandState
from warbands.rules import roster_changes
from warbands.rules.check import check_roster

DATA = Path(__file__).parent / "data" / "rosters"
PURSE_GC = 9000
"""More gold than any of them costs, so that gold is never the reason unless a case sets it."""


def cases(verdict: str) -> list[Any]:
    """All cases with this expected result, named by list and purpose."""
    found = []
    for path in sorted(DATA.glob("*.yaml")):
        for code, suites in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader).items():
            found += [pytest.param(code, case, id=f"{code}: {case['name']}") for case in suites[verdict]]
    return found


def state_of_case(code: str, case: dict[str, Any]) -> WarbandState:
    """A draft with all members hired and equipped, regardless of the rules."""
    facts, gold = book(), case.get("gold", PURSE_GC)
    state = WarbandState(
        key="case", name=case["name"], warband_type_code=code, founding_gold_gc=gold, treasury_gc=gold, seed="case"
    )
    for entry, count in case["hire"].items():
        most = 1 if facts.warrior_types[entry].kind == "hero" else facts.tables.group_size_max
        while count > 0:
            member = roster_changes.hire(state, facts, entry, headcount=min(count, most))
            for item in case.get("kit", {}).get(entry, ()):
                roster_changes.buy(state, facts, member.key, item, price_gc=facts.prices_for(entry).get(item, 0))
            for mutation in case.get("mutations", {}).get(entry, ()):
                roster_changes.mutate(state, facts, member, mutation)
            count -= min(count, most)
    return state


@pytest.mark.parametrize(("code", "case"), cases("legal"))
def test_a_legal_roster_passes(code: str, case: dict[str, Any]) -> None:
    state = state_of_case(code, case)
    assert [str(violation.sentence) for violation in check_roster(state, book())] == []


@pytest.mark.parametrize(("code", "case"), cases("illegal"))
def test_an_illegal_roster_is_refused_for_its_reason(code: str, case: dict[str, Any]) -> None:
    found = {violation.code for violation in check_roster(state_of_case(code, case), book())}
    assert found & set(case["breach"]), found


def test_every_list_has_its_rosters() -> None:
    counts: dict[str, list[int]] = {}
    for at, verdict in enumerate(("legal", "illegal")):
        for case in cases(verdict):
            counts.setdefault(case.values[0], [0, 0])[at] += 1
    for listed in book().warband_types.values():
        least = 10 if listed.source.tier == 1 else 2
        assert min(counts.get(listed.code, [0, 0])) >= least, (listed.code, counts.get(listed.code))
