"""Errors of match reports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.core.refusals import MatchNotOpen
from campaigns.models import Match, MatchStatus
from mordheim_site.refusals import Refusal


class WinnerNotFirst(Refusal):
    """`winner` is a side that is not alone in first place."""

    code = "winner_not_first"
    about = ("winner",)
    message = _(
        "The winner does not match the places: the winner must be first. If several sides share first place, "
        "nobody wins."
    )
    rule_id = "LG-RESULT-02"


class TooManyKills(Refusal):
    """A side took out more enemies than there were."""

    code = "too_many_kills"
    about = ("kills",)
    rule_id = "LG-RESULT-02"


class ForSeveralSides(Refusal):
    """`places`, `teams` or `kills` are given in a report of a match with two sides."""

    code = "for_several_sides"
    about = ("places", "teams", "kills")
    message = _(
        "This applies only to battles with three or more sides. With two sides, send the winner and the losses."
    )
    rule_id = "LG-RESULT-02"


class NothingReported(Refusal):
    """The match has no reported result to withdraw, confirm or reject."""

    code = "nothing_reported"
    message = _("Nothing is reported for this match. One of its sides reports the result first.")
    rule_id = "LG-RESULT-01"
    status = 409


OWN_CHALLENGE: Final = _("You sent this challenge yourself. Ask an arbitrator to cancel it.")


class NotAChallenge(Refusal):
    """Only a challenge can be declined, by a player who was challenged."""

    code = "not_a_challenge"
    status = 409
    message = _("Only a challenge that someone else sent you can be declined. Ask an arbitrator to cancel this match.")
    rule_id = "LG-RESULT-01"


class WarbandArchived(Refusal):
    """A warband of the match is archived, so it cannot play."""

    code = "warband_archived"
    message = _("An archived warband cannot play. Its player can restore it, or the arbitrator withdraws it.")
    status = 409

    @classmethod
    def named(cls, names: Iterable[str]) -> WarbandArchived:
        """The refusal with the names of the archived warbands."""
        return cls(
            message=_(
                "%(names)s: an archived warband cannot play. Its player can restore it, or the arbitrator withdraws it."
            )
            % {"names": ", ".join(names)}
        )


class EarlierDiceAwaited(Refusal):
    """The aftermath of an earlier battle waits for dice that its player rolls at the table, until its deadline."""

    code = "earlier_dice_awaited"
    message = _("The aftermath of an earlier battle waits for dice that are rolled at the table. Enter them first.")
    rule_id = "AF-CONFIRM-02"
    status = 409


class NoDateYet(Refusal):
    """The match has no date, so nobody can say whether they come."""

    code = "no_date_yet"
    message = _("This match has no date yet. Set one first, then the players can answer.")
    status = 409


WHY_NOT_OPEN: Final = {
    MatchStatus.PLAYING: _("This match is being played on the board. The end of the battle reports its result."),
    MatchStatus.REPORTED: _("A result was reported for this match. Its author can withdraw the report."),
    MatchStatus.DISPUTED: _("A reported result was rejected, so the arbitrator decides this match."),
    MatchStatus.VOID: _("This match was cancelled."),
}


def not_open(match: Match) -> MatchNotOpen:
    """The refusal of an action on a match, with the reason: cancelled, disputed, in progress, or already decided."""
    return MatchNotOpen(message=WHY_NOT_OPEN.get(MatchStatus(match.status)))
