"""The options of a battle: the values of each, which rulesets have it, and which rules it changes.

House-rule pages, the API, conformance cases and the engine all use this list. Rule: CONV-TOGGLE-01
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from battles.engine.errors import IllegalAction
from battles.engine.rulesets.keys import CODES, Layer, RuleValue
from battles.engine.sentences import say

PRINTED: Final = ("skirmish", "gazette", "mordheim")
"""The rulesets without the keywords of Core."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOption:
    """One option. `printed` is the value of the printed rules. An option without `choices` is on or off.

    One of the `choices` is chosen; with `many`, any number of them as a list. `changes` returns the rules that a value
    changes, given the changes so far. Without it, the option sets the rule with the same name.
    """

    code: str
    printed: RuleValue = False
    rulesets: tuple[str, ...] = CODES
    choices: tuple[str, ...] | tuple[int, ...] = ()
    many: bool = False
    changes: Callable[[Any, Layer], Layer] | None = None

    def accepts(self, value: object) -> bool:
        """Whether this is a valid value of the option."""
        if self.many:
            return isinstance(value, list | tuple) and all(type(part) is int and part in self.choices for part in value)
        if self.choices:
            return isinstance(value, str) and value in self.choices
        return isinstance(value, bool)

    def is_printed(self, value: object) -> bool:
        """Whether the value leaves the printed rules unchanged."""
        return tuple(value) == self.printed if isinstance(value, list | tuple) else value == self.printed


def _no_single_target_penalty(value: bool, before: Layer) -> Layer:
    return {"single_target_penalty": 0} if value else {}


def _straight_battle(value: bool, before: Layer) -> Layer:
    return {"rout_tests": not value, "voluntary_rout": not value}


def _class_criticals(value: bool, before: Layer) -> Layer:
    return {"criticals": "class" if value else "basic"}


def _free_measuring(value: bool, before: Layer) -> Layer:
    # With free measuring, players can see what is out of range, so such targets are not offered.
    return {"measuring_is_free": True, "out_of_range_may_be_chosen": False} if value else {}


def _core_keywords(value: bool, before: Layer) -> Layer:
    killing_blow: Layer = {"killing_blow": "roster"} if value and "killing_blow" not in before else {}
    return {"keywords": value, "wards": value, **killing_blow}


def _panic_triggers(value: tuple[int, ...] | list[int], before: Layer) -> Layer:
    return {"panic_triggers": tuple(value)}


OPTIONS: Final[Mapping[str, BattleOption]] = MappingProxyType(
    {
        option.code: option
        for option in (
            BattleOption(code="terrain_pack"),
            BattleOption(code="unit_hits", printed="scaled", choices=("scaled", "literal")),
            BattleOption(code="sight_mode", printed="true", choices=("true", "value")),
            BattleOption(code="uphill_bonus"),
            BattleOption(code="marsh_all_dangerous"),
            BattleOption(code="hr_losing_control"),
            BattleOption(code="core_keywords", rulesets=PRINTED, changes=_core_keywords),
            BattleOption(code="free_measuring", rulesets=PRINTED, changes=_free_measuring),
            BattleOption(code="weapon_class_crits", rulesets=("mordheim",), changes=_class_criticals),
            BattleOption(code="straight_battle", printed=True, rulesets=("gazette",), changes=_straight_battle),
            BattleOption(code="hr_cavalry_first_wound", rulesets=("skirmish",)),
            BattleOption(code="hr_poison_crit", rulesets=("skirmish",)),
            BattleOption(code="hr_swarms", rulesets=("skirmish",)),
            BattleOption(
                code="hr_no_single_target_penalty", rulesets=("skirmish",), changes=_no_single_target_penalty
            ),
            BattleOption(code="hr_plague_units", rulesets=("skirmish",)),
            BattleOption(
                code="panic_triggers", printed=(), rulesets=("skirmish",), choices=(1, 2, 5, 6), many=True,
                changes=_panic_triggers,
            ),
        )
    }
)  # fmt: skip
"""Every option of a battle by its code, in the order in which pages list them."""


def changes_of(ruleset: str, options: Mapping[str, Any], layer: Layer) -> Layer:
    """The layer of a ruleset, with the rules that these options change.

    Raises IllegalAction: unknown_option, option_not_available, trigger_not_allowed (Rule: PSY-PANIC-01), bad_option.
    """
    changes: dict[str, RuleValue] = dict(layer)
    for code, value in options.items():
        option = OPTIONS.get(code)
        if option is None:
            raise IllegalAction(
                "unknown_option", say("No option is called {option}.", option=repr(code)), "CONV-TOGGLE-01"
            )
        if ruleset not in option.rulesets:
            if option.is_printed(value):
                continue
            raise IllegalAction(
                "option_not_available",
                say("{code} has no option {option}.", code=ruleset, option=repr(code)),
                "CONV-TOGGLE-01",
            )
        if not option.accepts(value):
            raise _not_a_value(option, value)
        changes |= option.changes(value, changes) if option.changes else {code: value}
    return changes


def _not_a_value(option: BattleOption, value: object) -> IllegalAction:
    if option.code == "panic_triggers" and isinstance(value, list | tuple):
        barred = next(part for part in value if part not in option.choices)
        return IllegalAction(
            "trigger_not_allowed", say("{barred} cannot cause panic.", barred=str(barred)), "PSY-PANIC-01"
        )
    return IllegalAction(
        "bad_option",
        say("The option {option} has no value {value}.", option=repr(option.code), value=repr(value)[:60]),
        "CONV-TOGGLE-01",
    )
