"""Queries for aftermaths, their lines and the changes they made to rosters."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max, Prefetch, Q, QuerySet

from battles.aftermath.context import ledger_prefix
from battles.models import Aftermath, AftermathLine, Battle, BattleEvent, BattleStatus
from campaigns.models import Match
from warbands.models import LedgerEntry


def aftermaths_of(battle: Battle) -> QuerySet[Aftermath]:
    """The aftermaths of a battle by side, with their lines and seeds."""
    return (
        Aftermath.objects.filter(side__battle=battle)
        .select_related("side__battle", "warband")
        .prefetch_related(Prefetch("lines", AftermathLine.objects.order_by("number")), "seeds")
        .order_by("side__letter")
    )


def roster_changes(row: Aftermath) -> QuerySet[LedgerEntry]:
    """The ledger entries of an aftermath that were not reverted."""
    return LedgerEntry.objects.filter(
        warband_id=row.warband_id,
        source_key__startswith=ledger_prefix(row),
        reverted_by__isnull=True,
        reverts__isnull=True,
    ).order_by("number")


def waiting_aftermaths(user_id: int) -> list[tuple[Aftermath, list[AftermathLine]]]:
    """Aftermaths of this user that are not confirmed, each with its open choices, oldest first. Two queries."""
    rows = (
        Aftermath.objects.filter(Q(warband__owner_id=user_id) | Q(side__player_id=user_id), status="waiting")
        .select_related("side__battle")
        .prefetch_related(Prefetch("lines", AftermathLine.objects.filter(answer="").order_by("number")))
        .order_by("started_at", "pk")
    )
    return [(row, [line for line in row.lines.all() if line.is_open]) for row in rows]


def has_open_choices(battle: Battle, stage: str) -> bool:
    """Whether the aftermaths of a battle have open choices in this stage."""
    lines = AftermathLine.objects.filter(aftermath__side__battle=battle, stage=stage, answer="")
    return lines.exclude(options=[]).exists()


def last_point(battle: Battle, aftermath: str) -> str:
    """The last line and answer of one aftermath now, as text that `page.Since` reads; "" if it belongs to another
    battle."""
    row = Aftermath.objects.filter(side__battle=battle, public_id=aftermath).first()
    if row is None:
        return ""
    last = AftermathLine.objects.filter(aftermath=row).aggregate(number=Max("number"), turn=Max("turn"))
    return f"{row.public_id}.{last['number'] or 0}.{last['turn'] or 0}"


def latest_aftermath_of(match: Match) -> Aftermath | None:
    """The latest aftermath of a match; abandoned battles are ignored."""
    rows = Aftermath.objects.filter(side__battle__match=match).exclude(side__battle__status=BattleStatus.ABANDONED)
    return rows.select_related("side__battle").order_by("-pk").first()


def first_die_at(battle: Battle) -> datetime | None:
    """When the first die of the battle was stored; None before that. This is not `started_at`, the time at which the
    request that started the battle began: in a battle without preparation, that is before the seed was committed."""
    runs = BattleEvent.objects.filter(battle=battle, has_dice=True).order_by("seq")
    return runs.values_list("created_at", flat=True).first()


def is_revealed(battle: Battle) -> bool:
    """Whether the battle's seed may be shown, because nothing is rolled from it any more: the battle is over, and each
    aftermath is confirmed or rolls from a later seed. Rule: AF-DICE-03"""
    unconfirmed = Aftermath.objects.filter(side__battle=battle, confirmed_at__isnull=True)
    return battle.is_over and not unconfirmed.filter(seed_number=0).exists()
