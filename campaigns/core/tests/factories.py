"""Leagues for tests, created with the services that players use."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.matches import results
from campaigns.members import services as members_services
from campaigns.models import Campaign, Entry, Match
from campaigns.rounds import scheduling
from warbands.core.tests.factories import founded

NOON = datetime.datetime(2026, 3, 5, 12, 0, tzinfo=datetime.UTC)
LISTS = ("reiklanders", "middenheimers", "marienburgers", "skaven", "undead", "witch_hunters")
_minutes = itertools.count(1)


def now() -> datetime.datetime:
    """A minute after the last request."""
    return NOON + datetime.timedelta(minutes=next(_minutes))


def league(arbitrator: User, players: Sequence[User] = (), **settings: Any) -> Campaign:
    """A campaign with one suggested warband for each player."""
    campaign = running_services.create(
        actor_id=arbitrator.pk, name=settings.pop("name", "Ashes"), now=now(), **settings
    )
    for player in players:
        enter(campaign, player)
    return campaign


def enter(campaign: Campaign, player: User, *, seed: str = "") -> Entry:
    """Found a suggested warband and join with it."""
    warband = founded(player, seed=seed or player.username)
    return members_services.join(join_code=campaign.join_code, actor_id=player.pk, warband_id=warband.pk, now=now())


def entry_of(campaign: Campaign, player: User) -> Entry:
    """The first warband of this player."""
    return campaign.entries.filter(player=player).order_by("pk")[0]


def match_between(campaign: Campaign, user: User, other: User) -> Match:
    """A match outside of rounds; the first user is the challenger."""
    return scheduling.challenge(
        campaign_id=campaign.pk,
        actor_id=user.pk,
        entry_id=entry_of(campaign, user).pk,
        other_entry_id=entry_of(campaign, other).pk,
        now=now(),
    )


def won(campaign: Campaign, winner: User, loser: User, losses: tuple[int, int] = (0, 0)) -> Match:
    """A match that the loser reported and the winner confirmed; `losses` are those of winner and loser."""
    match = match_between(campaign, winner, loser)
    ours, theirs = entry_of(campaign, winner), entry_of(campaign, loser)
    results.report(
        match_id=match.pk,
        actor_id=loser.pk,
        winner_entry_id=ours.pk,
        losses={ours.pk: losses[0], theirs.pk: losses[1]},
        now=now(),
    )
    return results.agree(match_id=match.pk, actor_id=winner.pk, now=now())
