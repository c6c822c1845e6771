"""A campaign's lines on a user's dashboard: results to confirm, disputes to decide, deals, challenges, and matches
whose round has begun."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.dashboard.lines import PROVIDERS, DashboardLine, clear_counts
from accounts.models import User
from campaigns.deals.selectors import deals_waiting_for
from campaigns.matches.selectors import MatchView, challenges_to, due_for, to_be_decided_by, unanswered_by
from campaigns.models import CampaignEvent, Membership


def _url(match: MatchView, part: str = "") -> str:
    return reverse("campaigns:match", args=[match.slug, match.public_id]) + part


def _names(match: MatchView) -> dict[str, str]:
    return {"match": match.names, "who": match.reported_by}


def campaigns_waiting(user: User) -> Iterable[DashboardLine]:
    """The dashboard lines of a user. At most ten queries for any number of campaigns."""
    now = timezone.now()
    for match in unanswered_by(user):
        text = _("%(match)s: %(who)s reported the result. Confirm or reject it.") % _names(match)
        yield DashboardLine(match.reported_at or now, text, _("Answer"), _url(match))
    for match in to_be_decided_by(user):
        text = _("%(match)s: the two sides disagree. You decide.") % _names(match)
        yield DashboardLine(match.reported_at or now, text, _("Decide"), _url(match, "#rule"))
    for deal in deals_waiting_for(user.pk):
        names = {"who": deal.one.warband.name, "mine": deal.other.warband.name}
        text = _("%(who)s offers %(mine)s a deal.") % names
        yield DashboardLine(deal.offered_at, text, _("Answer"), reverse("campaigns:deals", args=[deal.campaign.slug]))
    for match in challenges_to(user):
        names = {"who": match.sides[0].name, "match": match.names}
        text = _("%(who)s challenges you: %(match)s.") % names
        yield DashboardLine(match.created_at or now, text, _("See the challenge"), _url(match))
    for match in due_for(user, timezone.localdate()):
        until = _(", by %(day)s") % {"day": formats.date_format(match.ends_on, "D j F")} if match.ends_on else ""
        text = _("%(match)s is to be played%(until)s.") % {"match": match.names, "until": until}
        begins = match.planned_for or _start_of(match.ends_on, now)
        yield DashboardLine(begins, text, _("Play or report"), _url(match))


def _start_of(day: datetime.date | None, now: datetime.datetime) -> datetime.datetime:
    """Midnight of the last day of a round as the time of a line, so that matches due first come first."""
    if day is None:
        return now
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))


def _something_happened(sender: type[CampaignEvent], instance: CampaignEvent, created: bool, **_: Any) -> None:
    """Signal handler: after a change of a result, an offer, a challenge or a round, recompute the dashboard counts of
    the members."""
    if created:
        members = Membership.objects.filter(campaign_id=instance.campaign_id, left_at__isnull=True)
        transaction.on_commit(lambda: clear_counts(members.values_list("user_id", flat=True)))


def register() -> None:
    """Register the dashboard lines; called once at start."""
    PROVIDERS.add("campaigns", campaigns_waiting)
    post_save.connect(_something_happened, sender=CampaignEvent, dispatch_uid="dashboard.campaigns")
