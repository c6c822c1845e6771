"""Forms for factions and counters."""

from __future__ import annotations

from django import forms


class FactionForm(forms.Form):
    name = forms.CharField(max_length=60, strip=True)


class ResourcesForm(forms.Form):
    names = forms.CharField(max_length=400, required=False)


class CountForm(forms.Form):
    entry = forms.CharField(max_length=12)
    resource = forms.CharField(max_length=40)
    delta = forms.IntegerField(min_value=-999, max_value=999)
    reason = forms.CharField(max_length=200, strip=True)
