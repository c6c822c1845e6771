"""Dashboard lines of tabletop battles: tracked battles in progress, sheets to confirm, and sheets that an opponent
rejected by link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.dashboard.lines import PROVIDERS, DashboardLine, clear_counts
from accounts.models import User
from battles.core.selectors import battles_of, title_of
from battles.models import Battle, BattleSide, BattleStatus, LinkAnswer
from battles.tabletop.models import Track
from battles.tabletop.selectors import open_tracks_of, players_of, tracked_matches
from battles.tabletop.sheets.confirmations import waits_for
from battles.tabletop.sheets.services import TABLETOP
from campaigns.core.names import versus
from campaigns.matches.selectors import UNDER_WAY


def tracks_waiting(user: User) -> Iterable[DashboardLine]:
    """A line for every tracked battle of this user that has begun and has no sheet yet. Two queries."""
    for track in open_tracks_of(user.pk):
        names = {"battle": versus([row.name for row in (track.first, track.second, *track.others.all())])}
        yield DashboardLine(
            when=track.changed_at,
            sentence=_("%(battle)s is being played at the table.") % names,
            button=_("Open the tracker"),
            url=reverse("battles:track", args=[track.public_id]),
        )


def sheets_waiting(user: User) -> Iterable[DashboardLine]:
    """A line for every sheet that this user has to confirm, and for each of their own sheets that an opponent rejected.
    Only sheets outside of leagues, because the dashboard lines of leagues cover the others."""
    sheets = battles_of(user.pk).filter(opponent__in=TABLETOP, status=BattleStatus.MUSTERING, match__isnull=True)
    for battle in sheets.prefetch_related("sides__confirm_link"):
        if battle.created_by_id == user.pk:
            yield from _rejections(battle)
        elif waits_for(battle, user.pk):
            yield DashboardLine(
                when=battle.moved_at or timezone.now(),
                sentence=_("Battle sheet to confirm: %(battle)s.") % {"battle": title_of(battle)},
                button=_("Open the sheet"),
                url=reverse("battles:sheet", args=[battle.public_id]),
            )


def _rejections(battle: Battle) -> Iterator[DashboardLine]:
    for side in battle.sides.all():
        link = getattr(side, "confirm_link", None)
        if link is None or link.answer != LinkAnswer.REJECTED:
            continue
        names = {"side": side.name, "battle": title_of(battle)}
        yield DashboardLine(
            when=link.answered_at or timezone.now(),
            sentence=_("%(side)s rejected your sheet of %(battle)s. Withdraw it and send a corrected one.") % names,
            button=_("Open the sheet"),
            url=reverse("battles:sheet", args=[battle.public_id]),
        )


def _track_changed(sender: type[Track], instance: Track, created: bool, **_: Any) -> None:
    """Signal handler: when a tracked battle begins or ends, recompute the dashboard counts of its players."""
    if created or instance.ended_at is not None:
        transaction.on_commit(lambda: clear_counts(players_of(instance)))


def _battle_changed(sender: type[Battle], instance: Battle, **_: Any) -> None:
    """Signal handler: when a sheet is sent, confirmed, rejected or withdrawn, recompute the dashboard counts."""
    if instance.is_on_paper:
        players = BattleSide.objects.filter(battle=instance)
        transaction.on_commit(
            lambda: clear_counts([instance.created_by_id, *players.values_list("player_id", flat=True)])
        )


def register() -> None:
    """Register the dashboard lines; called once at start."""
    PROVIDERS.add("tracked battles", tracks_waiting)
    PROVIDERS.add("sheets", sheets_waiting)
    UNDER_WAY.add("tracked battles", tracked_matches)
    post_save.connect(_track_changed, sender=Track, dispatch_uid="dashboard.track")
    post_save.connect(_battle_changed, sender=Battle, dispatch_uid="dashboard.sheet")
