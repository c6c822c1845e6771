"""Which written rules have code that cites them and a case that plays them, and which are known to lack either.

docs/reference/rule-ids.txt is the copy of the rules' ids; rule-gaps.txt next to it lists what is missing, with the
reason for each.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[3]
ENGINE = HOUSE / "battles" / "engine"
GAPS = HOUSE / "docs" / "reference" / "rule-gaps.txt"
ID = re.compile(r"[A-Z]{2,9}(?:-[A-Z0-9]+)+")
RANGE = re.compile(r"([A-Z]{2,9}(?:-[A-Z0-9]+)*)-(\d\d) to (?:\1-)?(\d\d)")
CODE, CASE, NEVER = "code", "case", "never"
"""What a rule lacks: code that cites it, a case that plays it, or both permanently, since software cannot carry it
out."""


@cache
def cited() -> dict[str, tuple[str, ...]]:
    """The files of the engine that cite each rule, by its id; `X-01 to X-04` cites all four."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(ENGINE.rglob("*.py")):
        if "tests" in path.parts:
            continue
        text = " ".join(path.read_text(encoding="utf-8").split())
        name = str(path.relative_to(ENGINE))
        for rule in ID.findall(text):
            found[rule].add(name)
        for stem, first, last in RANGE.findall(text):
            for number in range(int(first), int(last) + 1):
                found[f"{stem}-{number:02d}"].add(name)
    return {rule: tuple(sorted(files)) for rule, files in found.items()}


def lacking(rules: Iterable[str], played: Iterable[str]) -> dict[str, str]:
    """What each rule lacks: "code", "case" or "code case"; rules that lack nothing are left out."""
    known, with_case = cited(), set(played)
    found = {}
    for rule in rules:
        lacks = [word for word, has in ((CODE, rule in known), (CASE, rule in with_case)) if not has]
        if lacks:
            found[rule] = " ".join(lacks)
    return found


def shrink(found: dict[str, str]) -> None:
    """Remove from rule-gaps.txt what is no longer missing; add nothing."""
    lines = []
    for line in GAPS.read_text(encoding="utf-8").splitlines():
        head, colon, reason = line.partition(": ")
        rule, _, lacks = head.partition(" ")
        if line.startswith("#") or lacks == NEVER:
            lines.append(line)
        elif rule in found:
            left = " ".join(word for word in lacks.split() if word in found[rule].split())
            lines.append(f"{rule} {left or lacks}{colon}{reason}")
    GAPS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def listed_gaps() -> dict[str, tuple[str, str]]:
    """docs/reference/rule-gaps.txt: by rule what it lacks and the reason, from lines `RULE-ID code case: reason`."""
    found = {}
    for line in GAPS.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            head, _, reason = line.partition(": ")
            rule, _, lacks = head.partition(" ")
            found[rule] = (lacks, reason.strip())
    return found
