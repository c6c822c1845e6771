"""Reasons for commands of bots, clocks and default decisions, translated for the reader.

The log stores a reason as an English sentence with names filled in. This module finds its pattern and translates it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.translation import gettext, gettext_noop

PATTERNS = (
    gettext_noop("{who} charges {whom}: {chance} chance to take out of action"),
    gettext_noop("{who} shoots at {whom}: {chance} chance to take out of action"),
    gettext_noop("{who} casts {spell}: {chance} chance to cast"),
    gettext_noop("{who} moves towards {whom}, taking a detour"),
    gettext_noop("{who} moves towards {whom}"),
    gettext_noop("{who} moves to attack {whom}, taking a detour"),
    gettext_noop("{who} moves to attack {whom}"),
    gettext_noop("{who} moves to the objective, taking a detour"),
    gettext_noop("{who} moves to the objective"),
    gettext_noop("{who} keeps their distance, taking a detour"),
    gettext_noop("{who} keeps their distance"),
    gettext_noop("{who} looks for a clear shot, taking a detour"),
    gettext_noop("{who} looks for a clear shot"),
    gettext_noop("{who} stays out of reach, taking a detour"),
    gettext_noop("{who} stays out of reach"),
    gettext_noop("{who} goes to the windows"),
    gettext_noop("{who} leaves the building"),
    gettext_noop("{who} turns against {whom}"),
    gettext_noop("{who} can fight {whom}"),
    gettext_noop("{who} takes the best weapons for this fight"),
    gettext_noop("routs: {lost} of {started} warriors lost, {ours} against {theirs} left"),
    gettext_noop("lets {who} pass"),
    gettext_noop("all attacks on {who}"),
    gettext_noop("a parry costs nothing"),
    gettext_noop("shoots before the fight"),
    gettext_noop("better to stand up"),
    gettext_noop("moves as close as possible"),
    gettext_noop("takes the next step"),
    gettext_noop("all warriors are in position"),
    gettext_noop("fights"),
    gettext_noop("fights on"),
    gettext_noop("continues"),
    gettext_noop("holds their ground"),
    gettext_noop("is ready"),
    gettext_noop("stops here"),
    gettext_noop("does not move the warrior"),
    gettext_noop("uses it fully"),
    gettext_noop("must charge"),
    gettext_noop("no charge is worth the risk"),
    gettext_noop("no targets left"),
    gettext_noop("no spell is worth casting"),
    gettext_noop("picks at random"),
    gettext_noop("re-rolls"),
    gettext_noop("has a better view from above"),
    gettext_noop("waits to see the enemy's positions"),
    gettext_noop("sets up in a usual position"),
    gettext_noop("sets up where there is room"),
    gettext_noop("sets up close to friends"),
    gettext_noop("stays below"),
    gettext_noop("the attacker moves first"),
    gettext_noop("tries the spell"),
    gettext_noop("Default decision"),
    gettext_noop("Timeout"),
    gettext_noop("Claimed after two timeouts"),
    gettext_noop("Offered by {who}"),
)
"""All reasons; `{...}` marks names and numbers. If two patterns match the same text, the longer one comes first."""
FORMER = {
    "{who} charges {whom}: {chance} to fell him": "{who} charges {whom}: {chance} chance to take out of action",
    "{who} shoots at {whom}: {chance} to fell him": "{who} shoots at {whom}: {chance} chance to take out of action",
    "{who} closes with {whom}, by the way round": "{who} moves towards {whom}, taking a detour",
    "{who} closes with {whom}": "{who} moves towards {whom}",
    "{who} goes for {whom}, by the way round": "{who} moves to attack {whom}, taking a detour",
    "{who} goes for {whom}": "{who} moves to attack {whom}",
    "{who} goes after the prize, by the way round": "{who} moves to the objective, taking a detour",
    "{who} goes after the prize": "{who} moves to the objective",
    "{who} keeps his distance, by the way round": "{who} keeps their distance, taking a detour",
    "{who} keeps his distance": "{who} keeps their distance",
    "{who} looks for a clear shot, by the way round": "{who} looks for a clear shot, taking a detour",
    "{who} stays out of reach, by the way round": "{who} stays out of reach, taking a detour",
    "{who} has no business inside": "{who} leaves the building",
    "{who} turns on {whom}": "{who} turns against {whom}",
    "{who} is a match for {whom}": "{who} can fight {whom}",
    "{who} takes what serves best here": "{who} takes the best weapons for this fight",
    "gives up: {lost} of {started} lost, {ours} against {theirs} left": (
        "routs: {lost} of {started} warriors lost, {ours} against {theirs} left"
    ),
    "all on {who}": "all attacks on {who}",
    "a shot before the blow": "shoots before the fight",
    "better on his feet": "better to stand up",
    "comes as near as he can": "moves as close as possible",
    "does what is next": "takes the next step",
    "everybody stands where he should": "all warriors are in position",
    "goes on": "continues",
    "holds his ground": "holds their ground",
    "leaves it at that": "stops here",
    "lets him stand": "does not move the warrior",
    "makes the most of it": "uses it fully",
    "no charge is worth its risk": "no charge is worth the risk",
    "nothing left to shoot at": "no targets left",
    "picks blindly": "picks at random",
    "rolls again": "re-rolls",
    "sees farther from up there": "has a better view from above",
    "sees where the enemy stands first": "waits to see the enemy's positions",
    "sets up where it is usual": "sets up in a usual position",
    "sets up with friends beside him": "sets up close to friends",
    "By standing order": "Default decision",
    "Time is out": "Timeout",
    "Claimed: time was out twice": "Claimed after two timeouts",
}
"""Reasons in older battles, in their wording of that time, with the pattern that is shown now."""
_FIELD = re.compile(r"\\\{(\w+)\\\}")
_KNOWN = tuple(
    (pattern, re.compile(_FIELD.sub(r"(?P<\1>.+?)", re.escape(pattern)).replace(r"\ ", " ") + r"\Z", re.DOTALL))
    for pattern in (*PATTERNS, *FORMER)
)


@lru_cache(maxsize=2_000)
def pattern_of(reason: str) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """(pattern, its values) of a stored reason, or None for an unknown one."""
    for pattern, shape in _KNOWN:
        found = shape.match(reason)
        if found is not None:
            return FORMER.get(pattern, pattern), tuple(found.groupdict().items())
    return None


def translate_reason(reason: str) -> str:
    """A stored reason in the reader's language; an unknown one stays unchanged."""
    known = pattern_of(reason)
    return gettext(known[0]).format(**dict(known[1])) if known is not None else reason
