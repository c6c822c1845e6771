"""Dashboard lines of the battles app, and the transfer of a guest's battles to an account."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.dashboard import lines as dashboard_lines
from accounts.guests import services as guests_services
from accounts.models import User
from battles.aftermath.selectors import waiting_aftermaths
from battles.aftermath.stages.roll_progress import rolls_left
from battles.aftermath.text import sentence_of
from battles.core import guest_claim
from battles.core.selectors import battles_of, title_of, waiting_for
from battles.models import Aftermath, AftermathLine, AftermathStatus
from battles.play.front_page import live_battle_picture
from battles.play.models.draw_offers import DrawOffer, OfferState
from battles.play.turn_notices import rematches_offered_to
from campaigns.notices import questions


def battles_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """A line for every battle in which this user has to act."""
    for battle in waiting_for(user.pk):
        yield dashboard_lines.DashboardLine(
            when=battle.moved_at or timezone.now(),
            sentence=_("Your turn in %(battle)s.") % {"battle": title_of(battle)},
            button=_("Take your turn"),
            url=reverse("battles:board", args=[battle.public_id]),
        )


def draws_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """A line for every battle with a draw offer that this user has not answered."""
    offers = (
        DrawOffer.objects.filter(state=OfferState.OPEN, battle__sides__player_id=user.pk)
        .select_related("battle")
        .defer("battle__setup", "battle__table")
        .prefetch_related("battle__sides")
        .distinct()
    )
    for offer in offers:
        seats = {seat.letter: seat for seat in offer.battle.sides.all()}
        mine = [letter for letter, seat in seats.items() if seat.player_id == user.pk and not seat.bot]
        if offer.side in mine or all(letter in offer.agreed for letter in mine):
            continue
        names = {"side": seats[offer.side].name, "battle": title_of(offer.battle)}
        yield dashboard_lines.DashboardLine(
            when=offer.made_at,
            sentence=_("%(side)s offers a draw in %(battle)s.") % names,
            button=_("Answer"),
            url=reverse("battles:board", args=[offer.battle.public_id]),
        )


def aftermaths_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """A line for every aftermath that waits for this user's dice or choices."""
    for row, lines in waiting_aftermaths(user.pk):
        if row.asked is not None:
            yield _dice_line(row)
        elif lines:
            yield _choice_line(row, lines)


def _choice_line(row: Aftermath, lines: list[AftermathLine]) -> dashboard_lines.DashboardLine:
    left = len(lines) - 1
    more = ngettext("%(n)d more choice to make.", "%(n)d more choices to make.", left) % {"n": left} if left else ""
    return dashboard_lines.DashboardLine(
        when=row.started_at,
        sentence=f"{row.side.name}: {sentence_of(lines[0])} {more}".strip(),
        button=_("Choose"),
        url=reverse("battles:aftermath", args=[row.side.battle.public_id]),
    )


def _dice_line(row: Aftermath) -> dashboard_lines.DashboardLine:
    count = rolls_left(row)
    sentence = ngettext(
        "Enter %(n)d roll for %(warband)s: the aftermath of %(battle)s waits.",
        "Enter %(n)d rolls for %(warband)s: the aftermath of %(battle)s waits.",
        count,
    )
    return dashboard_lines.DashboardLine(
        when=row.started_at,
        sentence=sentence % {"n": count, "warband": row.side.name, "battle": title_of(row.side.battle)},
        button=_("Enter dice"),
        url=reverse("battles:aftermath", args=[row.side.battle.public_id]),
    )


def battles_held(guest_id: int) -> Iterable[str]:
    """The number of battles in which a guest takes part, as text."""
    count = battles_of(guest_id).count()
    if count:
        yield ngettext("%(n)d battle", "%(n)d battles", count) % {"n": count}


def _aftermath_changed(sender: type[Aftermath], instance: Aftermath, **_: Any) -> None:
    """Signal handler: when an aftermath reaches a choice or its end, recompute the dashboard count of its player."""
    if instance.status != AftermathStatus.RUNNING:
        side = instance.side
        transaction.on_commit(partial(dashboard_lines.clear_counts, [side.player_id, instance.warband.owner_id]))


def register() -> None:
    """Register this app with the dashboard and the guest claim. Can be called twice."""
    dashboard_lines.PROVIDERS.add("battles", battles_waiting)
    questions.PROVIDERS.add("rematches", rematches_offered_to)
    dashboard_lines.PROVIDERS.add("draw offers", draws_waiting)
    dashboard_lines.PROVIDERS.add("aftermaths", aftermaths_waiting)
    post_save.connect(_aftermath_changed, sender=Aftermath, dispatch_uid="dashboard.aftermath")
    dashboard_lines.SHOWCASES.add("live battle", live_battle_picture)
    dashboard_lines.SECTIONS.add(
        "battles",
        dashboard_lines.Section(order=20, url_name="battles:dashboard_section", link=gettext_lazy("Show your battles")),
    )
    guests_services.CLAIMS.add("battles", guests_services.GuestClaim(guest_claim.hand_over, battles_held))
