"""Enters warbands for opponents without an account, and transfers them when they are claimed. Rule: AF-PAPER-02"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.models import BattleSide, StandIn
from mordheim_site.refusals import Refusal
from warbands.builder import founding
from warbands.core.ledger import ActionContext
from warbands.models import Warband, WarbandStatus


class AlreadyClaimed(Refusal):
    """The warband already belongs to another player."""

    code = "already_claimed"
    message = _("This warband already belongs to another player. Ask the player who entered it.")
    status = 409


@transaction.atomic
def enter_stand_in(
    *,
    maker_id: int,
    warband_type: str,
    player_name: str,
    at: datetime,
    name: str = "",
    rating: int | None = None,
    source_key: str = "",
    is_guest: bool = False,
) -> StandIn:
    """Found a suggested warband of a list for an opponent without an account. A second call with the same `source_key`
    returns the first. `rating` is what the opponent stated; it is used instead of the roster's until they claim the
    warband. Raises NoSuchType, TooManyForGuest."""
    started = founding.start_draft(
        owner_id=maker_id, warband_type=warband_type, at=at, name=name, source_key=source_key, is_guest=is_guest
    )
    known = StandIn.objects.filter(warband_id=started.warband_id).first()
    if known is not None:
        return known
    context = ActionContext(actor_id=maker_id, at=at)
    founding.suggest(warband_id=started.warband_id, by=context)
    founding.found(warband_id=started.warband_id, by=context)
    return StandIn.objects.create(warband_id=started.warband_id, player_name=player_name, rating=rating, entered_at=at)


@transaction.atomic
def claim_stand_in(*, claim_key: str, user_id: int, now: datetime) -> Warband:
    """Give a stand-in warband to the user who has its claim link. The same user may repeat it. Sides that the warband
    played without a player get this player. Raises StandIn.DoesNotExist, AlreadyClaimed."""
    row = StandIn.objects.select_for_update().get(claim_key=claim_key)
    warband = Warband.objects.select_for_update().get(pk=row.warband_id)
    if row.claimed_at is not None:
        if warband.owner_id != user_id:
            raise AlreadyClaimed
        return warband
    row.claimed_at = now
    row.save(update_fields=["claimed_at"])
    warband.owner_id = user_id
    warband.save(update_fields=["owner"])
    BattleSide.objects.filter(warband=warband, player__isnull=True).update(player_id=user_id)
    return warband


def open_stand_ins(warband_ids: list[int]) -> dict[int, StandIn]:
    """The stand-ins among these warbands that have not been claimed yet, by warband id."""
    rows = StandIn.objects.filter(warband_id__in=warband_ids, claimed_at__isnull=True)
    return {row.warband_id: row for row in rows}


def stand_ins_of(maker_id: int) -> list[StandIn]:
    """The unclaimed stand-ins of a player, newest first."""
    rows = StandIn.objects.filter(
        warband__owner_id=maker_id, warband__status=WarbandStatus.FOUNDED, claimed_at__isnull=True
    )
    return list(rows.select_related("warband"))
