"""Forms of the accounts app. They check only shape and range."""

import zoneinfo
from functools import lru_cache
from typing import Any

from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, Theme
from accounts.names import clean_name, validate_name
from accounts.settings.board_settings import Confirm, Speed


class SignupForm(AllauthSignupForm):
    """A name, a password, and optionally an email address. Without an address, a forgotten password cannot be reset."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email = self.fields["email"]
        email.label = _("Email")
        email.help_text = _(
            "Only needed to reset a forgotten password; without it, an account whose password is lost cannot be "
            "recovered. It is never "
            "shown to others. You can add it later in your settings."
        )
        email.widget.attrs.pop("placeholder", None)


class ChangePasswordForm(AllauthChangePasswordForm):
    """allauth's form, which also says what happens to API keys."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if ApiKey.objects.filter(user=self.user).exists():
            self.fields["oldpassword"].help_text = _(
                "Changing the password revokes your API keys. Create new ones in your settings afterwards."
            )


@lru_cache(maxsize=1)
def _zones() -> list[tuple[str, str]]:
    names = sorted(zoneinfo.available_timezones())
    return [(name, name.replace("_", " ")) for name in names if "/" in name or name == "UTC"]


class SettingsForm(forms.Form):
    """How the site looks to the user, and the name that others see."""

    display_name = forms.CharField(label=_("Display name"), max_length=60, required=False)
    theme = forms.ChoiceField(label=_("Theme"), choices=Theme.choices, widget=forms.RadioSelect)
    timezone = forms.ChoiceField(label=_("Time zone"), choices=_zones)

    def clean_display_name(self) -> str:
        name = str(self.cleaned_data["display_name"])
        validate_name(name)
        return " ".join(clean_name(name).split())


class BoardSettingsForm(forms.Form):
    """How the board behaves for the user."""

    speed = forms.ChoiceField(label=_("Playback speed"), choices=Speed.choices)
    confirm = forms.ChoiceField(label=_("Confirm a walk, run, charge or shot"), choices=Confirm.choices)
    ends_turns = forms.BooleanField(label=_("End my turn automatically when nothing more can be done"), required=False)
    sound = forms.BooleanField(label=_("Sounds: dice, hits, deaths and my turn"), required=False)
    notify = forms.BooleanField(label=_("Browser notification when my turn begins"), required=False)
    hints = forms.BooleanField(label=_("Coach and hints: explain a rule when it first applies"), required=False)
