"""Forms to plan rounds, dates, scenarios and challenges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.defaults import NO_PRIZE
from campaigns.matches.scenario_sides import allows_sides
from campaigns.models import RoundKind, Rsvp
from campaigns.rounds.planning import Plan
from catalogue.custom_packs.library import Pins, book_with


class PlanForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Pairing"), choices=RoundKind.choices, initial=RoundKind.ROUND_ROBIN, required=False
    )
    sides = forms.TypedChoiceField(
        label=_("Warbands per match"),
        help_text=_("If the number does not divide evenly, some matches are smaller. A knock-out always has two."),
        choices=[(2, _("Two")), (3, _("Three")), (4, _("Four")), (5, _("Five")), (6, _("Six"))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        help_text=_("0 plans a full round robin; with random pairing, one round."),
        min_value=0,
        max_value=60,
        required=False,
    )
    first_day = forms.DateField(
        label=_("First day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    days = forms.IntegerField(label=_("Days per round"), min_value=1, max_value=60, required=False)
    best_of = forms.TypedChoiceField(
        label=_("Games per match"),
        help_text=_("A battle with three or more sides is one game."),
        choices=[(1, _("One")), (3, _("Best of three")), (5, _("Best of five"))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    groups = forms.IntegerField(
        label=_("Groups"), help_text=_("Only for groups."), min_value=1, max_value=26, required=False
    )
    through = forms.IntegerField(
        label=_("Finalists per group"),
        help_text=_("For the first knock-out round after groups."),
        min_value=1,
        max_value=8,
        required=False,
    )

    @property
    def asked(self) -> Plan:
        """The requested plan, with defaults for empty fields."""
        data = self.cleaned_data
        return Plan(
            kind=data["kind"] or RoundKind.ROUND_ROBIN,
            rounds=data["rounds"] or 0,
            sides=data["sides"] or 2,
            first_day=data["first_day"],
            days=data["days"] or 7,
            best_of=data["best_of"] or 1,
            groups=data["groups"] or 2,
            through=data["through"] or 2,
        )


class DateForm(forms.Form):
    planned_for = forms.DateTimeField(
        label=_("When"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


def _offer_scenarios(form: forms.Form, pins: Pins | None, sides: int = 2) -> None:
    scenario = form.fields["scenario"]
    assert isinstance(scenario, forms.ChoiceField)
    known = (scenario for scenario in book_with(pins or {}).scenarios.values() if allows_sides(scenario, sides))
    found = sorted(known, key=lambda fact: fact.number or 99)
    scenario.choices = [("", _("Decide later")), *((fact.code, fact.name) for fact in found)]


class ScenarioForm(forms.Form):
    """Form with a field for a scenario from the campaign's packs that `sides` warbands can play."""

    scenario = forms.ChoiceField(label=_("Scenario"), required=False)

    def __init__(self, *args: Any, pins: Pins | None = None, sides: int = 2, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_scenarios(self, pins, sides)


class AnswerForm(forms.Form):
    rsvp = forms.ChoiceField(choices=Rsvp.choices, required=False)


class ChallengeForm(forms.Form):
    """Choose the challenger, the opponents, the scenario and, in a campaign with a map, one of `districts`."""

    entry = forms.CharField(max_length=12)
    other = forms.CharField(max_length=12)
    scenario = forms.ChoiceField(label=_("Scenario"), required=False)
    district = forms.ChoiceField(
        label=_("Prize of the match"),
        help_text=_("The winner takes this district. It must be held by one side or border on one of its districts."),
        error_messages={"required": _("Choose a district, or no prize.")},
    )

    def __init__(
        self, *args: Any, pins: Pins | None = None, districts: Sequence[tuple[str, str]] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        _offer_scenarios(self, pins)
        if not districts:
            del self.fields["district"]
            return
        district = self.fields["district"]
        assert isinstance(district, forms.ChoiceField)
        nothing = (NO_PRIZE, _("Nothing: the winner takes no district"))
        district.choices = [("", _("Choose")), *districts, nothing]
