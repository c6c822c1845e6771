"""Kinds of turn clocks, and how time is counted. A league chooses one, and battles store it.

A live clock gives each side a bank of time and an increment for each of its turns; prompts in the other side's turn
have a short allowance of their own. A clock by days allows a number of hours per turn, may exclude weekends, and uses
up a pool of holiday time before the time runs out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

HOUR: Final = 3600
DAY: Final = 24 * HOUR
NONE: Final = "none"
CLOCK_SWITCH: Final = "pl_clock"
"""Code of the house rule that sets the clock of matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClock:
    """One kind of clock. Times are in seconds: `bank` at the start, `increment` for each own turn, `prompt` for an
    answer in the other side's turn. For a clock by days: `turn` for a turn and `holiday` in total. `more` is the time
    that one extension gives."""

    code: str
    words: Sentence
    bank: int = 0
    increment: int = 0
    prompt: int = 0
    turn: int = 0
    holiday: int = 0
    weekends_off: bool = False
    more: int = 300

    @property
    def is_by_days(self) -> bool:
        return self.turn > 0


CLOCKS: Final[dict[str, TurnClock]] = {
    clock.code: clock
    for clock in (
        TurnClock(
            code="live_quick",
            words=_("Live, fast: 10 minutes, 30 seconds more per turn, 30 seconds per answer"),
            bank=600, increment=30, prompt=30,
        ),
        TurnClock(
            code="live",
            words=_("Live: 30 minutes, 1 minute more per turn, 45 seconds per answer"),
            bank=1800, increment=60, prompt=45,
        ),
        TurnClock(
            code="live_slow",
            words=_("Live, slow: 60 minutes, 2 minutes more per turn, 90 seconds per answer"),
            bank=3600, increment=120, prompt=90,
        ),
        TurnClock(
            code="day",
            words=_("By days: 24 hours per turn, 3 days of holiday"),
            turn=DAY, prompt=DAY, holiday=3 * DAY, more=DAY,
        ),
        TurnClock(
            code="workdays",
            words=_("By days: 48 hours per turn, weekends off, 5 days of holiday"),
            turn=2 * DAY, prompt=2 * DAY, holiday=5 * DAY, weekends_off=True, more=DAY,
        ),
        TurnClock(
            code="week",
            words=_("By days: a week per turn, 10 days of holiday"),
            turn=7 * DAY, prompt=7 * DAY, holiday=10 * DAY, more=2 * DAY,
        ),
    )
}  # fmt: skip


def clock_choices() -> list[tuple[str, Sentence]]:
    """(code, name) of every clock; "none" comes first."""
    return [(NONE, _("No clock")), *((clock.code, clock.words) for clock in CLOCKS.values())]


def _monday_after(moment: datetime) -> datetime:
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(days=7 - midnight.weekday())


def counted(begin: datetime, end: datetime, *, weekends_off: bool) -> float:
    """Seconds that count between two times (aware, UTC). With `weekends_off`, Saturdays and Sundays do not count."""
    if end <= begin:
        return 0.0
    if not weekends_off:
        return (end - begin).total_seconds()
    seconds, at = 0.0, begin
    while at < end:
        if at.weekday() < 5:
            saturday = _monday_after(at) - timedelta(days=2)
            seconds += (min(end, saturday) - at).total_seconds()
        at = _monday_after(at)
    return seconds


def runs_out(begin: datetime, seconds: float, *, weekends_off: bool) -> datetime:
    """The time at which the clock will have run for this many seconds since `begin`."""
    if not weekends_off:
        return begin + timedelta(seconds=seconds)
    at = begin if begin.weekday() < 5 else _monday_after(begin)
    while True:
        until_saturday = (_monday_after(at) - timedelta(days=2) - at).total_seconds()
        if seconds <= until_saturday:
            return at + timedelta(seconds=seconds)
        seconds -= until_saturday
        at = _monday_after(at)
