"""Errors of the campaigns app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal


class CampaignNotRunning(Refusal):
    code = "campaign_not_running"
    message = _("This league is paused or closed, so nothing can be played in it now. Its arbitrator can reopen it.")
    status = 409


class NotTheArbitrator(Refusal):
    code = "not_the_arbitrator"
    message = _("Only the arbitrator of this league can do that.")
    status = 403


class NotAMember(Refusal):
    code = "not_a_member"
    message = _("You are not a member of this league. Join it with a warband first.")
    status = 403


class NotYourEntry(Refusal):
    """The warband belongs to another member of the league."""

    code = "not_your_entry"
    message = _("This warband belongs to another player. Only its player or an arbitrator can withdraw it.")
    status = 403


class PersonIsNoMember(Refusal):
    """Another person, named in the request, is not a member of the league."""

    code = "person_is_no_member"
    about = ("person",)
    message = _("This player is not a member of the league. Invite them first.")


class GuestsCannotRunLeagues(Refusal):
    code = "guests_do_not_run"
    message = _(
        "You need an account to run a league, so that the other players can find you. Sign up, and you keep your "
        "warbands."
    )
    status = 403


class UnknownUserName(Refusal):
    code = "nobody_of_that_name"
    about = ("person",)
    message = _("No account has that name. Ask for the name that the player signs in with, or send the link.")


class AlreadyMember(Refusal):
    code = "already_takes_part"
    message = _("This player is already a member.")


class InvitationDeclined(Refusal):
    code = "invitation_declined"
    message = _("This player declined the invitation. Create a new link before you invite them again.")


class WarbandAlreadyEntered(Refusal):
    code = "warband_already_in"
    about = ("warband",)
    message = _("This warband already plays in a league. Withdraw it there first, or use another.")


class TooManyWarbands(Refusal):
    code = "too_many_warbands"
    message = _("You already have the maximum number of warbands in this league.")


class NotFounded(Refusal):
    code = "warband_not_founded"
    about = ("warband",)
    message = _("This warband is a draft or archived. Found or restore it before it joins.")


class WrongStartingGold(Refusal):
    """The warband was founded with an amount of gold that differs from the campaign's starting gold."""

    code = "wrong_starting_gold"
    about = ("warband",)


class AgainstHouseRules(Refusal):
    """The warband breaks a house rule of the campaign."""

    code = "against_house_rules"
    rule_id = "RO-HOUSE-01"


class TooFewWarbands(Refusal):
    code = "too_few_warbands"
    message = _("A round needs at least two warbands. Invite players with the link.")


class ArbitratorStays(Refusal):
    code = "arbitrator_stays"
    message = _(
        "The arbitrator cannot leave or lose the role. Make another member the arbitrator first, under Members on the "
        "dashboard."
    )


class TooManyMatches(Refusal):
    code = "too_many_matches"
    message = _("That would plan more than 2,000 matches. Plan fewer rounds at a time.")


class NoSuchWarband(Refusal):
    code = "no_such_warband"
    about = ("warband", "entry")
    message = _("Choose one of your own warbands.")


class NotThisMatch(Refusal):
    code = "not_in_this_match"
    about = ("winner",)
    message = _("The winner has to be one of the warbands of this match. For a draw, choose no winner.")


class DateInThePast(Refusal):
    """The date of a match has to be in the future."""

    code = "date_in_the_past"
    about = ("planned_for", "first_day")
    message = _("This date is in the past. Choose a later one, or leave the date open.")


class DateTooFar(Refusal):
    """Rounds would begin more than two years from now, or end more than five."""

    code = "date_too_far"
    about = ("first_day", "days")
    message = _("Rounds begin within two years and end within five. Choose an earlier first day, or shorter rounds.")


class ReasonNeeded(Refusal):
    code = "reason_needed"
    about = ("reason",)
    message = _("A decision needs a reason: both sides will read it.")


class PauseNeedsReason(Refusal):
    code = "pause_needs_reason"
    about = ("reason",)
    message = _(
        "Give a reason for the pause: no matches can be played, and every page of the league shows it until you resume."
    )


class TooManyLosses(Refusal):
    """A side reports more losses than it had models."""

    code = "too_many_losses"
    message = _("A side can lose at most 99 warriors in one battle.")


class BadPlaces(Refusal):
    code = "bad_places"
    about = ("places",)
    message = _(
        "Nothing was sent. Give every side a place from 1 on without leaving one out; sides that are level share "
        "theirs. Not all sides can be allies."
    )
    rule_id = "LG-RESULT-02"


class TooManySides(Refusal):
    code = "too_many_sides"
    about = ("others", "sides")
    message = _("At most six warbands can fight in one battle.")
    rule_id = "LG-RESULT-02"


class TwoSidesOnly(Refusal):
    code = "by_twos_only"
    message = _("A knock-out and missing pairings always have two warbands per match. Choose two warbands per match.")
    rule_id = "LG-PAIR-08"


class MatchNotOpen(Refusal):
    code = "match_not_open"
    message = _("This is no longer possible for this match: it was already played or decided.")
    status = 409


class NotYourMatch(Refusal):
    code = "not_your_match"
    message = _("Your warbands do not play in this match.")
    status = 403


class OwnReport(Refusal):
    code = "own_report"
    message = _("You reported this result yourself; the other side has to confirm it.")
    status = 403


class SameWarband(Refusal):
    code = "same_warband"
    about = ("others", "other")
    message = _("A warband cannot play against itself.")


class TieWithoutWinner(Refusal):
    """A round of a knock-out, or a group, is not finished."""

    code = "tie_without_winner"
    status = 409


class TournamentOver(Refusal):
    code = "tournament_over"
    message = _("The final has been played. Plan rounds of another kind, or close the league.")
    status = 409


class OpponentOutOfReach(Refusal):
    """The opponent is too far up the ladder for a challenge."""

    code = "out_of_reach"
    rule_id = "LG-PAIR-07"

    def __init__(self, *, reach: int) -> None:
        super().__init__(
            message=_("That warband is too high on the ladder: a challenge can go %(n)d rungs up.") % {"n": reach}
        )


class NoLateJoin(Refusal):
    code = "no_late_join"
    message = _("This league has begun and is closed to new members. Its arbitrator can open it on the dashboard.")
    status = 409


class ArbitratorIsActive(Refusal):
    code = "campaign_not_asleep"
    message = _("An arbitrator of this league was here within the last 30 days. Ask them to give you the role.")
    status = 409


class ArbitratorAnswered(Refusal):
    code = "arbitrator_still_there"
    message = _("The arbitrator was here within the last 30 days. Ask them to give you the arbitrator role.")
    rule_id = "LG-TAKE-02"
    status = 409


class StillWaiting(Refusal):
    code = "takeover_waits"
    message = _("The arbitrators have seven days to answer. Come back then.")
    status = 409


class ScenarioAlreadyRolled(Refusal):
    code = "scenario_drawn"
    message = _("The scenario of this match has already been rolled. It cannot be rolled twice.")
    status = 409


class NotYourPaintedWarband(Refusal):
    code = "not_your_paint"
    message = _("Only the warband's own player can report it as painted, and only an arbitrator can confirm it.")
    status = 403


class NoSuchWebhook(Refusal):
    code = "no_such_webhook"
    message = _("This league has no such webhook.")
    status = 404


class NoSuchLine(Refusal):
    """`before` is not an event of this chronicle."""

    code = "no_such_line"
    message = _("The chronicle of this league has no such event. Use the `next` of a page.")


class NoSuchMember(Refusal):
    """`entry` is not a warband of this campaign."""

    code = "no_such_member"
    about = ("entry",)
    message = _("No warband of this league has this id. Use the id of its entry, as in its standings.")


class NoSuchDelivery(Refusal):
    code = "no_such_delivery"
    message = _("This league has no such delivery.")
    status = 404


class DeliveryNotFailed(Refusal):
    """The delivery was successful, so it cannot be sent again."""

    code = "delivery_not_failed"
    message = _("This delivery has arrived, so it is not sent again.")
    status = 409


class TooManyWebhooks(Refusal):
    code = "too_many_webhooks"
    message = _("A league has at most five webhooks. Remove one first.")


class NothingWritten(Refusal):
    code = "nothing_written"
    message = _("A post needs a title and a text. Enter both.")


class NotYours(Refusal):
    code = "not_yours"
    message = _("Another user wrote this. Only its author and the arbitrator can change it.")
    status = 403


class TooManyPictures(Refusal):
    code = "too_many_pictures"
    about = ("photos",)
    message = _("A report can have at most six pictures, and a league 300. Remove some first.")


class AddressTaken(Refusal):
    code = "address_taken"
    about = ("address",)
    message = _(
        "That address is taken or not valid. Use lower-case letters, digits and hyphens, at least three characters."
    )


class BadHandover(Refusal):
    code = "bad_handover"
    about = ("username",)
    message = _("Choose a non-player warband of yours, and enter the name of an account.")


class PostKeepsMatch(Refusal):
    code = "post_keeps_match"
    about = ("match",)
    message = _("A post stays with its match. Leave the match out, or write a new post.")


class NoSuchPack(Refusal):
    code = "no_such_pack"
    about = ("own", "to")
    message = _("This pack does not exist, or it is not shared with you. Nothing was changed.")


class PackNotPlayed(Refusal):
    code = "pack_not_played"


class PackStillPlayed(Refusal):
    code = "pack_still_played"
    status = 409


class LeagueDecides(Refusal):
    code = "league_decides"
    message = _("This warband plays in a league. Its arbitrator updates the version for the whole league.")
    status = 409


class MatchOnTheBoard(Refusal):
    code = "match_on_the_board"
    message = _("A match is being played. Update the version when it is over; nothing was changed.")
    status = 409


class DistrictOutOfReach(Refusal):
    code = "district_not_in_reach"
    about = ("district",)
    rule_id = "LG-MAP-01"
    message = _("Neither side can fight for that district: it borders none of theirs, or another warband holds it.")


class ResourceUnknown(Refusal):
    code = "resource_unknown"
    message = _("Points can be given only for the league's own counters. Set up the counter on the city page first.")


class NoSuchDistrict(Refusal):
    code = "no_such_district"
    about = ("district",)
    message = _("The map of this league has no such district.")
