"""Translates the reasons for commands of bots, clocks and default decisions. The log stores a bot's reason as a code
with parameters (`battles/engine/bots/reasons.py`), and other reasons as English sentences with names filled in. For
those, this module finds the pattern."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext, gettext_noop

from battles.engine.bots.reasons import Reason, read
from battles.engine.game import Game
from battles.engine.steps.magic.spellbook import SPELLS

REASONS: Final[dict[str, str]] = {
    "charges": gettext_noop("{who} charges {whom}: {chance} % chance to take out of action"),
    "shoots": gettext_noop("{who} shoots at {whom}: {chance} % chance to take out of action"),
    "casts": gettext_noop("{who} casts {spell}: {chance} % chance to cast"),
    "towards_detour": gettext_noop("{who} moves towards {whom}, taking a detour"),
    "towards": gettext_noop("{who} moves towards {whom}"),
    "to_attack_detour": gettext_noop("{who} moves to attack {whom}, taking a detour"),
    "to_attack": gettext_noop("{who} moves to attack {whom}"),
    "to_objective_detour": gettext_noop("{who} moves to the objective, taking a detour"),
    "to_objective": gettext_noop("{who} moves to the objective"),
    "keeps_distance_detour": gettext_noop("{who} keeps their distance, taking a detour"),
    "keeps_distance": gettext_noop("{who} keeps their distance"),
    "clear_shot_detour": gettext_noop("{who} looks for a clear shot, taking a detour"),
    "clear_shot": gettext_noop("{who} looks for a clear shot"),
    "out_of_reach_detour": gettext_noop("{who} stays out of reach, taking a detour"),
    "out_of_reach": gettext_noop("{who} stays out of reach"),
    "to_windows": gettext_noop("{who} goes to the windows"),
    "leaves_building": gettext_noop("{who} leaves the building"),
    "turns_against": gettext_noop("{who} turns against {whom}"),
    "can_fight": gettext_noop("{who} can fight {whom}"),
    "best_weapons": gettext_noop("{who} takes the best weapons for this fight"),
    "routs": gettext_noop("routs: {lost} of {started} warriors lost, {ours} against {theirs} left"),
    "lets_pass": gettext_noop("lets {who} pass"),
    "all_attacks": gettext_noop("all attacks on {who}"),
    "parry_is_free": gettext_noop("a parry costs nothing"),
    "shoots_first": gettext_noop("shoots before the fight"),
    "stands_up": gettext_noop("better to stand up"),
    "as_close_as_possible": gettext_noop("moves as close as possible"),
    "next_step": gettext_noop("takes the next step"),
    "in_position": gettext_noop("all warriors are in position"),
    "fights": gettext_noop("fights"),
    "fights_on": gettext_noop("fights on"),
    "continues": gettext_noop("continues"),
    "holds": gettext_noop("holds their ground"),
    "ready": gettext_noop("is ready"),
    "stops": gettext_noop("stops here"),
    "leaves_lured": gettext_noop("does not move the warrior"),
    "uses_fully": gettext_noop("uses it fully"),
    "must_charge": gettext_noop("must charge"),
    "no_charge": gettext_noop("no charge is worth the risk"),
    "no_targets": gettext_noop("no targets left"),
    "no_spell": gettext_noop("no spell is worth casting"),
    "random": gettext_noop("picks at random"),
    "rerolls": gettext_noop("re-rolls"),
    "view_from_above": gettext_noop("has a better view from above"),
    "sees_first": gettext_noop("waits to see the enemy's positions"),
    "usual_position": gettext_noop("sets up in a usual position"),
    "where_there_is_room": gettext_noop("sets up where there is room"),
    "close_to_friends": gettext_noop("sets up close to friends"),
    "stays_below": gettext_noop("stays below"),
    "attacker_first": gettext_noop("the attacker moves first"),
    "default": gettext_noop("gives the default answer"),
    "all_hold": gettext_noop("all warriors hold their positions"),
    "holds_charge": gettext_noop("holds back the charge"),
    "best_answer": gettext_noop("the best of the answers that it tried"),
}
"""The texts of bots' reasons by code (`battles/engine/bots/reasons.py`); `{...}` are parameters."""
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
"""Patterns of reasons of clocks and default decisions, and of bots' reasons that were stored as sentences; `{...}` are
names and numbers. If two patterns match, the longer one is used."""
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
"""Former wordings of reasons, which older battles contain, with the pattern that is shown now."""
_FIELD = re.compile(r"\\\{(\w+)\\\}")
_KNOWN = tuple(
    (pattern, re.compile(_FIELD.sub(r"(?P<\1>.+?)", re.escape(pattern)).replace(r"\ ", " ") + r"\Z", re.DOTALL))
    for pattern in (*PATTERNS, *FORMER)
)


@lru_cache(maxsize=2_000)
def pattern_of(reason: str) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """(pattern, its values) of a stored reason; None if no pattern matches."""
    for pattern, shape in _KNOWN:
        found = shape.match(reason)
        if found is not None:
            return FORMER.get(pattern, pattern), tuple(found.groupdict().items())
    return None


def reason_sentence(game: Game, reason: Reason) -> str:
    """A bot's reason in the reader's language."""
    values: dict[str, object] = {}
    for name, value in reason.values:
        values[name] = SPELLS[value].name if name == "spell" and value in SPELLS else game.name(value)
    return gettext(REASONS[reason.code]).format(**values)


def translate_reason(game: Game, line: str) -> str:
    """A stored reason in the reader's language. An unknown one is returned unchanged."""
    reason = read(line)
    if reason is not None and reason.code in REASONS:
        return reason_sentence(game, reason)
    known = pattern_of(line)
    return gettext(known[0]).format(**dict(known[1])) if known is not None else line
