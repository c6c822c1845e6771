"""Exploration after a battle: dice, wyrdstone, and the location found. Rules: AF-EXPL-01 to AF-EXPL-04"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from battles.engine.aftermath.injuries import line_at
from battles.engine.aftermath.rolls import Roller
from battles.engine.aftermath.tables import Effect, LocationRow, OutcomeRow, ValueBand, value_in
from battles.engine.registry import Registry


@dataclass(frozen=True, slots=True)
class Search:
    """Exploration dice, the shards found for their sum, and the set that names a location: (dice, face), or None."""

    faces: tuple[int, ...]
    shards: int
    found: tuple[int, int] | None


def dice_allowed(*, heroes_standing: int, won: bool, extra: int = 0, most: int = 6, cap: int | None = None) -> int:
    """Number of exploration dice: one for each hero who did not go out of action, one more for a win, and `extra`; at
    most `most` (six).

    `cap` limits the dice before extras after a shared victory (ALLY-FORMAL-04: three). Rule: AF-EXPL-01
    """
    base = heroes_standing + int(won)
    if cap is not None:
        base = min(base, cap)
    return max(0, min(base + extra, most))


def search(roller: Roller, count: int, shards_found: tuple[ValueBand, ...], model_id: str = "") -> Search:
    """Roll the exploration dice. Rules: AF-EXPL-02, AF-EXPL-03"""
    faces = roller.faces(count, "exploration", model_id) if count else ()
    return read(faces, shards_found)


def read(faces: tuple[int, ...], shards_found: tuple[ValueBand, ...], more: int = 0) -> Search:
    """Result of the given dice, with `more` added to their sum.

    The largest set names the location; ties go to the higher face.
    """
    counts = Counter(faces)
    best = max(((number, face) for face, number in counts.items() if number >= 2), default=None)
    return Search(faces, value_in(shards_found, sum(faces) + more) if faces else 0, best)


def location_at(table: Sequence[LocationRow], found: tuple[int, int] | None) -> LocationRow | None:
    """The location that a set finds, or None."""
    if found is None:
        return None
    return next((row for row in table if (row.dice, row.face) == found), None)


@dataclass(frozen=True, slots=True)
class Find:
    """Results of a location: effects to apply, and outcomes that depend on a player's choice or a hero's characteristic
    test.
    """

    code: str
    sub_roll: int
    effects: tuple[Effect, ...]
    choices: tuple[OutcomeRow, ...] = ()
    needs_hero: bool = False
    check: Effect | None = None
    """A characteristic test to take; `after_check` then finds the effects of its result."""


@dataclass(slots=True)
class Visit:
    """A visit to a location while its effects are resolved: the outcomes for this warband, and the effects found so
    far.
    """

    tags: frozenset[str]
    lines: Sequence[OutcomeRow]
    effects: list[Effect] = field(default_factory=list)
    check: Effect | None = None
    needs_hero: bool = False


Entry = Callable[[Visit, Mapping[str, Any]], None]
ENTRIES: Final[Registry[Entry]] = Registry("condition of a location")
"""Effects that set a condition for the visit (a test, a hero who is sent), by code. All other effects are its
results.
"""
ROLLED: Final[Registry[Callable[[int], Effect]]] = Registry("find with a rolled number")
"""Effects whose amount is the die roll of the location, by code."""


def _entry(code: str) -> Callable[[Entry], Entry]:
    return lambda function: ENTRIES.add(code, function)


@_entry("characteristic_check")
def characteristic_check(visit: Visit, parameters: Mapping[str, Any]) -> None:
    """Require a characteristic test to decide the outcome; some warbands pass automatically."""
    if visit.tags & frozenset(parameters.get("passes_for", ())):
        visit.effects.extend(effect for line in visit.lines if line.after == "passed" for effect in line.effects)
        visit.check = None
    else:
        visit.check = ("characteristic_check", dict(parameters))
        visit.needs_hero = parameters.get("by") == "chosen_hero"


@_entry("may_send")
def may_send(visit: Visit, parameters: Mapping[str, Any]) -> None:
    """The player may send a hero, who then makes the roll."""
    visit.needs_hero = True


ROLLED.add("gain_gold_rolled", lambda sub: ("gain_gold", {"amount": sub}))


def roll_location(roller: Roller, row: LocationRow, tags: frozenset[str]) -> Find:
    """Make every roll at a location that needs no choice by a player.

    "gain_gold_rolled" gives as much gold as the location's own roll. Rule: AF-EXPL-04
    """
    lines = [line for line in row.outcomes if line.is_for(tags)]
    visit = Visit(tags, lines)
    for code, parameters in row.effects:
        if code in ENTRIES:
            ENTRIES[code](visit, parameters)
        else:
            visit.effects.append((code, parameters))
    effects = visit.effects
    sub = 0
    if row.roll and not visit.needs_hero:
        sub = roller.roll(row.roll, row.code)
        effects.extend(_by_roll(roller, lines, sub))
    for line in lines:
        if line.needs:
            if roller.d6(row.code) >= line.needs:
                effects.extend(line.effects)
        elif line.after == "always" and not (line.low or line.high):
            effects.extend(line.effects)
    settled = tuple(ROLLED[code](sub) if code in ROLLED else (code, values) for code, values in effects)
    choices = tuple(line for line in lines if line.after == "chosen")
    return Find(row.code, sub, settled, choices, visit.needs_hero, visit.check)


def _by_roll(roller: Roller, lines: Sequence[OutcomeRow], sub: int) -> tuple[Effect, ...]:
    line = line_at([line for line in lines if line.low or line.high], sub)
    if line is not None:
        return line.effects
    faces = roller.notes[-1].faces
    wanted = "double" if len(faces) == 2 and faces[0] == faces[1] else "otherwise"
    return tuple(effect for each in lines if each.after == wanted for effect in each.effects)


def after_check(row: LocationRow, tags: frozenset[str], passed: bool) -> tuple[Effect, ...]:
    """The effects that follow from a passed or failed test."""
    wanted = "passed" if passed else "failed"
    return tuple(
        effect for line in row.outcomes if line.is_for(tags) and line.after == wanted for effect in line.effects
    )
