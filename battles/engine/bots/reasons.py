"""Why a bot chose a command: a code and its parameters. Pages turn them into text (`battles/log/reason_text.py`).

The log stores a reason as one line, such as `@charges who=a1 whom=b2 chance=41`.
"""

from __future__ import annotations

from dataclasses import dataclass

MARK = "@"
"""First character of a stored reason. Older battles stored sentences instead."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason. `values` are pairs of a parameter and its value: ids of models, codes of spells, numbers (chances in
    per cent).

    A value contains no spaces.
    """

    code: str
    values: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, name: str) -> str:
        """The value of a parameter. Raises KeyError."""
        return dict(self.values)[name]

    def stored(self) -> str:
        """The line that the log stores."""
        return MARK + " ".join([self.code, *(f"{name}={value}" for name, value in self.values)])


def because(code: str, **values: object) -> Reason:
    """A reason with its parameters."""
    return Reason(code, tuple((name, str(value)) for name, value in values.items()))


def read(line: str) -> Reason | None:
    """The reason in a stored line; None if the line is a sentence."""
    if not line.startswith(MARK):
        return None
    code, *rest = line[len(MARK) :].split()
    return Reason(code, tuple((name, value) for name, _, value in (pair.partition("=") for pair in rest)))


def percent(chance: float) -> int:
    """A chance in per cent: 41 for 0.41. Never 100 for an attempt that can fail, never 0 for one that can succeed."""
    whole = round(100 * chance)
    return min(99, max(1, whole)) if 0 < chance < 1 else whole
