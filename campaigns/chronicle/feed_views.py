"""The chronicle as a web feed, and the matches as a calendar."""

from __future__ import annotations

import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.chronicle.selectors import chronicle_of
from campaigns.core.permissions import access_to_read
from campaigns.matches.selectors import matches, views_of
from campaigns.rounds.calendar import CalendarEntry, calendar_text
from mordheim_site.operations.texts import without_controls

MAX_CALENDAR_ENTRIES = 80


@require_safe
def atom(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest forty entries as Atom; the feed of a private league is for its members."""
    campaign = access_to_read(request.user, slug).campaign
    home = request.build_absolute_uri(reverse("campaigns:home", args=[slug]))
    feed = Atom1Feed(
        title=without_controls(campaign.name),
        link=home,
        description=without_controls(_("The chronicle of %(name)s") % {"name": campaign.name}),
        feed_url=request.build_absolute_uri(),
        language="en",
    )
    for entry in chronicle_of(campaign):
        feed.add_item(
            title=without_controls(entry.title),
            link=request.build_absolute_uri(entry.url) if entry.url else f"{home}chronicle/",
            description=without_controls(entry.plain),
            unique_id=f"{home}#event-{entry.event_id}",
            updateddate=entry.at,
            pubdate=entry.at,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Matches with a date, and the last days of rounds, as iCalendar; in a long league only the newest."""
    campaign = access_to_read(request.user, slug).campaign
    host = request.get_host().split(":")[0]
    occasions = []
    for view in views_of(
        matches(campaign).filter(is_bye=False).order_by("-round__number", "-pk")[:MAX_CALENDAR_ENTRIES]
    ):
        starts: datetime.datetime | datetime.date | None = view.planned_for or view.played_at or view.ends_on
        if starts is None:
            continue
        url = request.build_absolute_uri(reverse("campaigns:match", args=[slug, view.public_id]))
        occasions.append(CalendarEntry(f"{view.public_id}@{host}", starts, f"{view.names} ({view.title})", url))
    text = calendar_text(campaign.name, occasions, timezone.now())
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")
