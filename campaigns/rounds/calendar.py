"""iCalendar text (RFC 5545), as little of it as a league needs."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

LINE_BYTES = 73
BATTLE_LASTS = datetime.timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One entry of a calendar; a bare date lasts the whole day, a moment three hours."""

    uid: str
    starts: datetime.datetime | datetime.date
    summary: str
    url: str


def _escaped(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return text


def _folded(line: str) -> str:
    """A long line in pieces of at most 75 bytes, no character torn."""
    pieces, piece = [], ""
    for character in line:
        if len((piece + character).encode()) > LINE_BYTES:
            pieces.append(piece)
            piece = ""
        piece += character
    return "\r\n ".join([*pieces, piece])


def _moment(when: datetime.datetime) -> str:
    return when.astimezone(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")


def _span(starts: datetime.datetime | datetime.date) -> list[str]:
    if isinstance(starts, datetime.datetime):
        return [f"DTSTART:{_moment(starts)}", f"DTEND:{_moment(starts + BATTLE_LASTS)}"]
    return [f"DTSTART;VALUE=DATE:{starts:%Y%m%d}"]


def calendar_text(name: str, occasions: Iterable[CalendarEntry], now: datetime.datetime) -> str:
    """A whole calendar, lines folded and ended as the standard wants."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//mordheim-site//league//EN", f"X-WR-CALNAME:{_escaped(name)}"]
    for one in occasions:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.uid}",
            f"DTSTAMP:{_moment(now)}",
            *_span(one.starts),
            f"SUMMARY:{_escaped(one.summary)}",
            f"URL:{one.url}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "\r\n".join(_folded(line) for line in lines) + "\r\n"
