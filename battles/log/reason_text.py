"""Reasons for commands of bots, clocks and default decisions, translated for the reader.

The log stores a reason as an English sentence with names filled in. This module finds its pattern and translates it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.translation import gettext, gettext_noop

PATTERNS = (
    gettext_noop("{who} charges {whom}: {chance} to fell him"),
    gettext_noop("{who} shoots at {whom}: {chance} to fell him"),
    gettext_noop("{who} closes with {whom}, by the way round"),
    gettext_noop("{who} closes with {whom}"),
    gettext_noop("{who} goes for {whom}, by the way round"),
    gettext_noop("{who} goes for {whom}"),
    gettext_noop("{who} goes after the prize, by the way round"),
    gettext_noop("{who} goes after the prize"),
    gettext_noop("{who} keeps his distance, by the way round"),
    gettext_noop("{who} keeps his distance"),
    gettext_noop("{who} looks for a clear shot, by the way round"),
    gettext_noop("{who} looks for a clear shot"),
    gettext_noop("{who} stays out of reach, by the way round"),
    gettext_noop("{who} stays out of reach"),
    gettext_noop("{who} goes to the windows"),
    gettext_noop("{who} has no business inside"),
    gettext_noop("{who} turns on {whom}"),
    gettext_noop("{who} is a match for {whom}"),
    gettext_noop("{who} takes what serves best here"),
    gettext_noop("gives up: {lost} of {started} lost, {ours} against {theirs} left"),
    gettext_noop("lets {who} pass"),
    gettext_noop("all on {who}"),
    gettext_noop("a parry costs nothing"),
    gettext_noop("a shot before the blow"),
    gettext_noop("better on his feet"),
    gettext_noop("comes as near as he can"),
    gettext_noop("does what is next"),
    gettext_noop("everybody stands where he should"),
    gettext_noop("fights"),
    gettext_noop("fights on"),
    gettext_noop("goes on"),
    gettext_noop("holds his ground"),
    gettext_noop("is ready"),
    gettext_noop("leaves it at that"),
    gettext_noop("lets him stand"),
    gettext_noop("makes the most of it"),
    gettext_noop("must charge"),
    gettext_noop("no charge is worth its risk"),
    gettext_noop("nothing left to shoot at"),
    gettext_noop("picks blindly"),
    gettext_noop("rolls again"),
    gettext_noop("sees farther from up there"),
    gettext_noop("sees where the enemy stands first"),
    gettext_noop("sets up where it is usual"),
    gettext_noop("sets up where there is room"),
    gettext_noop("sets up with friends beside him"),
    gettext_noop("stays below"),
    gettext_noop("the attacker moves first"),
    gettext_noop("tries the spell"),
    gettext_noop("By standing order"),
    gettext_noop("Time is out"),
    gettext_noop("Claimed: time was out twice"),
    gettext_noop("Offered by {who}"),
)
"""All reasons; `{...}` marks names and numbers. If two patterns match the same text, the longer one comes first."""
_FIELD = re.compile(r"\\\{(\w+)\\\}")
_KNOWN = tuple(
    (pattern, re.compile(_FIELD.sub(r"(?P<\1>.+?)", re.escape(pattern)).replace(r"\ ", " ") + r"\Z", re.DOTALL))
    for pattern in PATTERNS
)


@lru_cache(maxsize=2_000)
def pattern_of(reason: str) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """(pattern, its values) of a stored reason, or None for an unknown one."""
    for pattern, shape in _KNOWN:
        found = shape.match(reason)
        if found is not None:
            return pattern, tuple(found.groupdict().items())
    return None


def reason_in_words(reason: str) -> str:
    """A stored reason in the reader's language; an unknown one stays unchanged."""
    known = pattern_of(reason)
    return gettext(known[0]).format(**dict(known[1])) if known is not None else reason
