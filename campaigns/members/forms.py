"""Forms to join a campaign with a warband."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from warbands.builder.list_choice import type_cards


class JoinForm(forms.Form):
    warband = forms.RegexField(r"^[0-9A-Za-z]{12}$", error_messages={"required": _("Choose a warband to join with.")})


class NewWarbandForm(forms.Form):
    """Choice of the list of a new warband, and whether to use the suggested warband. `pins` are the campaign's
    packs."""

    warband_type = forms.ChoiceField(label=_("Warband list"), error_messages={"required": _("Choose a warband list.")})
    how = forms.ChoiceField(choices=[("suggested", ""), ("by_hand", "")])

    def __init__(self, *args: Any, pins: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = self.fields["warband_type"]
        assert isinstance(listed, forms.ChoiceField)
        listed.choices = [(card.code, card.name) for card in type_cards(pins)]


class LeagueFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"), widget=forms.FileInput(attrs={"accept": "application/json,.json"}), max_length=200
    )


class InviteForm(forms.Form):
    username = forms.CharField(label=_("Name of an account"), max_length=150)


class HandOverForm(forms.Form):
    entry = forms.CharField(max_length=12)
    username = forms.CharField(max_length=40)
