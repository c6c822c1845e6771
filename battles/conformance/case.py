"""A worked case, read and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

PROFILE = re.compile(r"^(M|WS|BS|S|T|W|I|A|Ld)(\d+)$")


@dataclass(frozen=True)
class Case:
    """One worked case, checked."""

    id: str
    rule: str
    file: str
    line: int
    rulesets: tuple[str, ...]
    steps: tuple[tuple[str, dict[str, Any]], ...]
    expect: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict)
    table: dict[str, Any] = field(default_factory=dict)
    models: dict[str, dict[str, Any]] = field(default_factory=dict)
    engaged: tuple[dict[str, Any], ...] = ()
    allies: tuple[tuple[str, ...], ...] = ()
    scenario: dict[str, Any] = field(default_factory=dict)
    sides: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, Any] = field(default_factory=dict)
    band: dict[str, Any] = field(default_factory=dict)
    """The roster of a case without a table."""
    side: str = "a"
    phase: str = "combat"
    number: int = 2
    dice: str = ""
    subject: str = ""
    note: str = ""


def profile_of(text: str) -> dict[str, int]:
    """ "WS4 S3 Ld8" as fields of `Arena.add`; raises ValueError naming the word it does not know."""
    found: dict[str, int] = {}
    for word in text.split():
        match = PROFILE.match(word)
        if not match:
            raise ValueError(f"{word} is not a characteristic with its value, such as WS4 or Ld8")
        found[match[1].lower()] = int(match[2])
    return found
