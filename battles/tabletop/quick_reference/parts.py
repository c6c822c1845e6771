"""What a part of the quick reference consists of, and lengths as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from battles.tabletop.score_tables import ScoreTable
from battles.tabletop.tracker.dice import DiceTable
from mordheim_site.refusals import Sentence

MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Line:
    """One rule: what it is about, and the rule itself."""

    term: Sentence
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the quick reference. Its tables come first, then its lines, then its charts for dice."""

    title: str
    lines: Sequence[Line] = ()
    tables: Sequence[ScoreTable] = ()
    charts: Sequence[DiceTable] = ()


def inches(hundredths: int) -> str:
    """A length as printed: 4"."""
    return f'{hundredths / 100:g}"'


def signed(number: int) -> str:
    """A modifier with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def sentences(*parts: str) -> str:
    """The parts that are not empty, as one text."""
    return " ".join(part for part in parts if part)
