"""Forms for news, notification settings, and the league's public site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.notice_rules import KINDS
from campaigns.core.webhook_kinds import KINDS as WEBHOOK_KINDS
from campaigns.models import Rhythm, Theme
from campaigns.models import WebhookForm as WebhookForms


class PostForm(forms.Form):
    """News or a report, with at most three pictures at once."""

    title = forms.CharField(label=_("Title"), max_length=120, strip=True)
    body = forms.CharField(
        label=_("Text"),
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
        """The uploaded pictures with their descriptions."""
        data = self.cleaned_data
        return [
            (data[f"photo_{number}"].read(), data[f"words_{number}"])
            for number in range(1, 4)
            if data.get(f"photo_{number}")
        ]


class CommentForm(forms.Form):
    body = forms.CharField(max_length=2000, strip=True)


class NoticeChoiceForm(forms.Form):
    """Notification settings: which events, and whether by mail."""

    wanted = forms.MultipleChoiceField(
        label=_("Notify me when"), choices=list(KINDS.items()), required=False, widget=forms.CheckboxSelectMultiple
    )
    rhythm = forms.ChoiceField(
        label=_("By email"),
        choices=Rhythm.choices,
        help_text=_("Sent to the address of your account. Every mail has a link to unsubscribe."),
    )

    @classmethod
    def showing(cls, muted: Sequence[str], rhythm: str) -> NoticeChoiceForm:
        """The form filled with the current settings."""
        return cls(initial={"wanted": [kind for kind in KINDS if kind not in muted], "rhythm": rhythm})

    @property
    def muted(self) -> list[str]:
        """Kinds of notices whose boxes are not ticked."""
        return [kind for kind in KINDS if kind not in self.cleaned_data["wanted"]]


class WebhookForm(forms.Form):
    url = forms.CharField(label=_("Address, beginning with https://"), max_length=400, strip=True)
    form = forms.ChoiceField(
        label=_("Format"),
        choices=[("", _("Chosen by the address: Discord addresses are recognised")), *WebhookForms.choices],
        required=False,
    )
    kinds = forms.MultipleChoiceField(
        label=_("Events"),
        help_text=_("If nothing is ticked: every event of the chronicle."),
        choices=list(WEBHOOK_KINDS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


class SiteForm(forms.Form):
    """How the league's own site looks."""

    address = forms.CharField(
        label=_("Address"),
        help_text=_("The part after /campaigns/. The old address keeps redirecting here."),
        max_length=80,
        strip=True,
    )
    theme = forms.ChoiceField(label=_("Colours"), choices=Theme.choices)
    about = forms.CharField(
        label=_("About this league"),
        help_text=_("Shown on the league's page. Plain text or Markdown."),
        max_length=8000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    logo = forms.FileField(
        label=_("Logo"),
        help_text=_("A picture of at most 6 MB; it is scaled down to at most 256 pixels wide."),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )
    no_logo = forms.BooleanField(label=_("Remove logo"), required=False)
