"""Dashboard lines of the warbands app, and the transfer of a guest's warbands."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.dashboard import lines as dashboard_lines
from accounts.guests import services as guests_services
from accounts.models import User
from mordheim_site.refusals import Sentence
from warbands.models import Template, Warband
from warbands.shared.selectors import advance_sentence, advances_waiting


def warbands_waiting(user: User) -> Iterable[dashboard_lines.DashboardLine]:
    """Warbands with an advance to take."""
    for warband, due in advances_waiting(user.pk):
        yield dashboard_lines.DashboardLine(
            when=warband.changed_at,
            sentence=advance_sentence(warband, due),
            button=_("Open the roster"),
            url=reverse("warbands:roster", args=[warband.public_id]),
        )


def move_warbands(guest_id: int, user_id: int) -> None:
    """Transfer a guest's warbands and templates to an account. A second call finds nothing left."""
    Warband.objects.filter(owner_id=guest_id).update(owner_id=user_id)
    Template.objects.filter(owner_id=guest_id).update(owner_id=user_id)


def describe_warbands(guest_id: int) -> Iterable[Sentence]:
    """Texts such as "2 warbands" for the page that offers the transfer."""
    count = Warband.objects.filter(owner_id=guest_id).count()
    if count:
        yield ngettext("%(n)d warband", "%(n)d warbands", count) % {"n": count}
    kept = Template.objects.filter(owner_id=guest_id).count()
    if kept:
        yield ngettext("%(n)d template", "%(n)d templates", kept) % {"n": kept}


def register() -> None:
    """Register the contributions to the dashboard; called once at start."""
    dashboard_lines.PROVIDERS.add("warbands", warbands_waiting)
    dashboard_lines.SECTIONS.add(
        "warbands",
        dashboard_lines.Section(
            order=10, url_name="warbands:dashboard_section", link=gettext_lazy("Show your warbands")
        ),
    )
    guests_services.CLAIMS.add("warbands", guests_services.GuestClaim(move_warbands, describe_warbands))
