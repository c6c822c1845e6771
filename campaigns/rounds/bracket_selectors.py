"""A knock-out as a tree of pairings, and the groups before it, from one list of matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from campaigns.matches.knockout import series_winner
from campaigns.models import Campaign, Match, MatchSide, MatchStatus, RoundKind, SideResult
from campaigns.standings.selectors import StandingRow


@dataclass(frozen=True, slots=True)
class Place:
    """One side of a pairing: a warband (its entry), games won, and whether it advanced. An empty name means that it is
    not decided yet."""

    entry: str = ""
    name: str = ""
    games: int = 0
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """A pairing of two places. `match` links to its latest game; it is empty if none is planned yet. A bye has only one
    place."""

    match: str
    places: tuple[Place, ...]
    is_rest: bool = False
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class BracketRound:
    """One column of the tree."""

    name: str
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A warband in its group, with its points."""

    entry: str
    name: str
    played: int
    points: int
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Group:
    """One group, ordered by points; `is_over` is true when no matches are left."""

    name: str
    rows: tuple[GroupRow, ...]
    is_over: bool


def games_of(campaign: Campaign) -> list[Match]:
    """Every match of a knock-out or of groups, in the order of rounds. Two queries."""
    sides = MatchSide.objects.select_related("entry__warband").order_by("place")
    rows = Match.objects.filter(campaign=campaign, round__kind__in=(RoundKind.KNOCK_OUT, RoundKind.GROUPS)).exclude(
        status=MatchStatus.VOID
    )
    return list(rows.select_related("round").prefetch_related(Prefetch("sides", sides)).order_by("round__number", "pk"))


def bracket_of(games: Sequence[Match]) -> list[BracketRound]:
    """The latest knock-out from its first round on; rounds that are not planned yet have open places."""
    columns: dict[int, tuple[str, dict[str, list[Match]]]] = {}
    for match in games:
        if match.round is None or match.round.kind != RoundKind.KNOCK_OUT:
            continue
        _name, ties = columns.setdefault(match.round.number, (match.round.name, {}))
        ties.setdefault(match.series or match.public_id, []).append(match)
    drawn = [BracketRound(name, tuple(_tie(games) for games in ties.values())) for name, ties in columns.values()]
    first = next((n for n in reversed(range(len(drawn))) if n == 0 or len(drawn[n].ties) >= len(drawn[n - 1].ties)), 0)
    rounds = drawn[first:]
    while rounds and len(rounds[-1].ties) > 1:
        rounds.append(_to_come(rounds[-1]))
    return rounds


def _to_come(before: BracketRound) -> BracketRound:
    """The next round, with the warbands that have already advanced."""
    through = [next((place for place in tie.places if place.is_winner), Place()) for tie in before.ties]
    pairs = [tuple(through[n : n + 2]) for n in range(0, len(through), 2)]
    ties = tuple(
        Tie("", tuple(Place(side.entry, side.name) for side in pair), is_rest=len(pair) == 1) for pair in pairs
    )
    return BracketRound("", ties)


def _tie(games: Sequence[Match]) -> Tie:
    sides = list(games[0].sides.all())
    if games[0].is_bye or len(sides) < 2:
        only = tuple(Place(side.entry.public_id, side.entry.warband.name, is_winner=True) for side in sides)
        return Tie("", only, is_rest=True, is_open=False)
    played = [_winner(game) for game in games if game.status == MatchStatus.AGREED]
    winner = series_winner(games[0].best_of, played)
    places = tuple(
        Place(side.entry.public_id, side.entry.warband.name, played.count(side.entry_id), side.entry_id == winner)
        for side in sides
    )
    return Tie(games[-1].public_id, places, is_open=winner is None)


def _winner(game: Match) -> int | None:
    return next((side.entry_id for side in game.sides.all() if side.result == SideResult.WIN), None)


def groups_of(
    campaign: Campaign, games: Sequence[Match], through: Sequence[BracketRound], rows: Sequence[StandingRow]
) -> list[Group]:
    """The groups of a campaign. Each is ordered by the points of its own matches, with ties in the order of the
    standings (`rows`). Warbands in the first round of the knock-out (`through`) have advanced and come first."""
    place = {row.entry.public_id: number for number, row in enumerate(rows)}
    worth = {"win": campaign.points_win, "draw": campaign.points_draw, "loss": campaign.points_loss}
    on = {place.entry for tie in (through[0].ties if through else ()) for place in tie.places}
    named: dict[str, dict[str, list[int]]] = {}
    names: dict[str, str] = {}
    open_groups = set()
    for match in games:
        if not match.group:
            continue
        table = named.setdefault(match.group, {})
        if match.status != MatchStatus.AGREED and not match.is_bye:
            open_groups.add(match.group)
        for side in match.sides.all():
            entry = side.entry.public_id
            names[entry] = side.entry.warband.name
            sums = table.setdefault(entry, [0, 0])
            if match.status == MatchStatus.AGREED and not match.is_bye:
                sums[0] += 1
                sums[1] += worth.get(side.result, 0)
    return [
        Group(
            group,
            tuple(
                GroupRow(entry, names[entry], played, points, entry in on)
                for entry, (played, points) in sorted(
                    table.items(), key=lambda item: (item[0] not in on, -item[1][1], place.get(item[0], len(place)))
                )
            ),
            group not in open_groups,
        )
        for group, table in sorted(named.items())
    ]
