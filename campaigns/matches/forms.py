"""Forms for match results and awards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.matches.selectors import SideView
from campaigns.standings.outcomes import PARTIES

DRAW = "draw"


class ResultForm(forms.Form):
    """Who won, and how many warriors each side had out of action. The field of a side is named by the public id of its
    entry. With three or more sides, the form asks for each side's place, its allies, and how many enemies it took
    out."""

    note = forms.CharField(
        label=_("Comment on the battle"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, sides: Sequence[SideView], with_reason: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = sides
        self.has_many = len(sides) > 2
        if self.has_many:
            self._ask_places()
        else:
            self._ask_winner()
        for side in sides:
            self.fields[f"losses_{side.public_id}"] = forms.IntegerField(
                label=_("Own warriors out of action")
                if self.has_many
                else _("Out of action: %(name)s") % {"name": side.name},
                min_value=0,
                max_value=99,
                required=False,
            )
        if with_reason:
            self.fields["reason"] = forms.CharField(
                label=_("Reason, visible to both sides"), max_length=300, strip=True
            )

    def _ask_places(self) -> None:
        numbers = [(str(number), str(number)) for number in range(1, len(self.sides) + 1)]
        parties = [("", _("alone"))] + [(word.lower(), word) for word in PARTIES[: len(self.sides) // 2]]
        for side in self.sides:
            self.fields[f"place_{side.public_id}"] = forms.TypedChoiceField(
                label=_("Place"),
                choices=[("", "–"), *numbers],
                coerce=int,
                error_messages={"required": _("Enter the place; sides that are level get the same place.")},
            )
            self.fields[f"team_{side.public_id}"] = forms.ChoiceField(
                label=_("Fought with party"), choices=parties, required=False
            )
            self.fields[f"kills_{side.public_id}"] = forms.IntegerField(
                label=_("Enemies taken out of action"), min_value=0, max_value=99, required=False
            )

    def _ask_winner(self) -> None:
        self.fields["winner"] = forms.ChoiceField(
            label=_("Who won?"),
            choices=[*((side.public_id, side.name) for side in self.sides), (DRAW, _("Draw: no winner"))],
            error_messages={"required": _("Choose who won, or a draw.")},
        )

    @property
    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """For a battle with several sides: the name of each side with its fields (place, alliance, taken out, lost)."""
        names = ("place", "team", "kills", "losses")
        return [(side.name, [self[f"{what}_{side.public_id}"] for what in names]) for side in self.sides]

    @property
    def result(self) -> dict[str, Any]:
        """The input in the form that the operations on matches expect: warbands by their ids in the campaign."""
        data = self.cleaned_data
        winner = data.get("winner", DRAW)
        losses = {side.public_id: data.get(f"losses_{side.public_id}") for side in self.sides}
        found = {
            "winner": winner if winner != DRAW else None,
            "losses": {entry: count for entry, count in losses.items() if count is not None},
            "note": data["note"],
        }
        if "reason" in data:
            found["reason"] = data["reason"]
        for what in ("place", "team", "kills") if self.has_many else ():
            given = {side.public_id: data[f"{what}_{side.public_id}"] for side in self.sides}
            named = {"place": "places", "team": "teams"}.get(what, what)
            found[named] = {entry: value or 0 for entry, value in given.items()} if what == "kills" else given
        return found


class AwardForm(forms.Form):
    entry = forms.CharField(max_length=12, error_messages={"required": _("Choose a warband.")})
    title = forms.CharField(label=_("Award"), max_length=80, strip=True)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False, strip=True)
