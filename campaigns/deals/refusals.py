"""Errors of deals, captives and alliances."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal


class NotYourDeal(Refusal):
    code = "not_your_deal"
    message = _("You cannot answer for that side of the deal.")
    status = 403


class EmptyDeal(Refusal):
    code = "empty_deal"
    message = _(
        "A deal needs something on at least one side: gold up to 5,000 gc, shards up to 200, or kit from a stash."
    )


class TooManyDeals(Refusal):
    code = "too_many_deals"
    message = _("This warband already has 40 open offers. Withdraw one first.")


class NotInTheStash(Refusal):
    """An item of the deal is no longer available."""

    code = "not_in_the_stash"
    status = 409

    def __init__(self, *, name: str, thing: str) -> None:
        super().__init__(
            message=_("%(name)s does not have %(thing)s in its stash any more. Nothing was traded.")
            % {"name": name, "thing": thing}
        )


class NotYourCaptive(Refusal):
    """The captive is free, or another warband holds them."""

    code = "not_your_captive"
    status = 409

    def __init__(self, *, name: str) -> None:
        super().__init__(message=_("%(name)s does not hold that captive now. Nothing was traded.") % {"name": name})


class DealOver(Refusal):
    """The offer was already accepted, declined or withdrawn."""

    code = "deal_over"

    def __init__(self, *, status: str) -> None:
        data = {
            "accepted": _("This deal has already been completed. Nothing was changed."),
            "declined": _("The other side has declined this offer. Nothing was changed."),
            "withdrawn": _("This offer was withdrawn a moment ago. Nothing was changed."),
        }
        super().__init__(message=data[status], status=409)


class AllianceExists(Refusal):
    code = "alliance_there"
    message = _("These two already have a pact or a proposal.")
    status = 409


class PactBarred(Refusal):
    """The rules of the league forbid a formal alliance of these two warbands."""

    code = "pact_barred"
    rule_id = "ALLY-FORMAL-01"
    status = 409


class CannotPay(Refusal):
    """One side cannot pay what the deal asks."""

    code = "cannot_pay"
    status = 409

    def __init__(self, *, name: str) -> None:
        super().__init__(
            message=_("%(name)s does not have enough gold or shards for this now. Nothing was traded.") % {"name": name}
        )
