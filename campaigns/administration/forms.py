"""Forms to create a campaign, and to change it while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.administration.presets import DEFAULT, PRESETS
from campaigns.house_rules.forms import HouseForm
from campaigns.house_rules.switches import BY_CODE
from campaigns.house_rules.text import TIE_BREAKS_IN_WORDS
from campaigns.models import Audience, Role
from catalogue.rulesets import ruleset_choices


class CreateForm(HouseForm):
    """A name is enough; everything else has a default."""

    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    preset = forms.ChoiceField(choices=[(one.code, one.name) for one in PRESETS], initial=DEFAULT.code, required=False)
    ruleset = forms.ChoiceField(label=_("Ruleset"), required=False)
    starting_gold_gc = forms.IntegerField(
        label=_("Starting gold"),
        help_text=_("In gold crowns. Left empty, every warband starts with the gold of its list."),
        min_value=100,
        max_value=5000,
        required=False,
    )
    warbands_per_player = forms.IntegerField(
        label=_("Warbands per player"), min_value=1, max_value=9, initial=1, required=False
    )
    audience = forms.ChoiceField(
        label=_("Visibility"), choices=Audience.choices, initial=Audience.PUBLIC, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ruleset = self.fields["ruleset"]
        assert isinstance(ruleset, forms.ChoiceField)
        ruleset.choices = [(words.code, f"{words.name}. {words.about}") for words in ruleset_choices()]
        ruleset.initial = "core"

    @property
    def has_house_errors(self) -> bool:
        """Is something wrong with a switch?"""
        return any(code in self.errors for code in BY_CODE) if self.is_bound else False

    @property
    def settings(self) -> list[forms.BoundField]:
        """Fields that have a default nobody needs to look at."""
        return [self[name] for name in ("ruleset", "starting_gold_gc", "warbands_per_player", "audience")]


class ChangeForm(forms.Form):
    """What may be changed while a campaign runs."""

    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    audience = forms.ChoiceField(label=_("Visibility"), choices=Audience.choices)
    points_win = forms.IntegerField(label=_("Points for a win"), min_value=0, max_value=20)
    points_draw = forms.IntegerField(label=_("Points for a draw"), min_value=0, max_value=20)
    points_loss = forms.IntegerField(label=_("Points for a loss"), min_value=0, max_value=20)
    warbands_per_player = forms.IntegerField(label=_("Warbands per player"), min_value=1, max_value=9)
    ladder_reach = forms.IntegerField(
        label=_("Rungs a challenge can go up"),
        help_text=_("0: no ladder, everyone can challenge everyone."),
        min_value=0,
        max_value=50,
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
    """What else counts in the table, and how equal points are parted."""

    per_kill = forms.IntegerField(
        label=_("Points per enemy taken out of action"), min_value=0, max_value=20, required=False
    )
    per_district = forms.IntegerField(label=_("Points per district held"), min_value=0, max_value=20, required=False)
    per_beaten = forms.IntegerField(
        label=_("Points per lower-placed enemy, in battles with three or more sides"),
        min_value=0,
        max_value=20,
        required=False,
    )
    underdog_bonus = forms.IntegerField(
        label=_("Bonus points for beating a higher-rated warband"), min_value=0, max_value=20, required=False
    )
    underdog_from = forms.IntegerField(
        label=_("Minimum rating difference for the bonus"), min_value=1, max_value=1000, required=False
    )
    per_shard = forms.IntegerField(
        label=_("Points per shard of wyrdstone found after battles"), min_value=0, max_value=20, required=False
    )
    rating_per_point = forms.IntegerField(
        label=_("Rating for one point"),
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
        label=_("Points per unit of a counter"), min_value=0, max_value=20, required=False
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
        kept = {**numbers, "tie_breaks": list(dict.fromkeys(one for one in breaks if one))}
        return {**kept, "resource": data["resource"]} if data.get("resource") else kept

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("per_resource") and not data.get("resource") and "resource" not in self.errors:
            self.add_error("resource", _("Choose the counter that gives the points."))
        return data


class RoleForm(forms.Form):
    user = forms.CharField(max_length=12)
    role = forms.ChoiceField(choices=Role.choices)
