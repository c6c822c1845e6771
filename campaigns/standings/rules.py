"""The standings: results added up and sorted. Points come first, then the tie-breaks in the order that the league sets.
Rule: LG-STAND-01"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from campaigns.standings.extra_points import NO_EXTRAS, ExtraPoints

TIE_BREAKS: Final = ("rating", "won", "head_to_head", "opponents", "difference", "kills", "losses", "districts")
"""Codes of all tie-breaks. `head_to_head`: points won in matches between warbands that are level; `opponents`: the sum
of the points of all opponents; `difference`: enemies taken out minus own casualties; `losses`: fewer own casualties."""
USUAL: Final = ("rating", "won")
POINTS: Final = (3, 1, 0)
"""Default points for a win, a draw and a loss."""


@dataclass(frozen=True, slots=True)
class Formula:
    """What a result is worth. `per_kill` points for each warrior taken out, `per_district` for each district held,
    `per_beaten` for each enemy placed lower in a battle with three or more sides, `underdog_bonus` for beating a
    warband whose rating was higher by `underdog_from` or more. `per_shard` points for each shard of wyrdstone found
    after battles, one point for each full `rating_per_point` of rating (0 for none), `per_painted` for a warband
    confirmed as painted, `per_resource` for each unit of the league's counter `resource`.
    """

    win: int = POINTS[0]
    draw: int = POINTS[1]
    loss: int = POINTS[2]
    per_kill: int = 0
    per_district: int = 0
    per_beaten: int = 0
    underdog_bonus: int = 0
    underdog_from: int = 50
    tie_breaks: tuple[str, ...] = USUAL
    per_shard: int = 0
    rating_per_point: int = 0
    per_painted: int = 0
    per_resource: int = 0
    resource: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """One warband's part of a confirmed match: `outcome` is win, draw or loss. `rating` and `other_rating` are the
    ratings before the match; `other` is None for an unknown opponent. In a battle with several sides, `other` is the
    strongest enemy, `more` are the other enemies, and `beaten` is how many of them placed lower."""

    entry: int
    outcome: str
    kills: int = 0
    losses: int = 0
    other: int | None = None
    rating: int = 0
    other_rating: int = 0
    more: tuple[int, ...] = ()
    beaten: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings. Warbands that are level on every tie-break have the same `place`. `bonus` is the part of
    `points` that does not come from results alone. `parts` divides `points` by their sources, by the codes of
    `PARTS`."""

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
    districts: int = 0
    bonus: int = 0
    opponents: int = 0
    parts: tuple[tuple[str, int], ...] = ()
    extras: ExtraPoints = NO_EXTRAS


PARTS: Final = ("results", "kills", "beaten", "underdog", "districts", "shards", "rating", "painted", "resource")


@dataclass(slots=True)
class Tally:
    """Totals of a warband from results alone; `met` are all opponents, `won_from` is the points won against each."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    bonus: int = 0
    kills: int = 0
    losses: int = 0
    upsets: int = 0
    won_from: dict[int, int] = field(default_factory=dict)
    met: list[int] = field(default_factory=list)


def fold(results: Iterable[Result], formula: Formula) -> dict[int, Tally]:
    """Results added up by entry. This is the part of the standings that does not depend on ratings and districts."""
    tallies: dict[int, Tally] = {}
    for result in results:
        tally = tallies.get(result.entry)
        if tally is None:
            tally = tallies[result.entry] = Tally()
        _add(tally, result, formula)
    return tallies


def worth(result: Result, formula: Formula) -> tuple[int, int]:
    """(points of the result itself, bonus) for one warband's part of a match."""
    points = {"win": formula.win, "draw": formula.draw, "loss": formula.loss}.get(result.outcome, 0)
    bonus = result.kills * formula.per_kill + result.beaten * formula.per_beaten
    return points, bonus + (formula.underdog_bonus if is_upset(result, formula) else 0)


def is_upset(result: Result, formula: Formula) -> bool:
    """Whether the weaker side won, as the formula defines it. An unknown rating does not count."""
    ahead = result.other_rating - result.rating
    return result.outcome == "win" and result.rating > 0 and ahead >= max(formula.underdog_from, 1)


def standings(
    entries: Iterable[int],
    results: Iterable[Result],
    ratings: Mapping[int, int],
    formula: Formula,
    districts: Mapping[int, int] | None = None,
    extras: Mapping[int, ExtraPoints] | None = None,
) -> list[Line]:
    """The lines of the standings in order. Warbands that are level on points and on every tie-break have the same
    place, in the order of `entries`."""
    return placed(entries, fold(results, formula), ratings, formula, districts, extras)


_NOTHING: Final = Tally()


def parts_of(
    tally: Tally, rating: int, districts: int, extras: ExtraPoints, formula: Formula
) -> tuple[tuple[str, int], ...]:
    """(code, points) for each source of a warband's points: results first, then the extras, in the order of `PARTS`. A
    negative counter does not reduce points."""
    kills = tally.kills * formula.per_kill
    underdog = tally.upsets * formula.underdog_bonus
    found = {
        "results": tally.points - tally.bonus,
        "kills": kills,
        "beaten": tally.bonus - kills - underdog,
        "underdog": underdog,
        "districts": districts * formula.per_district,
        "shards": extras.shards * formula.per_shard,
        "rating": max(rating, 0) // formula.rating_per_point if formula.rating_per_point > 0 else 0,
        "painted": formula.per_painted if extras.is_painted else 0,
        "resource": max(extras.resource, 0) * formula.per_resource,
    }
    return tuple((code, found[code]) for code in PARTS if found[code] or code == "results")


def placed(
    entries: Iterable[int],
    tallies: Mapping[int, Tally],
    ratings: Mapping[int, int],
    formula: Formula,
    districts: Mapping[int, int] | None = None,
    extras: Mapping[int, ExtraPoints] | None = None,
) -> list[Line]:
    """The standings from totals of results, with the current ratings, districts and extras."""
    held, others = districts or {}, extras or {}
    listed = list(entries)
    parts = {
        player: parts_of(
            tallies.get(player, _NOTHING),
            ratings.get(player, 0),
            held.get(player, 0),
            others.get(player, NO_EXTRAS),
            formula,
        )
        for player in listed
    }
    points = {player: sum(worth for _code, worth in parts[player]) for player in listed}
    lines = []
    for entry in listed:
        tally = tallies.get(entry, _NOTHING)
        lines.append(
            Line(
                entry=entry,
                played=tally.played,
                won=tally.won,
                drawn=tally.drawn,
                lost=tally.lost,
                points=points[entry],
                kills=tally.kills,
                losses=tally.losses,
                rating=ratings.get(entry, 0),
                districts=held.get(entry, 0),
                bonus=points[entry] - tally.points + tally.bonus,
                opponents=sum(points.get(other, 0) for other in tally.met),
                parts=parts[entry],
                extras=others.get(entry, NO_EXTRAS),
            )
        )
    return _in_order(lines, tallies, formula)


def _add(tally: Tally, result: Result, formula: Formula) -> None:
    points, bonus = worth(result, formula)
    tally.played += 1
    tally.won += result.outcome == "win"
    tally.drawn += result.outcome == "draw"
    tally.lost += result.outcome == "loss"
    tally.points += points + bonus
    tally.bonus += bonus
    tally.kills += result.kills
    tally.losses += result.losses
    tally.upsets += is_upset(result, formula)
    for other in (*(() if result.other is None else (result.other,)), *result.more):
        tally.met.append(other)
        tally.won_from[other] = tally.won_from.get(other, 0) + points


def _in_order(lines: Sequence[Line], tallies: Mapping[int, Tally], formula: Formula) -> list[Line]:
    among = _head_to_head(lines, tallies) if "head_to_head" in formula.tie_breaks else {}
    keys = {line.entry: _key(line, formula.tie_breaks, among) for line in lines}
    ordered = sorted(lines, key=lambda line: keys[line.entry])
    found: list[Line] = []
    for number, line in enumerate(ordered, 1):
        before = found[-1] if found else None
        same = before is not None and keys[before.entry] == keys[line.entry]
        found.append(replace(line, place=before.place if same and before is not None else number))
    return found


def _key(line: Line, tie_breaks: Sequence[str], among: Mapping[int, int]) -> tuple[int, ...]:
    figures = {
        "rating": -line.rating,
        "won": -line.won,
        "head_to_head": -among.get(line.entry, 0),
        "opponents": -line.opponents,
        "difference": line.losses - line.kills,
        "kills": -line.kills,
        "losses": line.losses,
        "districts": -line.districts,
    }
    return (-line.points, *(figures[code] for code in tie_breaks))


def _head_to_head(lines: Sequence[Line], tallies: Mapping[int, Tally]) -> dict[int, int]:
    """Points of each entry in matches against others with the same points."""
    level: dict[int, set[int]] = {}
    for line in lines:
        level.setdefault(line.points, set()).add(line.entry)
    return {
        line.entry: sum(
            points
            for other, points in tallies.get(line.entry, _NOTHING).won_from.items()
            if other in level[line.points]
        )
        for line in lines
    }


def leader(results: Iterable[Result], formula: Formula) -> int | None:
    """The entry with the most points from matches; None for a tie at the top, or if no warband has points."""
    points: dict[int, int] = {}
    for result in results:
        points[result.entry] = points.get(result.entry, 0) + sum(worth(result, formula))
    most = max(points.values(), default=0)
    first = [entry for entry, held in points.items() if held == most]
    return first[0] if most and len(first) == 1 else None


_NUMBERS: Final = {
    "per_kill": (0, 20), "per_district": (0, 20), "per_beaten": (0, 20), "underdog_bonus": (0, 20),
    "underdog_from": (1, 1000), "per_shard": (0, 20), "rating_per_point": (0, 1000), "per_painted": (0, 20),
    "per_resource": (0, 20),
}  # fmt: skip
MOST_LETTERS: Final = 40
"""Maximum length of the name of a counter."""


def formula_from(points: tuple[int, int, int], data: Mapping[str, Any]) -> Formula:
    """The formula of a league from its points and its stored settings. Missing or out-of-range values are replaced by
    the default."""
    numbers = {
        name: int(data[name])
        for name, (least, most) in _NUMBERS.items()
        if isinstance(data.get(name), int) and least <= int(data[name]) <= most
    }
    wanted = data.get("tie_breaks")
    breaks = tuple(code for code in wanted if code in TIE_BREAKS) if isinstance(wanted, list) else USUAL
    resource = data.get("resource")
    named = resource if isinstance(resource, str) and len(resource) <= MOST_LETTERS else ""
    return Formula(*points, **numbers, tie_breaks=breaks, resource=named)
