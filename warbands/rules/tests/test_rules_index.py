"""Every rule id in the app is in the index, and the index is in docs/reference/roster-rules.md."""

import re
from pathlib import Path

from warbands.rules.violations import RULES

ROOM = Path(__file__).resolve().parents[2]
ID = re.compile(r"RO-[A-Z]+(?:-[A-Z]+)*-\d\d")


def named_in_code() -> dict[str, set[str]]:
    """Rule id -> files that name it."""
    found: dict[str, set[str]] = {}
    for path in ROOM.rglob("*.py"):
        if "tests" not in path.parts and path.name != "breaches.py":
            for rule in ID.findall(path.read_text(encoding="utf-8")):
                found.setdefault(rule, set()).add(str(path.relative_to(ROOM)))
    return found


def test_no_rule_is_named_that_the_index_does_not_hold() -> None:
    assert set(named_in_code()) - set(RULES) == set()


def test_every_rule_of_the_index_is_carried_out_somewhere() -> None:
    assert set(RULES) - set(named_in_code()) == set()


def test_the_printed_index_is_the_index() -> None:
    printed = (ROOM.parent / "docs" / "reference" / "roster-rules.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (RO-[A-Z0-9-]+) \| (.+?) \|", printed, flags=re.MULTILINE))
    assert rows == RULES
