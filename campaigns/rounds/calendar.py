"""The calendar of a league as iCalendar text (RFC 5545)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from icalendar import Calendar, Event

BATTLE_LASTS = datetime.timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One entry of a calendar; a bare date lasts the whole day, a moment three hours."""

    uid: str
    starts: datetime.datetime | datetime.date
    summary: str
    url: str


def calendar_text(name: str, occasions: Iterable[CalendarEntry], now: datetime.datetime) -> str:
    """A whole calendar. Moments are in UTC."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//mordheim-site//league//EN")
    calendar.add("x-wr-calname", name)
    for one in occasions:
        event = Event()
        event.add("uid", one.uid)
        event.add("dtstamp", now.astimezone(datetime.UTC))
        if isinstance(one.starts, datetime.datetime):
            starts = one.starts.astimezone(datetime.UTC)
            event.add("dtstart", starts)
            event.add("dtend", starts + BATTLE_LASTS)
        else:
            event.add("dtstart", one.starts)
        event.add("summary", one.summary)
        event.add("url", one.url)
        calendar.add_component(event)
    text: str = calendar.to_ical().decode("utf-8")
    return text
