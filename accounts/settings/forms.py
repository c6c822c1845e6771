"""Forms of the accounts room: shape and range only."""

import zoneinfo
from functools import lru_cache
from typing import Any

from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, Theme
from accounts.names import clean_name, validate_name


class SignupForm(AllauthSignupForm):
    """A name and a password; an email if one likes, which is the only way back in after a forgotten password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email = self.fields["email"]
        email.label = _("Email")
        email.help_text = _(
            "Only needed to reset a forgotten password: without one nobody can let you in again. "
            "Shown to nobody; you can add it later under settings."
        )
        email.widget.attrs.pop("placeholder", None)


class ChangePasswordForm(AllauthChangePasswordForm):
    """allauth's form, which also says what happens to API keys."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if ApiKey.objects.filter(user=self.user).exists():
            self.fields["oldpassword"].help_text = _(
                "Changing the password ends your keys for programs. Make new ones in your settings afterwards."
            )


@lru_cache(maxsize=1)
def _zones() -> list[tuple[str, str]]:
    names = sorted(zoneinfo.available_timezones())
    return [(name, name.replace("_", " ")) for name in names if "/" in name or name == "UTC"]


class SettingsForm(forms.Form):
    """How the site looks to its reader and what others read of him."""

    display_name = forms.CharField(label=_("Shown as"), max_length=60, required=False)
    theme = forms.ChoiceField(label=_("Theme"), choices=Theme.choices, widget=forms.RadioSelect)
    timezone = forms.ChoiceField(label=_("Time zone"), choices=_zones)

    def clean_display_name(self) -> str:
        name = str(self.cleaned_data["display_name"])
        validate_name(name)
        return " ".join(clean_name(name).split())
