"""Pages that the installed app saves for use without a network: a player's open tabletop battles and their odds."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from battles.models import Track
from battles.tabletop.tracker import services as tracker_services

MOST_BATTLES = 3
MOST_ODDS = 40
"""Maximum number of odds pages, for the battle that was changed last."""


def pages_of(user: User) -> Iterator[str]:
    """The trackers of the user's open battles, the cards of their warriors, and the odds of each line of the newest
    battle against each enemy line."""
    yield reverse("battles:list")
    yield reverse("battles:odds_page")
    for place, track in enumerate(_open_battles(user)):
        yield reverse("battles:track", args=[track.public_id])
        yield reverse("battles:track_cards", args=[track.public_id])
        yield reverse("battles:track_guide", args=[track.public_id])
        yield reverse("battles:track_dice", args=[track.public_id])
        yield reverse("battles:track_odds", args=[track.public_id])
        if place == 0:
            yield from _odds_of(track, user)


def _open_battles(user: User) -> list[Track]:
    own = Q(first__owner=user) | Q(second__owner=user) | Q(others__owner=user)
    rows = Track.objects.filter(own, ended_at=None).select_related("first", "second").prefetch_related("others")
    return list(rows.distinct().order_by("-changed_at", "-pk")[:MOST_BATTLES])


def _odds_of(track: Track, user: User) -> Iterator[str]:
    """The sheets of odds as the tracker opens them: of each warrior, and of the player's own against each enemy."""
    now, warbands = tracker_services.tally(track), tracker_services.warbands_of(track)
    address = reverse("battles:track_odds", args=[track.public_id])
    lines = {piece.key: f"{warbands[piece.side].public_id}.{piece.key}" for piece in now.pieces.values()}
    sides = {piece.key: piece.side for piece in now.pieces.values()}
    own = {side for side, warband in warbands.items() if warband.owner_id == user.pk}
    pairs = [(a, b) for a in lines for b in lines if sides[a] in own and sides[b] in now.enemies(sides[a])]
    for value in lines.values():
        yield f"{address}?{urlencode({'a': value})}"
    for a, b in pairs[:MOST_ODDS]:
        yield f"{address}?{urlencode({'a': lines[a], 'b': lines[b]})}"
