"""Results, and what is given for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.selectors.matches import SideView

DRAW = "draw"


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


class AwardForm(forms.Form):
    entry = forms.CharField(max_length=12, error_messages={"required": _("Choose who gets it.")})
    title = forms.CharField(label=_("Award"), max_length=80, strip=True)
    reason = forms.CharField(label=_("What for"), max_length=200, required=False, strip=True)
