"""The result of starting a draft warband, and the limit for guests."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Fix, Refusal


class TooManyForGuest(Refusal):
    """A guest can have three warbands."""

    code = "too_many_for_guest"
    message = _("Guests can have up to three warbands. Sign up to create more; your three stay unchanged.")

    def __init__(self) -> None:
        super().__init__(remedies=[Fix(_("Sign up"), "/accounts/signup/")])


@dataclass(frozen=True, slots=True)
class Started:
    """A new draft: the warband and its first ledger entry."""

    warband_id: int
    public_id: str
    was_there: bool = False
