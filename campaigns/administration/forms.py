"""Forms to create a campaign, and to change it while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.defaults import (
    GOLD_LIMITS,
    LADDER_LIMITS,
    POINTS_LIMITS,
    WARBANDS_LIMITS,
    WARBANDS_PER_PLAYER,
    Limits,
)
from campaigns.core.presets import DEFAULT, PRESETS
from campaigns.house_rules.forms import HouseForm
from campaigns.house_rules.switches import BY_CODE
from campaigns.house_rules.text import TIE_BREAKS_IN_WORDS
from campaigns.models import Audience, Role
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices


def between(limits: Limits) -> dict[str, int]:
    """The limits as keyword arguments of a form field."""
    return {"min_value": limits.least, "max_value": limits.most}


class CreateForm(HouseForm):
    """A name is enough; everything else has a default."""

    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    preset = forms.ChoiceField(
        choices=[(preset_fact.code, preset_fact.name) for preset_fact in PRESETS], initial=DEFAULT.code, required=False
    )
    ruleset = forms.ChoiceField(label=_("Ruleset"), required=False)
    starting_gold_gc = forms.IntegerField(
        label=_("Starting gold"),
        help_text=_("In gold crowns. Left empty, every warband starts with the gold of its list."),
        **between(GOLD_LIMITS),
        required=False,
    )
    warbands_per_player = forms.IntegerField(
        label=_("Warbands per player"),
        **between(WARBANDS_LIMITS),
        initial=WARBANDS_PER_PLAYER,
        required=False,
    )
    audience = forms.ChoiceField(
        label=_("Visibility"), choices=Audience.choices, initial=Audience.PUBLIC, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ruleset = self.fields["ruleset"]
        assert isinstance(ruleset, forms.ChoiceField)
        ruleset.choices = [(words.code, words.name) for words in ruleset_choices()]
        ruleset.initial = DEFAULT_RULESET

    @property
    def has_house_errors(self) -> bool:
        """Whether a house rule field has an error."""
        return any(code in self.errors for code in BY_CODE) if self.is_bound else False

    @property
    def settings(self) -> list[forms.BoundField]:
        """The fields whose defaults rarely need a change."""
        return [self[name] for name in ("starting_gold_gc", "warbands_per_player", "audience")]


class ChangeForm(forms.Form):
    """What may be changed while a campaign runs."""

    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    audience = forms.ChoiceField(label=_("Visibility"), choices=Audience.choices)
    points_win = forms.IntegerField(label=_("Points for a win"), **between(POINTS_LIMITS))
    points_draw = forms.IntegerField(label=_("Points for a draw"), **between(POINTS_LIMITS))
    points_loss = forms.IntegerField(label=_("Points for a loss"), **between(POINTS_LIMITS))
    warbands_per_player = forms.IntegerField(label=_("Warbands per player"), **between(WARBANDS_LIMITS))
    ladder_reach = forms.IntegerField(
        label=_("How many rungs up a challenge can go"),
        help_text=_("0: no ladder, everyone can challenge everyone."),
        **between(LADDER_LIMITS),
        required=False,
    )
    allows_late_join = forms.BooleanField(label=_("Warbands can join after rounds are planned"), required=False)

    def clean_ladder_reach(self) -> int:
        return self.cleaned_data["ladder_reach"] or 0


class NoticeForm(forms.Form):
    notice = forms.CharField(
        label=_("Notice"),
        help_text=_(
            "Shown at the top of the league's page. Plain text or Markdown; leave it empty to remove the notice."
        ),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


NUMBERS = (
    "per_kill", "per_district", "per_beaten", "underdog_bonus", "underdog_from", "per_shard", "rating_per_point",
    "per_painted", "per_resource",
)  # fmt: skip


class FormulaForm(forms.Form):
    """What counts in the standings in addition to results, and the tie-breaks."""

    per_kill = forms.IntegerField(
        label=_("Points per enemy taken out of action"),
        **between(POINTS_LIMITS),
        required=False,
    )
    per_district = forms.IntegerField(label=_("Points per district held"), **between(POINTS_LIMITS), required=False)
    per_beaten = forms.IntegerField(
        label=_("Points per lower-placed enemy, in battles with three or more sides"),
        min_value=0,
        max_value=20,
        required=False,
    )
    underdog_bonus = forms.IntegerField(
        label=_("Bonus points for beating a higher-rated warband"),
        **between(POINTS_LIMITS),
        required=False,
    )
    underdog_from = forms.IntegerField(
        label=_("Minimum rating difference for the bonus"), min_value=1, max_value=1000, required=False
    )
    per_shard = forms.IntegerField(
        label=_("Points per shard of wyrdstone found after battles"),
        **between(POINTS_LIMITS),
        required=False,
    )
    rating_per_point = forms.IntegerField(
        label=_("Rating per point"),
        help_text=_("25: a point for each full 25 of rating. 0: no points for rating."),
        min_value=0,
        max_value=1000,
        required=False,
    )
    per_painted = forms.IntegerField(
        label=_("Points for a painted warband"),
        help_text=_("Its player reports it on the warband's page in the league, and you confirm it there."),
        min_value=0,
        max_value=20,
        required=False,
    )
    per_resource = forms.IntegerField(
        label=_("Points per unit of a counter"),
        **between(POINTS_LIMITS),
        required=False,
    )
    resource = forms.ChoiceField(label=_("Counter that gives these points"), required=False)

    def __init__(self, *args: Any, resources: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["resource"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [("", _("none")), *((name, name) for name in resources)]
        if not resources:
            del self.fields["per_resource"], self.fields["resource"]
        choices = [("", _("none")), *TIE_BREAKS_IN_WORDS.items()]
        for number in range(1, 4):
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=_("Tie-break %(n)d") % {"n": number}, choices=choices, required=False
            )

    @property
    def formula(self) -> dict[str, Any]:
        """The formula as `Campaign.formula` stores it."""
        data = self.cleaned_data
        numbers = {name: data[name] for name in NUMBERS if data.get(name) is not None}
        breaks = [data[f"tie_break_{number}"] for number in range(1, 4)]
        kept = {**numbers, "tie_breaks": list(dict.fromkeys(code for code in breaks if code))}
        return {**kept, "resource": data["resource"]} if data.get("resource") else kept

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("per_resource") and not data.get("resource") and "resource" not in self.errors:
            self.add_error("resource", _("Choose the counter that gives the points."))
        return data


class RoleForm(forms.Form):
    user = forms.CharField(max_length=12)
    role = forms.ChoiceField(choices=Role.choices)
