"""The switches of a campaign: codes, values, and the rulesets that have them. Texts are in `switch_text.py`.

There are four groups: rosters (`ro_`), the battle (the engine's options), the aftermath (`af_`), playing on the board
(`pl_`).
Rules: CONV-TOGGLE-01, AF-HOUSE-01, RO-HOUSE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from battles.engine.aftermath.house_rules import PREFIX, AftermathRules, aftermath_rules, battle_options
from battles.engine.aftermath.house_rules import RANGES as AFTERMATH_RANGES
from battles.engine.errors import IllegalAction
from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.keys import CODES
from battles.engine.rulesets.options import OPTIONS, BattleOption
from campaigns.matches.bot_players import BOT_SWITCH, OPEN, bot_choices
from campaigns.matches.turn_clocks import CLOCK_SWITCH, NONE, clock_choices
from mordheim_site.refusals import Refusal, Sentence
from warbands.core.house_rules import PREFIX as ROSTER_PREFIX
from warbands.core.house_rules import RANGES as ROSTER_RANGES
from warbands.core.house_rules import RosterHouse, is_ladder, roster_house

ROSTER: Final = "roster"
BATTLE: Final = "battle"
AFTERMATH: Final = "aftermath"
PLAY: Final = "play"
FAMILIES: Final[dict[str, Sentence]] = {
    ROSTER: _("Rosters"),
    BATTLE: _("Battle"),
    AFTERMATH: _("Aftermath"),
    PLAY: _("Board"),
}


class BadHouseRules(Refusal):
    """A switch that is unknown, that the ruleset does not have, or whose value is out of range."""

    code = "bad_house_rules"
    about = ("house_rules", "document")


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """One switch. `printed` is the value of the printed rule, which is never stored; `rulesets` lists the rulesets that
    have it. A flag is on or off; a number is between `low` and `high`; `choices` are (value, text) pairs, of which
    several can be chosen with `many`; a `ladder` is a list of ascending numbers."""

    code: str
    family: str
    printed: Any
    low: int = 0
    high: int = 0
    choices: tuple[tuple[Any, Sentence], ...] = ()
    many: bool = False
    ladder: bool = False
    """Whether the value is a list of ascending numbers; an empty list means the printed rule."""
    rulesets: tuple[str, ...] = CODES

    @property
    def is_flag(self) -> bool:
        return isinstance(self.printed, bool)

    def takes(self, value: Any) -> bool:
        """Whether this is a valid value of the switch."""
        if self.is_flag:
            return isinstance(value, bool)
        if self.ladder:
            return isinstance(value, list) and is_ladder(value)
        values = [choice for choice, _words in self.choices]
        if self.many:
            return isinstance(value, list) and all(type(number) is int and number in values for number in value)
        if values:
            return isinstance(value, str) and value in values
        return type(value) is int and (value == self.printed or self.low <= value <= self.high)


_CHOICE_TEXT: Final[dict[str, dict[str | int, Sentence]]] = {
    "unit_hits": {"scaled": _("one hit per die"), "literal": _("the dice as printed")},
    "sight_mode": {
        "true": _("true line of sight from the model"),
        "value": _("by the height of models and terrain"),
    },
    "panic_triggers": {
        1: _("two friends fleeing nearby"),
        2: _("a friend nearby breaks or is destroyed"),
        5: _("a quarter of the Wounds lost to shots or spells"),
        6: _("a friend nearby is shot down"),
    },
}


def _of_battle(option: BattleOption) -> Switch:
    """The switch for an option of the engine."""
    return Switch(
        code=option.code,
        family=BATTLE,
        printed=list(option.printed) if isinstance(option.printed, tuple) else option.printed,
        choices=tuple((choice, _CHOICE_TEXT[option.code][choice]) for choice in option.choices),
        many=option.many,
        rulesets=option.rulesets,
    )


def _declared(
    printed: AftermathRules | RosterHouse, prefix: str, family: str, ranges: Mapping[str, tuple[int, int]]
) -> list[Switch]:
    """One switch for each field of a settings class, with the defaults and ranges that the rules themselves use."""
    found = []
    for field in fields(printed):
        value, (low, high) = getattr(printed, field.name), ranges.get(field.name, (0, 0))
        if isinstance(value, tuple):
            found.append(Switch(code=f"{prefix}{field.name}", family=family, printed=[], ladder=True))
        else:
            found.append(Switch(code=f"{prefix}{field.name}", family=family, printed=value, low=low, high=high))
    return found


SWITCHES: Final[tuple[Switch, ...]] = (
    *_declared(RosterHouse(), ROSTER_PREFIX, ROSTER, ROSTER_RANGES),
    *map(_of_battle, OPTIONS.values()),
    *_declared(AftermathRules(), PREFIX, AFTERMATH, AFTERMATH_RANGES),
    Switch(code=CLOCK_SWITCH, family=PLAY, printed=NONE, choices=tuple(clock_choices())),
    Switch(code=BOT_SWITCH, family=PLAY, printed=OPEN, choices=tuple(bot_choices())),
)
BY_CODE: Final = {switch.code: switch for switch in SWITCHES}


def refuse_bad(ruleset: str, switches: Mapping[str, Any]) -> None:
    """Raise BadHouseRules for a switch that is unknown, that the ruleset does not have, or whose value is invalid."""
    for code, value in switches.items():
        if code not in BY_CODE or not BY_CODE[code].takes(value):
            raise BadHouseRules(
                message=_("There is no house rule %(code)s with this value.") % {"code": code[:60]},
                rule_id="CONV-TOGGLE-01",
            )
        if value != BY_CODE[code].printed and ruleset not in BY_CODE[code].rulesets:
            raise BadHouseRules(
                message=_("This ruleset does not have the rule of %(code)s.") % {"code": code},
                rule_id="CONV-TOGGLE-01",
            )
    aftermath_rules(switches)
    roster_house(switches)
    try:
        rules_for(ruleset, battle_options(switches))
    except IllegalAction as refusal:
        raise BadHouseRules(message=refusal.sentence, rule_id=refusal.rule or None) from refusal


def battle_switches(ruleset: str, switches: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of a battle outside a league: the switches that differ from the printed rules. Raises
    BadHouseRules, even for a switch that does not act in battle. Rule: CONV-TOGGLE-01"""
    for code in switches:
        if code in BY_CODE and BY_CODE[code].family != BATTLE:
            raise BadHouseRules(
                message=_("The house rule %(code)s has no effect in battle, so only a league can use it. Leave it out.")
                % {"code": code},
                rule_id="CONV-TOGGLE-01",
            )
    refuse_bad(ruleset, switches)
    return not_printed(switches)


def not_printed(switches: Mapping[str, Any]) -> dict[str, Any]:
    """The switches that differ from the printed rules, in the order in which switches are listed."""
    return {
        switch.code: switches[switch.code]
        for switch in SWITCHES
        if switches.get(switch.code, switch.printed) != switch.printed
    }
