"""Series of matches: best of three, and knock-out pairings that need a winner. Rule: LG-PAIR-05"""

from __future__ import annotations

from campaigns.matches.knockout import needs_a_game, series_winner
from campaigns.models import Campaign, Entry, Match, MatchSide, MatchStatus, Round, RoundKind, SideResult

OPEN = (MatchStatus.PLANNED, MatchStatus.PLAYING, MatchStatus.REPORTED, MatchStatus.DISPUTED)


def games_of(match: Match) -> list[Match]:
    """Every game of the series that a match belongs to, in order; just the match if it is not part of a series."""
    first = match.series or match.public_id
    rows = Match.objects.filter(campaign_id=match.campaign_id, series=first).exclude(status=MatchStatus.VOID)
    games = list(rows.select_related("round").prefetch_related("sides").order_by("game_number", "pk"))
    if not any(game.pk == match.pk for game in games) and match.status != MatchStatus.VOID:
        games.insert(0, match)
    return games


def _winner_of(game: Match) -> int | None:
    sides = list(game.sides.all())
    if game.is_bye:
        return sides[0].entry_id if sides else None
    return next((side.entry_id for side in sides if side.result == SideResult.WIN), None)


def winner_of(games: list[Match]) -> int | None:
    """The entry that has won the series so far; None while it is open."""
    if not games:
        return None
    played = [_winner_of(game) for game in games if game.status == MatchStatus.AGREED]
    return series_winner(games[0].best_of, played)


def _must_decide(match: Match) -> bool:
    return match.round is not None and match.round.kind == RoundKind.KNOCK_OUT


def continue_series(match: Match) -> Match | None:
    """Continue the series after a result: plan the next game if it is undecided, and remove games that are no longer
    needed. Returns the planned game. The match must be locked. A second call changes nothing."""
    if match.is_bye or (match.best_of < 2 and not _must_decide(match)):
        return None
    games = games_of(match)
    played = [_winner_of(game) for game in games if game.status == MatchStatus.AGREED]
    waiting = [game for game in games if game.status in OPEN]
    if not needs_a_game(match.best_of, played, must_decide=_must_decide(match)):
        idle = [game.pk for game in waiting if game.status == MatchStatus.PLANNED]
        Match.objects.filter(pk__in=idle).update(status=MatchStatus.VOID)
        return None
    if waiting:
        return None
    return _another(match, games)


def _another(match: Match, games: list[Match]) -> Match:
    first = games[0]
    if not first.series:
        first.series = first.public_id
        first.save(update_fields=["series"])
    last = games[-1]
    game = Match.objects.create(
        campaign_id=match.campaign_id,
        round=match.round,
        group=match.group,
        series=first.public_id,
        best_of=match.best_of,
        game_number=last.game_number + 1,
    )
    turned = sorted(last.sides.all(), key=lambda side: -side.place)
    MatchSide.objects.bulk_create(
        MatchSide(match=game, entry_id=side.entry_id, place=place) for place, side in enumerate(turned)
    )
    return game


def winners_of_round(round_: Round) -> list[tuple[Match, int | None]]:
    """First game and winner of every pairing of a round, in bracket order; cancelled pairings are left out."""
    rows = round_.matches.exclude(status=MatchStatus.VOID).select_related("round").prefetch_related("sides")
    ties: dict[str, list[Match]] = {}
    for match in rows.order_by("pk"):
        ties.setdefault(match.series or match.public_id, []).append(match)
    found = []
    for first, games in ties.items():
        games.sort(key=lambda game: (game.game_number, game.pk))
        assert first
        found.append((games[0], winner_of(games)))
    return sorted(found, key=lambda tie: tie[0].pk)


def entries_by_id(campaign: Campaign, ids: list[int]) -> dict[int, Entry]:
    """Entries of a campaign by id."""
    return {entry.pk: entry for entry in Entry.objects.filter(campaign=campaign, pk__in=ids)}
