"""Notices for battles that are played over days: it is a player's turn, or a draw is offered. They are sent like all
notices, to the inbox, by mail or to devices, as each reader has chosen. Rule: LG-TELL-01"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Substr
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.dashboard.lines import clear_counts
from accounts.models import User
from battles.aftermath.revert_notices import local_time, warbands_of
from battles.core.selectors import title_of
from battles.models import Battle, BattleSide, BattleStatus, Opponent
from battles.play.models.clocks import BattleClock
from battles.play.models.draw_offers import DrawOffer
from campaigns.matches.references import references
from campaigns.models import Notice
from campaigns.notices import delivery, questions

KIND = "battle"
"""The kind of notice in `campaigns.core.notice_rules`."""
REMATCH = "rematch:"
"""Prefix of the `source_key` of rematch offers."""


def turn_waits(row: Battle, letters: Iterable[str], now: datetime) -> None:
    """Notify the players of these sides that it is their turn, in a battle with a clock by days. Players who have not
    read the last notice about this battle get no other one. One query for battles without a clock."""
    if row.opponent not in (Opponent.INVITED, Opponent.OPEN):
        return
    clock = BattleClock.objects.filter(battle=row).first()
    if clock is None or not clock.terms.is_by_days:
        return
    address = reverse("battles:board", args=[row.public_id])
    seats = row.sides.filter(letter__in=list(letters), bot="", player__isnull=False).select_related("player")
    unread = set(Notice.objects.filter(kind=KIND, url=address, read_at__isnull=True).values_list("user_id", flat=True))
    for player in {seat.player for seat in seats if seat.player_id not in unread}:
        assert player is not None
        words = _("Your turn in %(battle)s.") % {"battle": title_of(row)}
        if clock.due_at is not None:
            names = {"battle": title_of(row), "when": local_time(clock.due_at, player)}
            words = _("Your turn in %(battle)s, by %(when)s.") % names
        _write(row, [player.pk], words, f"battle:{row.public_id}:{row.seq}", now)


def draw_offered(row: Battle, seats: Iterable[BattleSide], offer: DrawOffer, now: datetime) -> None:
    """Notify the players who have not answered that a draw is offered. In live battles only the board shows it."""
    clock = BattleClock.objects.filter(battle=row).first()
    if row.opponent == Opponent.HOT_SEAT or (clock is not None and not clock.terms.is_by_days):
        return
    players = [seat.player_id for seat in seats if not seat.bot and seat.letter not in offer.agreed]
    name = next(seat.name for seat in seats if seat.letter == offer.side)
    words = _("%(side)s offers a draw in %(battle)s.") % {"side": name, "battle": title_of(row)}
    _write(row, players, words, f"battle:{row.public_id}:draw:{offer.pk}", now)


def rematch_offered(row: Battle, people: Iterable[int | None], actor: User, now: datetime) -> None:
    """Invite the other players of a finished battle to a rematch."""
    words = _("%(who)s wants to play again: %(battle)s.") % {"who": actor.shown_name, "battle": title_of(row)}
    delivery.write_notices(
        people,
        campaign=None,
        kind=KIND,
        sentence=words[:400],
        url=reverse("battles:join", args=[row.public_id]),
        source=f"{REMATCH}{row.public_id}",
        now=now,
        about=references(battle=row.public_id, warbands=warbands_of(row)),
        asked_by_id=actor.pk,
    )


def rematches_offered_to(user_id: int) -> Iterable[questions.Question]:
    """Rematch offers that this user has neither accepted nor declined, oldest first. One query."""
    waiting = Battle.objects.filter(public_id=OuterRef("battle_id"), status=BattleStatus.MUSTERING)
    rows = Notice.objects.filter(user_id=user_id, answered_at__isnull=True, source_key__startswith=REMATCH)
    rows = rows.annotate(battle_id=Substr("source_key", len(REMATCH) + 1)).filter(Exists(waiting))
    for notice in rows.order_by("at", "pk")[:10]:
        battle = notice.source_key.removeprefix(REMATCH)
        yield questions.Question(notice, reverse("battles:decline", args=[battle]))


def is_rematch_offered(row: Battle, user_id: int) -> bool:
    """Whether this player can decline the battle as a rematch. One query."""
    offers = Notice.objects.filter(user_id=user_id, source_key=f"{REMATCH}{row.public_id}", answered_at__isnull=True)
    return row.status == BattleStatus.MUSTERING and offers.exists()


def decline_rematch(row: Battle, actor: User, now: datetime) -> bool:
    """Record that this player declines the rematch, and notify the player who offered it. Returns False if they
    declined it before. Raises NotInvited."""
    notice = Notice.objects.filter(user=actor, source_key=f"{REMATCH}{row.public_id}").first()
    if notice is None or (row.status != BattleStatus.MUSTERING and notice.answered_at is None):
        raise questions.NotInvited
    words = _("%(who)s declined the rematch: %(battle)s.") % {"who": actor.shown_name, "battle": title_of(row)}
    return questions.decline(notice, sentence=words, url=reverse("battles:play"), now=now)


def rematch_closed(row: Battle) -> None:
    """Recompute the dashboard counts of the players who were offered this rematch, after it began or was withdrawn."""
    offered = Notice.objects.filter(source_key=f"{REMATCH}{row.public_id}")
    transaction.on_commit(partial(clear_counts, list(offered.values_list("user_id", flat=True))))


def _write(row: Battle, people: Iterable[int | None], words: str, source: str, now: datetime) -> None:
    match = row.match
    delivery.write_notices(
        people,
        campaign=match.campaign if match is not None else None,
        kind=KIND,
        sentence=words[:400],
        url=reverse("battles:board", args=[row.public_id]),
        source=source,
        now=now,
        about=references(match=match, battle=row.public_id, warbands=warbands_of(row)),
    )
