"""Form for the packs of a campaign: publications to exclude and custom packs to use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.packs.selectors import Offered
from catalogue.custom_packs.library import ALWAYS
from catalogue.packs.installed import book

_ADDRESS: Final = re.compile(r"(?:\A|/packs/own/)([A-Za-z0-9]{12})(?:/|\Z)")


class PacksForm(forms.Form):
    """If no box is ticked, the campaign uses every publication of the site and no custom pack. `offered` are the custom
    packs to choose from."""

    left_out = forms.MultipleChoiceField(
        label=_("Exclude these publications"),
        help_text=_(
            "Their lists, hired swords and items are not available. Items that a list prints itself stay available "
            "to it."
        ),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    custom_packs = forms.MultipleChoiceField(
        label=_("Use these custom packs"), required=False, widget=forms.CheckboxSelectMultiple
    )
    own_address = forms.CharField(
        label=_("Another custom pack, by its address"),
        help_text=_("The address of a shared pack, as its page shows it."),
        max_length=200,
        required=False,
    )

    def __init__(self, *args: Any, offered: Sequence[Offered] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = {pack.code: pack for pack in offered}
        site = [(pack.code, pack.name) for pack in book().packs.values() if pack.code != ALWAYS]
        self._choices("left_out", site)
        self._choices("custom_packs", [(pack.code, pack.label) for pack in offered])
        if not offered:
            self.fields["custom_packs"].widget = forms.MultipleHiddenInput()

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = choices

    def clean_own_address(self) -> str:
        address = self.cleaned_data["own_address"].strip()
        found = _ADDRESS.search(address)
        if address and found is None:
            raise forms.ValidationError(
                _("This is not the address of a custom pack; it ends in /packs/own/ and 12 letters.")
            )
        return found[1] if found is not None else ""

    @property
    def leaves_out(self) -> list[str]:
        """Codes of the publications that are excluded."""
        return list(self.cleaned_data["left_out"])

    @property
    def own(self) -> dict[str, int]:
        """Code -> version of the custom packs that are ticked."""
        return {code: self.offered[code].number for code in self.cleaned_data["custom_packs"]}
