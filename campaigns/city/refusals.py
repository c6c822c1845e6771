"""Errors of the city map, factions and counters."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal


class NoMap(Refusal):
    """The league has no map, so it has no districts."""

    code = "no_map"
    about = ("district",)
    message = _("This league has no map. Its arbitrator can choose one.")
    status = 409


class AlreadyPaid(Refusal):
    """Income has already been paid in this round."""

    code = "dues_paid"
    rule_id = "LG-MAP-02"
    status = 409

    def __init__(self, *, number: int) -> None:
        super().__init__(
            message=_("The districts have already paid for round %(n)d. Plan the next round first.") % {"n": number}
        )


class NoSuchFaction(Refusal):
    code = "no_such_faction"
    about = ("faction",)
    message = _("This league has no such faction.")


class FactionExists(Refusal):
    code = "faction_there"
    message = _("This faction already exists, or there are already twelve.")


class InvalidCount(Refusal):
    code = "not_counted"
    about = ("entry", "resource", "delta")
    message = _("Choose one of the league's counters, a warband, and a number from -999 to 999 except 0.")
