"""A battle's clock as the board shows it: the remaining time of each side, and the actions of the reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.models import Battle
from battles.play.clocks import rules
from battles.play.models.clocks import BattleClock

MINUTE, HOUR, DAY = 60, 3600, 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class SideClock:
    """One side's time: `seconds` left for its turn or its answer, and the same as `text`."""

    side: str
    label: str
    text: str
    seconds: int
    is_running: bool
    is_mine: bool
    is_answer: bool
    holiday: str
    outs: str


class SideClockJson(TypedDict):
    """One side's time for the API, in seconds."""

    side: str
    seconds: int
    running: bool
    answer: bool


class ClockJson(TypedDict):
    """The clock of a battle for the API."""

    kind: str
    paused: bool
    sides: list[SideClockJson]
    may_claim: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockCard:
    """The clock of a battle for one reader."""

    kind: str
    sides: tuple[SideClock, ...]
    is_paused: bool
    asked: str
    """The side that has asked the other for a pause, or ""."""
    may_act: bool
    may_claim: bool
    asks_why: bool
    """Whether the reader has to give a reason to stop the clock or add time, being an arbitrator without a side."""
    give: tuple[tuple[str, str], ...]
    """(letter, label) of the sides to which this reader may give time."""

    def as_json(self) -> ClockJson:
        """Plain values for programs."""
        return {
            "kind": self.kind,
            "paused": self.is_paused,
            "sides": [
                {
                    "side": side.side, "seconds": side.seconds, "running": side.is_running, "answer": side.is_answer,
                }
                for side in self.sides
            ],
            "may_claim": self.may_claim,
        }  # fmt: skip


def time_words(seconds: float) -> str:
    """A time as text: "12:30", "1:05:00", or from one day on "2 d 4 h"."""
    whole = max(0, int(seconds))
    if whole >= DAY:
        return _("%(days)d d %(hours)d h") % {"days": whole // DAY, "hours": whole % DAY // HOUR}
    if whole >= HOUR:
        return f"{whole // HOUR}:{whole % HOUR // MINUTE:02d}:{whole % MINUTE:02d}"
    return f"{whole // MINUTE}:{whole % MINUTE:02d}"


def clock_of(battle: Battle, mine: tuple[str, ...], now: datetime, *, runs_league: bool = False) -> ClockCard | None:
    """The clock of a battle; None without one. No query if the battle was loaded with its clock."""
    clock: BattleClock | None = getattr(battle, "clock", None)
    if clock is None or not clock.left:
        return None
    names = {seat.letter: seat.name for seat in battle.sides.all()}
    is_live = battle.is_playing
    may_act = is_live and (bool(mine) or runs_league)
    sides = tuple(_side(clock, letter, names[letter], mine, now) for letter in sorted(clock.left))
    others = [letter for letter in sorted(clock.left) if letter not in mine]
    words = _("Give %(side)s %(time)s more")
    losers = [letter for letter in rules.may_be_claimed(clock) if letter not in mine]
    return ClockCard(
        kind=str(clock.terms.words),
        sides=sides,
        is_paused=clock.paused_at is not None,
        asked=", ".join(names[letter] for letter in clock.wants_pause),
        may_act=may_act,
        may_claim=may_act and bool(losers),
        asks_why=may_act and not mine,
        give=tuple(
            (letter, words % {"side": names[letter], "time": time_words(clock.terms.more)}) for letter in others
        ),
    )


def _side(clock: BattleClock, letter: str, name: str, mine: tuple[str, ...], now: datetime) -> SideClock:
    left = rules.left_now(clock, letter, now)
    kind = clock.running.get(letter)
    outs = int(clock.outs.get(letter, 0))
    words = ngettext("1 timeout", "%(n)d timeouts", outs) % {"n": outs}
    return SideClock(
        side=letter,
        label=name,
        text=time_words(left),
        seconds=int(left),
        is_running=kind is not None and clock.paused_at is None and clock.battle.is_playing,
        is_mine=letter in mine,
        is_answer=kind is not None and kind != "turn",
        holiday=time_words(float(clock.holiday[letter])) if clock.terms.is_by_days else "",
        outs=words if outs else "",
    )
