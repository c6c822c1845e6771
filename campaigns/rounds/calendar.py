"""The calendar of a league as iCalendar text (RFC 5545)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

BATTLE_LASTS = datetime.timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One entry of a calendar. A date without a time lasts the whole day, one with a time three hours."""

    uid: str
    starts: datetime.datetime | datetime.date
    summary: str
    url: str


def calendar_text(name: str, occasions: Iterable[CalendarEntry], now: datetime.datetime) -> str:
    """A complete calendar. Times are in UTC."""
    from icalendar import Calendar, Event  # rarely needed, and large

    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//mordheim-site//league//EN")
    calendar.add("x-wr-calname", name)
    for occasion in occasions:
        event = Event()
        event.add("uid", occasion.uid)
        event.add("dtstamp", now.astimezone(datetime.UTC))
        if isinstance(occasion.starts, datetime.datetime):
            starts = occasion.starts.astimezone(datetime.UTC)
            event.add("dtstart", starts)
            event.add("dtend", starts + BATTLE_LASTS)
        else:
            event.add("dtstart", occasion.starts)
        event.add("summary", occasion.summary)
        event.add("url", occasion.url)
        calendar.add_component(event)
    text: str = calendar.to_ical().decode("utf-8")
    return text
