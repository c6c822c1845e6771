"""Forms of the builder. They check shape and range; the services decide what is allowed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from warbands.models import Audience, Visibility


class FixForm(forms.Form):
    mend = forms.RegexField(r"^(hire|dismiss|drop|mutate|lead|trade):[0-9A-Za-z_]{1,64}(:[a-z0-9_]{1,64})?$")


class NotesForm(forms.Form):
    notes_public = forms.CharField(
        label=_("Public notes"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    notes_private = forms.CharField(
        label=_("Private notes"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    visibility = forms.ChoiceField(label=_("Visible to"), choices=Visibility.choices)


class TemplateForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80, strip=True)
    about = forms.CharField(
        label=_("Description"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    audience = forms.ChoiceField(label=_("Can be used by"), choices=Audience.choices)
