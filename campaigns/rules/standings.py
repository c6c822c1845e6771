"""The standings: results folded into a table. Points first, then the formula's tie-breaks, the rating last. Rule:
LG-STAND-01"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Formula:
    """What a result is worth."""

    win: int = 3
    draw: int = 1
    loss: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """One warband's part of an agreed match: `outcome` is win, draw or loss."""

    entry: int
    outcome: str
    kills: int = 0
    losses: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings; `place` is shared by warbands that nothing tells apart."""

    entry: int
    place: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    kills: int = 0
    losses: int = 0
    rating: int = 0


def standings(
    entries: Iterable[int], results: Iterable[Result], ratings: Mapping[int, int], formula: Formula
) -> list[Line]:
    """Lines in order: points, then rating, then matches won, then entry order. Warbands equal in all three share a
    place."""
    lines = {entry: Line(entry=entry, rating=ratings.get(entry, 0)) for entry in entries}
    for result in results:
        line = lines.get(result.entry)
        if line is None:
            continue
        won, drawn, lost = result.outcome == "win", result.outcome == "draw", result.outcome == "loss"
        lines[result.entry] = replace(
            line,
            played=line.played + 1,
            won=line.won + won,
            drawn=line.drawn + drawn,
            lost=line.lost + lost,
            points=line.points + won * formula.win + drawn * formula.draw + lost * formula.loss,
            kills=line.kills + result.kills,
            losses=line.losses + result.losses,
        )
    ordered = sorted(lines.values(), key=lambda line: (-line.points, -line.rating, -line.won))
    placed: list[Line] = []
    for number, line in enumerate(ordered, 1):
        before = placed[-1] if placed else None
        same = before is not None and (before.points, before.rating, before.won) == (line.points, line.rating, line.won)
        placed.append(replace(line, place=before.place if same and before else number))
    return placed


def leader(results: Iterable[Result], formula: Formula) -> int | None:
    """Who has more points than anybody else; None while nobody has, or several share the most."""
    worth = {"win": formula.win, "draw": formula.draw, "loss": formula.loss}
    points: dict[int, int] = {}
    for result in results:
        points[result.entry] = points.get(result.entry, 0) + worth.get(result.outcome, 0)
    most = max(points.values(), default=0)
    first = [entry for entry, held in points.items() if held == most]
    return first[0] if most and len(first) == 1 else None
