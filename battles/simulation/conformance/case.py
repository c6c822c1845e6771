"""A worked case that was read and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.values import Fields, Step

EMPTY = Fields()
PROFILE = re.compile(r"^(M|WS|BS|S|T|W|I|A|Ld)(\d+)$")


@dataclass(frozen=True)
class Case:
    """One worked case, checked."""

    id: str
    rule: str
    file: str
    line: int
    rulesets: tuple[str, ...]
    steps: tuple[tuple[str, Step], ...]
    """Verbs with their arguments, in order."""
    expect: dict[str, Value]
    options: dict[str, Value] = field(default_factory=dict)
    table: Fields = EMPTY
    models: dict[str, Fields] = field(default_factory=dict)
    """Models by name; those created by one entry with `count` have the same fields."""
    engaged: tuple[Fields, ...] = ()
    allies: tuple[tuple[str, ...], ...] = ()
    scenario: dict[str, Value] = field(default_factory=dict)
    sides: dict[str, Fields] = field(default_factory=dict)
    marks: dict[str, Value] = field(default_factory=dict)
    band: Fields = EMPTY
    """The roster in a case without a table."""
    side: str = "a"
    phase: str = "combat"
    number: int = 2
    dice: str = ""
    subject: str = ""
    note: str = ""


def profile_of(text: str) -> dict[str, int]:
    """Fields of `Arena.add` for a text such as "WS4 S3 Ld8". Raises ValueError that names an unknown word."""
    found: dict[str, int] = {}
    for word in text.split():
        match = PROFILE.match(word)
        if not match:
            raise ValueError(f"{word} is not a characteristic with its value, such as WS4 or Ld8")
        found[match[1].lower()] = int(match[2])
    return found
