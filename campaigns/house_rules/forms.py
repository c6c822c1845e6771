"""The switches of a campaign as form fields. A field that is left unchanged means the printed rule."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.engine.rulesets.keys import CODES
from campaigns.house_rules.switch_text import printed_words, switch_words, value_words
from campaigns.house_rules.switches import BATTLE, FAMILIES, SWITCHES, Switch, not_printed
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_words
from mordheim_site.refusals import Sentence
from warbands.core.house_rules import is_ladder

ON, OFF = "on", "off"


class LadderField(forms.CharField):
    """A field for ascending numbers, separated by commas or spaces. Its value is a list of whole numbers."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(max_length=400, **arguments)

    def prepare_value(self, value: Any) -> Any:
        """The list as text."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        """The entered numbers; an empty list for an empty field."""
        words = re.split(r"[\s,;]+", str(super().clean(value)).strip())
        numbers = [int(word) if word.isascii() and word.isdecimal() and len(word) < 5 else -1 for word in words if word]
        if not is_ladder(numbers):
            raise forms.ValidationError(_("Enter whole numbers from 1 to 500, each higher than the one before."))
        return numbers


class HouseForm(forms.Form):
    """One field per switch, named by its code. `ruleset` hides switches that the ruleset does not have. Without it, all
    switches are offered, and the form reports those that the chosen ruleset does not have."""

    offered: ClassVar[tuple[Switch, ...]] = SWITCHES

    def __init__(self, *args: Any, ruleset: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._asked = ruleset
        for switch in self.offered:
            if not ruleset or ruleset in switch.rulesets:
                self.fields[switch.code] = _field(switch, tells_rulesets=not ruleset)

    @classmethod
    def showing(cls, switches: dict[str, Any], ruleset: str) -> HouseForm:
        """The form filled with the current values."""
        return cls(ruleset=ruleset, initial={code: _shown(value) for code, value in switches.items()})

    @property
    def families(self) -> list[tuple[Sentence, list[forms.BoundField]]]:
        """(heading, fields) of each group of switches that has fields."""
        found = [
            (
                words,
                [
                    self[switch.code]
                    for switch in self.offered
                    if switch.family == family and switch.code in self.fields
                ],
            )
            for family, words in FAMILIES.items()
        ]
        return [(words, fields) for words, fields in found if fields]

    def clean(self) -> dict[str, Any]:
        """Add an error to each switch that the chosen ruleset does not have."""
        data = super().clean() or self.cleaned_data
        ruleset = self._asked or data.get("ruleset") or DEFAULT_RULESET
        for switch in self.offered:
            if data.get(switch.code) not in (None, "", []) and ruleset not in switch.rulesets:
                name = ruleset_words(ruleset).name
                self.add_error(switch.code, _("%(ruleset)s does not have this rule.") % {"ruleset": name})
        return data

    @property
    def house_rules(self) -> dict[str, Any]:
        """The switches that differ from the printed rules, as `Campaign.house_rules` stores them."""
        found = {}
        for switch in self.offered:
            value = self.cleaned_data.get(switch.code)
            if value not in (None, "", []):
                found[switch.code] = value == ON if switch.is_flag else value
        return not_printed(found)


class BattleHouseForm(HouseForm):
    """The switches that act in battle, except the terrain pack, which is chosen with the table."""

    offered = tuple(switch for switch in SWITCHES if switch.family == BATTLE and switch.code != "terrain_pack")

    @property
    def battle_switches(self) -> list[tuple[forms.BoundField, str]]:
        """(field, codes of the rulesets that have its rule, separated by spaces)."""
        return [(self[switch.code], " ".join(switch.rulesets)) for switch in self.offered]

    @property
    def shows_house_rules(self) -> bool:
        """Whether any switch is set or has an error. Then the section is open when the page loads."""
        return any(self[switch.code].value() not in (None, "", []) for switch in self.offered)


def _shown(value: Any) -> Any:
    return {True: ON, False: OFF}[value] if isinstance(value, bool) else value


def _field(switch: Switch, *, tells_rulesets: bool) -> forms.Field:
    name, about = switch_words(switch.code)
    hint = str(about)
    if tells_rulesets and switch.rulesets != CODES:
        names = ", ".join(str(ruleset_words(code).name) for code in switch.rulesets)
        hint = _("%(about)s Only in: %(names)s.") % {"about": about, "names": names}
    printed = printed_words(switch.code)
    usual = _("as printed") if printed == _("as printed") else _("as printed: %(value)s") % {"value": printed}
    common: dict[str, Any] = {"label": name, "help_text": hint, "required": False}
    if switch.ladder:
        common["help_text"] = gettext_lazy("%(about)s Default: %(usual)s.") % {"about": hint, "usual": usual}
        return LadderField(**common)
    if switch.many:
        return forms.TypedMultipleChoiceField(
            choices=switch.choices, coerce=int, widget=forms.CheckboxSelectMultiple, **common
        )
    if switch.is_flag:
        other = OFF if switch.printed else ON
        return forms.ChoiceField(choices=[("", usual), (other, value_words(switch.code, not switch.printed))], **common)
    if switch.choices:
        others = [choice for choice in switch.choices if choice[0] != switch.printed]
        return forms.ChoiceField(choices=[("", usual), *others], **common)
    common["help_text"] = gettext_lazy("%(about)s Default: %(usual)s.") % {"about": hint, "usual": usual}
    return forms.IntegerField(min_value=switch.low, max_value=switch.high, **common)
