"""Bounds for numbers of a custom pack: profiles, gold, dice.

The schema's bounds find mistakes in the packs of the site. These stricter ones stop a pack by an unknown author from
filling a battle with attacks or a treasury with gold. The printed values are well within them.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from catalogue.effects import EFFECTS
from catalogue.facts import Characteristics, EffectData
from catalogue.packs.schema import KINDS, PackPart
from catalogue.packs.strict_yaml import Path

PROFILE_MOST: Final = {"movement": 20}
PROFILE_MOST_ELSE: Final = 10
PROFILE_LEAST: Final = {"strength": 1, "toughness": 1, "wounds": 1, "leadership": 1}
EFFECT_MOST: Final = {"battle": 24, "board": 2000, "roster": 600, "aftermath": 300}
"""The largest absolute value of an effect's numbers, by the part of the site that carries the effect out. The board has
its own bounds for each effect."""
HEAVY: Final = {"attacks_multiplier": 3, "shots": 6, "extra_attacks": 6, "natural_attack": 10, "damage": 6}
"""Effects that multiply the number of dice rolled in a battle."""
FIELDS: Final = {
    "starting_gold_gc": 2000, "size_max": 30, "range_in": 72, "strength": 10, "starting_experience": 90,
    "headcount": 30, "starting_spells": 6,
}  # fmt: skip
DICE_MOST: Final = 10
TIMES_MOST: Final = 25
_DICE: Final = re.compile(r"([0-9]{0,2})D[0-9]+(?:x([0-9]+))?(?:\+[0-9])?\Z")

Problem = Iterator[tuple[Path, str]]


def out_of_bounds(part: PackPart) -> Problem:
    """(path, sentence) for each number or dice that is too large or too small to play."""
    for kind in KINDS:
        for index, fact in enumerate(getattr(part, kind)):
            yield from _inside((kind, index), fact, is_maximum=kind == "races")


def _inside(path: Path, value: Any, *, is_maximum: bool) -> Problem:
    if isinstance(value, EffectData):
        yield from _effect(path, value)
    elif isinstance(value, Characteristics):
        yield from _profile(path, value, is_maximum=is_maximum)
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _inside((*path, index), inner, is_maximum=is_maximum)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            inner = getattr(value, field.name)
            most = FIELDS.get(field.name)
            if most is not None and isinstance(inner, int) and inner > most:
                yield (*path, field.name), _at_most(most)
            elif (field.name.endswith("_dice") or field.name == "roll") and isinstance(inner, str):
                yield from _dice((*path, field.name), inner)
            else:
                yield from _inside((*path, field.name), inner, is_maximum=is_maximum)


def _at_most(most: int) -> str:
    return _("Use at most %(most)d in a custom pack.") % {"most": most}


def _profile(path: Path, profile: Characteristics, *, is_maximum: bool) -> Problem:
    for name in Characteristics.names():
        value, most = getattr(profile, name), PROFILE_MOST.get(name, PROFILE_MOST_ELSE)
        least = 0 if is_maximum else PROFILE_LEAST.get(name, 0)
        if value > most:
            yield (*path, name), _at_most(most)
        elif value < least:
            yield (*path, name), _("Use at least %(least)d.") % {"least": least}
    yield from _dice((*path, "movement_dice"), profile.movement_dice)


def _effect(path: Path, effect: EffectData) -> Problem:
    most = HEAVY.get(effect.code, EFFECT_MOST[EFFECTS[effect.code].part])
    for name, given in effect.params.items():
        for value in given if isinstance(given, list) else [given]:
            if isinstance(value, int) and abs(value) > most:
                yield (*path, name), _at_most(most)
            elif isinstance(value, str):
                yield from _dice((*path, name), value)


def _dice(path: Path, text: str) -> Problem:
    found = _DICE.match(text)
    if found is not None and (int(found[1] or 1) > DICE_MOST or int(found[2] or 1) > TIMES_MOST):
        yield (
            path,
            _("Use at most %(dice)d dice, and multiply their total by at most %(times)d.")
            % {
                "dice": DICE_MOST,
                "times": TIMES_MOST,
            },
        )
