"""How an effect is described: the part that carries it out, its sentence, its parameters and their kinds.

The tables in this package write one effect as `code: (parameters, sentence)`, parameters as words `name:kind`, or
`name?:kind` if it is optional.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from catalogue.facts import Characteristics

Part = Literal["battle", "board", "roster", "aftermath"]

CHARACTERISTICS: Final = Characteristics.names()
TURNS: Final = ("charging", "charged", "first_round", "this_turn")
PHASES: Final = ("combat", "shooting")
TARGETS: Final = (
    "one_model",
    "one_enemy",
    "closest_enemy",
    "first_in_line",
    "all_enemies",
    "all_models",
    "around_target",
    "in_contact",
)
WHO_GAINS: Final = ("self", "leader", "chosen_hero", "heroes_shared", "captor", "captor_leader")
FORCES: Final = (
    "models", "heroes", "hired_swords", "dramatis_personae", "wizards", "cavalry", "monsters", "chariots", "flyers",
)  # fmt: skip
_DICE: Final = re.compile(r"[0-9]{0,2}D(3|6|66)(x[0-9]{1,3})?\Z")


@dataclass(frozen=True, slots=True)
class ParamKind:
    """A kind of parameter; `target` is the kind of facts whose codes it takes."""

    words: str
    fits: Callable[[Any], bool]
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """One effect: its code, the part of the site that carries it out, its sentence, its parameters, and which of them
    are required."""

    code: str
    part: Part
    sentence: str
    params: Mapping[str, ParamKind]
    required: frozenset[str]


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of(words: tuple[str, ...]) -> ParamKind:
    return ParamKind("one of " + ", ".join(words), lambda value: value in words)


def _code(target: str) -> ParamKind:
    return ParamKind(f"a code from {target}", lambda value: isinstance(value, str), target)


def _codes(target: str | None) -> ParamKind:
    def fits(value: Any) -> bool:
        return isinstance(value, list) and all(isinstance(code, str) for code in value)

    return ParamKind(f"a list of codes from {target}" if target else "a list of codes", fits, target)


PARAM_KINDS: Final[dict[str, ParamKind]] = {
    "int": ParamKind("a whole number", _is_int),
    "ints": ParamKind("a list of whole numbers", lambda v: isinstance(v, list) and all(_is_int(n) for n in v)),
    "bool": ParamKind("true or false", lambda value: isinstance(value, bool)),
    "dice": ParamKind("dice such as 2D6", lambda value: isinstance(value, str) and bool(_DICE.match(value))),
    "word": ParamKind("a code", lambda value: isinstance(value, str)),
    "characteristic": ParamKind("a characteristic", lambda value: value in CHARACTERISTICS),
    "characteristics": ParamKind(
        "a list of characteristics", lambda v: isinstance(v, list) and all(name in CHARACTERISTICS for name in v)
    ),
    "turn": _one_of(TURNS),
    "phase": _one_of(PHASES),
    "targets": _one_of(TARGETS),
    "to": _one_of(WHO_GAINS),
    "side": _one_of(("both", "attacker", "defender", "first", "second")),
    "attacker": _one_of(("chosen", "larger", "smaller", "lower_rating", "higher_rating", "random")),
    "force": _one_of(FORCES),
    "way": _one_of(("any", "own", "far", "south", "west", "north", "east")),
    "prize": _one_of(("wand", "prince", "chest", "skull", "prize")),
    "occasion": ParamKind("an occasion that the scenario counts", lambda value: isinstance(value, str)),
    "story": _one_of(("hunt", "lord_and_few")),
    "size": _one_of(("small", "medium", "large", "huge", "gigantic", "titanic")),
    "condition": _one_of(("knocked_down", "stunned", "out_of_action")),
    "item_class": _one_of(("close_combat", "missile", "black_powder", "armour", "misc", "animal")),
    "who": _codes(None),
    "item": _code("items"),
    "items": _codes("items"),
    "skill": _code("skills"),
    "skill_list": _code("skill_lists"),
    "spell_list": _code("spell_lists"),
    "race": _code("races"),
    "races": _codes("races"),
    "rule": _code("rules"),
    "warband_type": _code("warband_types"),
    "warrior_type": _code("warrior_types"),
    "warrior_types": _codes("warrior_types"),
    "injuries": _codes("injuries"),
    "mutation": _code("mutations"),
    "place": _code("exploration"),
    "places": _codes("exploration"),
}


def read(part: Part, table: Mapping[str, tuple[str, str]]) -> dict[str, Meaning]:
    """The meanings of one table. An unknown word raises KeyError."""
    found = {}
    for code, (words, sentence) in table.items():
        params, required = {}, set()
        for word in words.split():
            name, kind = word.split(":")
            params[name.rstrip("?")] = PARAM_KINDS[kind]
            if not name.endswith("?"):
                required.add(name)
        found[code] = Meaning(code, part, sentence, params, frozenset(required))
    return found
