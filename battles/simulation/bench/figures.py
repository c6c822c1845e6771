"""Figures: each has a name, a value with its unit, and its bounds (docs/developers/engine.md)."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """One measured number. `limit` and `target` are bounds in the same unit; None if there is no bound."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    target: float | None = None
    more_is_better: bool = False
    reference: str = ""
    """What the number is compared with, as text."""

    def bound_met(self) -> str:
        """The bound that is met: "target", "limit", or "no" if none is met; "" if there is no bound."""
        for word, bound in (("target", self.target), ("limit", self.limit)):
            if bound is not None and (self.value >= bound if self.more_is_better else self.value <= bound):
                return word
        return "" if self.limit is None else "no"

    def ratio(self) -> str:
        """The value relative to the bound as text; above 1 is better than the bound."""
        if not self.limit or self.value <= 0:
            return ""
        share = self.value / self.limit if self.more_is_better else self.limit / self.value
        return f"{share:.2f}x"


def shown(value: float) -> str:
    """A number with three significant figures."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def as_markdown(figures: list[Figure], machine: str, note: str) -> str:
    """The table of figures as Markdown, with the machine on which they were measured."""
    lines = [
        "| what | measured | limit | target | met | factor to limit | reference |",
        "|---|---|---|---|---|---|---|",
    ]
    for figure in figures:
        bounds = [
            f"{shown(bound)} {figure.unit}" if bound is not None else "" for bound in (figure.limit, figure.target)
        ]
        lines.append(
            f"| {figure.name} | {shown(figure.value)} {figure.unit} | {bounds[0]} | {bounds[1]} | {figure.bound_met()} "
            f"| {figure.ratio()} | {figure.reference} |"
        )
    return "\n".join([*lines, "", f"{note}", "", f"Machine: {machine}.", ""])
