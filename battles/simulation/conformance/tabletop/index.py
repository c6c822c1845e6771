"""The rules whose cases need no table, by chapter: RO from the index of roster rules, AF from aftermath-rules.md."""

from __future__ import annotations

import re
from pathlib import Path

from warbands.rules.violations import RULES

AFTERMATH = Path(__file__).resolve().parents[4] / "docs" / "reference" / "aftermath-rules.md"
ROW = re.compile(r"^\| (AF-[A-Z]+-\d\d) \|", re.MULTILINE)


def tabletop_rules() -> dict[str, list[str]]:
    """Rule ids of each chapter, in the order of its index."""
    return {"RO": list(RULES), "AF": ROW.findall(AFTERMATH.read_text(encoding="utf-8"))}
