"""Shape and range of what a press sends; whether it is allowed is the service's to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.house_rules import TIE_BREAKS_IN_WORDS, ruleset_choices
from campaigns.models import Audience, Rhythm, Role, RoundKind, Rsvp, Theme
from campaigns.models import WebhookForm as WebhookForms
from campaigns.presets import DEFAULT, PRESETS
from campaigns.rules.bargains import MOST_GOLD, MOST_SHARDS, Lot, Thing
from campaigns.rules.notices import KINDS
from campaigns.selectors.dealing import Captive, StashLine
from campaigns.selectors.matches import SideView
from campaigns.services.planning import Plan
from catalogue.book import book
from warbands.types import type_cards

DRAW = "draw"


class CreateForm(forms.Form):
    """A name is enough; everything else has a default."""

    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    preset = forms.ChoiceField(choices=[(one.code, one.name) for one in PRESETS], initial=DEFAULT.code, required=False)
    ruleset = forms.ChoiceField(label=_("Ruleset"), required=False)
    starting_gold_gc = forms.IntegerField(
        label=_("Starting gold"),
        help_text=_("In gold crowns. Left empty, every warband begins with what its list says."),
        min_value=100,
        max_value=5000,
        required=False,
    )
    warbands_per_player = forms.IntegerField(
        label=_("Warbands a player may bring"), min_value=1, max_value=9, initial=1, required=False
    )
    audience = forms.ChoiceField(
        label=_("Who may read it"), choices=Audience.choices, initial=Audience.PUBLIC, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ruleset = self.fields["ruleset"]
        assert isinstance(ruleset, forms.ChoiceField)
        ruleset.choices = [(words.code, f"{words.name}. {words.about}") for words in ruleset_choices()]
        ruleset.initial = "core"

    @property
    def settings(self) -> list[forms.BoundField]:
        """Fields that have a default nobody needs to look at."""
        return [self[name] for name in ("ruleset", "starting_gold_gc", "warbands_per_player", "audience")]


class ChangeForm(forms.Form):
    """What may be changed while a campaign runs."""

    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    audience = forms.ChoiceField(label=_("Who may read it"), choices=Audience.choices)
    points_win = forms.IntegerField(label=_("Points for a win"), min_value=0, max_value=20)
    points_draw = forms.IntegerField(label=_("Points for a draw"), min_value=0, max_value=20)
    points_loss = forms.IntegerField(label=_("Points for a loss"), min_value=0, max_value=20)
    warbands_per_player = forms.IntegerField(label=_("Warbands a player may bring"), min_value=1, max_value=9)
    ladder_reach = forms.IntegerField(
        label=_("Rungs a challenge may go up"),
        help_text=_("0: no ladder, anybody may challenge anybody."),
        min_value=0,
        max_value=50,
        required=False,
    )
    allows_late_join = forms.BooleanField(label=_("Warbands may join after rounds are planned"), required=False)

    def clean_ladder_reach(self) -> int:
        return self.cleaned_data["ladder_reach"] or 0


class NoticeForm(forms.Form):
    notice = forms.CharField(
        label=_("Notice"),
        help_text=_("Stands on top of the league's page. Plain text or Markdown; empty takes it down."),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class PlanForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("How are they paired?"), choices=RoundKind.choices, initial=RoundKind.ROUND_ROBIN, required=False
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        help_text=_("0 plans as many as it takes until everybody has met everybody."),
        min_value=0,
        max_value=60,
        required=False,
    )
    first_day = forms.DateField(
        label=_("First day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    days = forms.IntegerField(label=_("Days for each round"), min_value=1, max_value=60, required=False)
    best_of = forms.TypedChoiceField(
        label=_("Games to a match"),
        choices=[(1, _("One")), (3, _("Best of three")), (5, _("Best of five"))],
        coerce=int,
        empty_value=1,
        required=False,
    )
    groups = forms.IntegerField(
        label=_("Groups"), help_text=_("For groups alone."), min_value=1, max_value=26, required=False
    )
    through = forms.IntegerField(
        label=_("How many of each group reach the finals"),
        help_text=_("For the first knock-out round after groups."),
        min_value=1,
        max_value=8,
        required=False,
    )

    @property
    def asked(self) -> Plan:
        """The plan, with the usual for what was left empty."""
        said = self.cleaned_data
        return Plan(
            kind=said["kind"] or RoundKind.ROUND_ROBIN,
            rounds=said["rounds"] or 0,
            first_day=said["first_day"],
            days=said["days"] or 7,
            best_of=said["best_of"] or 1,
            groups=said["groups"] or 2,
            through=said["through"] or 2,
        )


class RoleForm(forms.Form):
    user = forms.CharField(max_length=12)
    role = forms.ChoiceField(choices=Role.choices)


class ResultForm(forms.Form):
    """Who won, and how many warriors each side had out of action. The field of a side is its entry's public id."""

    note = forms.CharField(
        label=_("What else is worth telling"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, sides: Sequence[SideView], with_reason: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = sides
        self.fields["winner"] = forms.ChoiceField(
            label=_("Who won?"),
            choices=[*((side.public_id, side.name) for side in sides), (DRAW, _("Nobody, a draw"))],
            error_messages={"required": _("Choose who won, or a draw.")},
        )
        for side in sides:
            self.fields[f"losses_{side.public_id}"] = forms.IntegerField(
                label=_("Out of action: %(name)s") % {"name": side.name}, min_value=0, max_value=99, required=False
            )
        if with_reason:
            self.fields["reason"] = forms.CharField(label=_("Reason, read by both sides"), max_length=300, strip=True)

    @property
    def winner_entry_id(self) -> int | None:
        """The winning entry; None for a draw."""
        chosen = self.cleaned_data["winner"]
        return next((side.entry_id for side in self.sides if side.public_id == chosen), None)

    @property
    def losses(self) -> dict[int, int]:
        """Casualties by entry id; a field left empty says nothing."""
        given = {side.entry_id: self.cleaned_data.get(f"losses_{side.public_id}") for side in self.sides}
        return {entry: count for entry, count in given.items() if count is not None}


class DateForm(forms.Form):
    planned_for = forms.DateTimeField(
        label=_("When"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class ScenarioForm(forms.Form):
    scenario = forms.ChoiceField(label=_("Scenario"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_scenarios(self)


class AnswerForm(forms.Form):
    rsvp = forms.ChoiceField(choices=Rsvp.choices, required=False)


def _offer_scenarios(form: forms.Form) -> None:
    scenario = form.fields["scenario"]
    assert isinstance(scenario, forms.ChoiceField)
    found = sorted(book().scenarios.values(), key=lambda one: one.number or 99)
    scenario.choices = [("", _("Agreed on later")), *((one.code, one.name) for one in found)]


class ChallengeForm(forms.Form):
    """Which of mine meets which other, and by which scenario."""

    entry = forms.CharField(max_length=12)
    other = forms.CharField(max_length=12)
    scenario = forms.ChoiceField(label=_("Scenario"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_scenarios(self)


class JoinForm(forms.Form):
    warband = forms.RegexField(r"^[0-9A-Za-z]{12}$", error_messages={"required": _("Choose a warband to bring.")})


class NewWarbandForm(forms.Form):
    """A list to found a warband from, and whether the suggested band will do."""

    warband_type = forms.ChoiceField(label=_("Warband list"), error_messages={"required": _("Choose a warband list.")})
    how = forms.ChoiceField(choices=[("suggested", ""), ("by_hand", "")])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = self.fields["warband_type"]
        assert isinstance(listed, forms.ChoiceField)
        listed.choices = [(card.code, card.name) for card in type_cards()]


class AwardForm(forms.Form):
    entry = forms.CharField(max_length=12, error_messages={"required": _("Choose who gets it.")})
    title = forms.CharField(label=_("Award"), max_length=80, strip=True)
    reason = forms.CharField(label=_("What for"), max_length=200, required=False, strip=True)


class FormulaForm(forms.Form):
    """What else counts in the table, and how equal points are parted."""

    per_kill = forms.IntegerField(
        label=_("Points for each warrior taken out"), min_value=0, max_value=20, required=False
    )
    per_district = forms.IntegerField(
        label=_("Points for each district held"), min_value=0, max_value=20, required=False
    )
    underdog_bonus = forms.IntegerField(
        label=_("Points more for beating a stronger warband"), min_value=0, max_value=20, required=False
    )
    underdog_from = forms.IntegerField(
        label=_("Stronger means a rating higher by"), min_value=1, max_value=1000, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("nothing more")), *TIE_BREAKS_IN_WORDS.items()]
        for number in range(1, 4):
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=_("Equal points are parted by (%(n)d.)") % {"n": number}, choices=choices, required=False
            )

    @property
    def formula(self) -> dict[str, Any]:
        """As `Campaign.formula` keeps it."""
        said = self.cleaned_data
        numbers = {name: said[name] for name in NUMBERS if said.get(name) is not None}
        breaks = [said[f"tie_break_{number}"] for number in range(1, 4)]
        return {**numbers, "tie_breaks": list(dict.fromkeys(one for one in breaks if one))}


NUMBERS = ("per_kill", "per_district", "underdog_bonus", "underdog_from")


class DealForm(forms.Form):
    """What one side gives for what: gold, shards, a number of each line of kit, captives."""

    note = forms.CharField(label=_("A word to the other side"), max_length=300, required=False, strip=True)

    def __init__(
        self,
        *args: Any,
        ours: Sequence[StashLine],
        theirs: Sequence[StashLine],
        our_captives: Sequence[Captive],
        their_captives: Sequence[Captive],
        asked_for: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._kit = {"give": ours, "take": theirs}
        self._captives = {"give": our_captives, "take": their_captives}
        for side in ("give", "take"):
            self.fields[f"{side}_gold"] = forms.IntegerField(
                label=_("Gold crowns"), min_value=0, max_value=MOST_GOLD, required=False
            )
            self.fields[f"{side}_shards"] = forms.IntegerField(
                label=_("Shards"), min_value=0, max_value=MOST_SHARDS, required=False
            )
            for line in self._kit[side]:
                self.fields[f"{side}_{line.key}"] = forms.IntegerField(
                    label=_("%(name)s (of %(count)d)") % {"name": line.name, "count": line.count},
                    min_value=0,
                    max_value=line.count,
                    required=False,
                )
            for one in self._captives[side]:
                self.fields[f"{side}_{one.key}"] = forms.BooleanField(
                    label=_("%(name)s, a captive of %(owner)s") % {"name": one.name, "owner": one.owner.warband.name},
                    required=False,
                    initial=one.key == asked_for,
                )

    def fields_of(self, side: str) -> list[forms.BoundField]:
        """Every field of a side: give or take."""
        return [self[name] for name in self.fields if name.startswith(f"{side}_")]

    @property
    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        """(code, fields) of both sides."""
        return [("give", self.fields_of("give")), ("take", self.fields_of("take"))]

    def lot(self, side: str) -> Lot:
        """What that side hands over."""
        said = self.cleaned_data
        kit = [Thing(one.key, one.name, said[f"{side}_{one.key}"] or 0) for one in self._kit[side]]
        return Lot(
            said[f"{side}_gold"] or 0,
            said[f"{side}_shards"] or 0,
            tuple(one for one in kit if one.count),
            tuple(Thing(one.key, one.name) for one in self._captives[side] if said[f"{side}_{one.key}"]),
        )


class FactionForm(forms.Form):
    name = forms.CharField(max_length=60, strip=True)


class ResourcesForm(forms.Form):
    names = forms.CharField(max_length=400, required=False)


class CountForm(forms.Form):
    entry = forms.CharField(max_length=12)
    resource = forms.CharField(max_length=40)
    delta = forms.IntegerField(min_value=-999, max_value=999)
    reason = forms.CharField(max_length=200, strip=True)


class NoticeChoiceForm(forms.Form):
    """What a person is told of, and whether by mail."""

    wanted = forms.MultipleChoiceField(
        label=_("Tell me when"), choices=list(KINDS.items()), required=False, widget=forms.CheckboxSelectMultiple
    )
    rhythm = forms.ChoiceField(
        label=_("By mail"),
        choices=Rhythm.choices,
        help_text=_("To the address of your account. Every mail has a link that stops them."),
    )

    @classmethod
    def showing(cls, muted: Sequence[str], rhythm: str) -> NoticeChoiceForm:
        """The form with what is kept now."""
        return cls(initial={"wanted": [kind for kind in KINDS if kind not in muted], "rhythm": rhythm})

    @property
    def muted(self) -> list[str]:
        """Kinds that were not ticked."""
        return [kind for kind in KINDS if kind not in self.cleaned_data["wanted"]]


class WebhookForm(forms.Form):
    url = forms.CharField(label=_("Address, beginning with https://"), max_length=400, strip=True)
    form = forms.ChoiceField(label=_("Form"), choices=WebhookForms.choices)
    kinds = forms.MultipleChoiceField(
        label=_("Only when"),
        help_text=_("Nothing ticked: everything the chronicle tells."),
        choices=[
            ("match_played", _("a result counts")),
            ("result_ruled", _("a result is decided")),
            ("rounds_planned", _("rounds are planned")),
            ("match_arranged", _("somebody is challenged")),
            ("warrior_died", _("a warrior dies")),
            ("district_taken", _("a district is taken")),
            ("warband_joined", _("a warband joins")),
            ("post_published", _("news are posted")),
            ("campaign_closed", _("the campaign is closed")),
        ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


class PostForm(forms.Form):
    """A report or news, with at most three pictures at once (a report may be given more later by another report)."""

    title = forms.CharField(label=_("Title"), max_length=120, strip=True)
    body = forms.CharField(
        label=_("What happened"),
        help_text=_("Plain text or Markdown."),
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 12}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, 4):
            self.fields[f"photo_{number}"] = forms.FileField(
                label=_("Picture %(n)d") % {"n": number},
                required=False,
                widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
            )
            self.fields[f"words_{number}"] = forms.CharField(
                label=_("What picture %(n)d shows") % {"n": number}, max_length=200, required=False, strip=True
            )

    @property
    def photos(self) -> list[tuple[bytes, str]]:
        """Uploads with their words."""
        said = self.cleaned_data
        return [
            (said[f"photo_{number}"].read(), said[f"words_{number}"])
            for number in range(1, 4)
            if said.get(f"photo_{number}")
        ]


class CommentForm(forms.Form):
    body = forms.CharField(max_length=2000, strip=True)


class SiteForm(forms.Form):
    """How the league's own site looks."""

    address = forms.CharField(
        label=_("Address"),
        help_text=_("The part after /campaigns/. The old address goes on leading here."),
        max_length=80,
        strip=True,
    )
    theme = forms.ChoiceField(label=_("Colours"), choices=Theme.choices)
    about = forms.CharField(
        label=_("About this league"),
        help_text=_("Stands on the league's page. Plain text or Markdown."),
        max_length=8000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    logo = forms.FileField(
        label=_("Logo"),
        help_text=_("A picture of at most 6 MB; it is drawn anew, at most 256 points wide."),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )
    no_logo = forms.BooleanField(label=_("Take the logo away"), required=False)


class LeagueFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"), widget=forms.FileInput(attrs={"accept": "application/json,.json"}), max_length=200
    )


class HandOverForm(forms.Form):
    entry = forms.CharField(max_length=12)
    username = forms.CharField(max_length=40)
