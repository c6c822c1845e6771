"""Checks which rules are cited in code and have a worked case. docs/reference/rule-ids.txt lists the ids of all rules;
rule-gaps.txt lists rules that are known to have no code or no case, with the reason."""

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
"""What a rule is missing: code that cites it, or a worked case. NEVER: both, permanently, because software cannot carry
it out."""


@cache
def cited() -> dict[str, tuple[str, ...]]:
    """The engine files that cite each rule, by rule id; `X-01 to X-04` cites all four rules."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(ENGINE.rglob("*.py")):
        if "tests" in path.relative_to(ENGINE).parts:
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
    """What each rule is missing: "code", "case" or "code case". Rules that miss nothing are left out."""
    known, with_case = cited(), set(played)
    found = {}
    for rule in rules:
        lacks = [word for word, has in ((CODE, rule in known), (CASE, rule in with_case)) if not has]
        if lacks:
            found[rule] = " ".join(lacks)
    return found


def shrink(found: dict[str, str]) -> None:
    """Remove from rule-gaps.txt what is no longer missing. Never adds anything."""
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
    """docs/reference/rule-gaps.txt by rule: what is missing and the reason, from lines `RULE-ID code case: reason`."""
    found = {}
    for line in GAPS.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            head, _, reason = line.partition(": ")
            rule, _, lacks = head.partition(" ")
            found[rule] = (lacks, reason.strip())
    return found
