"""Dashboard lines of the battles app, and the transfer of a guest's battles to an account."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.dashboard import lines as dashboard_lines
from accounts.guests import services as guests_services
from accounts.models import User
from battles.aftermath.page import dice_to_type, open_choices
from battles.aftermath.text import sentence_of
from battles.core import guest_claim
from battles.core.selectors import battles_of, title_of, waiting_for
from battles.models import BattleStatus
from battles.play.front_page import live_battle_picture
from battles.play.models.draw_offers import DrawOffer, OfferState
from battles.tabletop.sheets import TABLETOP, waits_for


def battles_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """A line for every battle in which this user is to act."""
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


def choices_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """A line for every aftermath in which this user has choices to make."""
    for row, lines in open_choices(user.pk):
        if row.asked is not None:
            continue  # Dice come first: `dice_waiting` has its line.
        first = sentence_of(lines[0])
        left = len(lines) - 1
        more = ngettext("%(n)d more choice to make.", "%(n)d more choices to make.", left) % {"n": left} if left else ""
        yield dashboard_lines.DashboardLine(
            when=row.started_at,
            sentence=f"{row.side.name}: {first} {more}".strip(),
            button=_("Choose"),
            url=reverse("battles:aftermath", args=[row.side.battle.public_id]),
        )


def dice_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """A line for every aftermath that waits for dice of this person's own table."""
    for row in dice_to_type(user.pk):
        count = int(row.asked["count"]) if row.asked is not None else 0
        words = {"n": count, "warband": row.side.name, "battle": title_of(row.side.battle)}
        yield dashboard_lines.DashboardLine(
            when=row.started_at,
            sentence=ngettext(
                "Enter %(n)d die for %(warband)s: the aftermath of %(battle)s waits.",
                "Enter %(n)d dice for %(warband)s: the aftermath of %(battle)s waits.",
                count,
            )
            % words,
            button=_("Enter dice"),
            url=reverse("battles:aftermath", args=[row.side.battle.public_id]),
        )


def sheets_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """A line for every battle sheet outside of leagues that this user has to confirm; leagues list their own."""
    sheets = battles_of(user.pk).filter(
        opponent__in=TABLETOP, status=BattleStatus.MUSTERING, match__isnull=True, sides__player_id=user.pk
    )
    for battle in [one for one in sheets.exclude(created_by_id=user.pk).distinct() if waits_for(one, user.pk)]:
        yield dashboard_lines.DashboardLine(
            when=battle.moved_at or timezone.now(),
            sentence=_("Battle sheet to confirm: %(battle)s.") % {"battle": title_of(battle)},
            button=_("Open the sheet"),
            url=reverse("battles:sheet", args=[battle.public_id]),
        )


def battles_held(guest_id: int) -> Iterable[str]:
    """Number of battles in which a guest takes part."""
    count = battles_of(guest_id).count()
    if count:
        yield ngettext("%(n)d battle", "%(n)d battles", count) % {"n": count}


def register() -> None:
    """Register this app with the dashboard and the guest claim; safe to call twice."""
    dashboard_lines.PROVIDERS.add("battles", battles_waiting)
    dashboard_lines.PROVIDERS.add("draw offers", draws_waiting)
    dashboard_lines.PROVIDERS.add("choices of aftermaths", choices_waiting)
    dashboard_lines.PROVIDERS.add("dice of aftermaths", dice_waiting)
    dashboard_lines.PROVIDERS.add("sheets", sheets_waiting)
    dashboard_lines.SHOWCASES.add("live battle", live_battle_picture)
    dashboard_lines.SECTIONS.add(
        "battles",
        dashboard_lines.Section(order=20, url_name="battles:desk_section", link=gettext_lazy("Show your battles")),
    )
    guests_services.CLAIMS.add("battles", guests_services.GuestClaim(guest_claim.hand_over, battles_held))
