"""Every "no" of the campaigns room."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal


class CampaignNotRunning(Refusal):
    code = "campaign_not_running"
    message = _("This campaign is paused or closed: nothing can be played in it now. Its arbitrator can open it again.")
    status = 409


class NotTheArbitrator(Refusal):
    code = "not_the_arbitrator"
    message = _("Only the arbitrator of this campaign can do that.")
    status = 403


class NotAMember(Refusal):
    code = "not_a_member"
    message = _("You do not take part in this campaign. Join it with a warband first.")
    status = 403


class GuestsDoNotRun(Refusal):
    code = "guests_do_not_run"
    message = _(
        "Running a campaign needs an account: the others must be able to find you. Sign up, and your warbands stay."
    )
    status = 403


class NobodyOfThatName(Refusal):
    code = "nobody_of_that_name"
    message = _("No account has that name. Ask for the name it signs in with, or send the link.")


class AlreadyTakesPart(Refusal):
    code = "already_takes_part"
    message = _("Whoever has that name takes part already.")


class AlreadyIn(Refusal):
    code = "warband_already_in"
    message = _("This warband already plays in a campaign. Withdraw it there first, or bring another.")


class TooManyWarbands(Refusal):
    code = "too_many_warbands"
    message = _("You have as many warbands in this campaign as it allows.")


class NotFounded(Refusal):
    code = "warband_not_founded"
    message = _("This warband is a draft or put away. Found it, or bring it back, before it joins.")


class WrongStartingGold(Refusal):
    code = "wrong_starting_gold"


class AgainstHouseRules(Refusal):
    code = "against_house_rules"
    rule_id = "RO-HOUSE-01"


class TooFewWarbands(Refusal):
    code = "too_few_warbands"
    message = _("A round needs at least two warbands. Invite somebody with the link.")


class ArbitratorStays(Refusal):
    code = "arbitrator_stays"
    message = _("The arbitrator cannot leave: hand the campaign on first, on its desk under People.")


class TooManyMatches(Refusal):
    code = "too_many_matches"
    message = _("That would plan more than 2,000 matches. Plan fewer rounds at a time.")


class NoSuchWarband(Refusal):
    code = "no_such_warband"
    message = _("Choose one of your own warbands.")


class NotThisMatch(Refusal):
    code = "not_in_this_match"
    message = _("The winner has to be one of the warbands of this match, or nobody for a draw.")


class ReasonNeeded(Refusal):
    code = "reason_needed"
    message = _("A decision needs a reason: both sides will read it.")


class PauseNeedsReason(Refusal):
    code = "pause_needs_reason"
    message = _("A pause stops everybody. Say why: it stands on every page of the league until you open it again.")


class TooManyLosses(Refusal):
    code = "too_many_losses"
    message = _("A side can lose at most 99 warriors in one battle.")


class BadPlaces(Refusal):
    code = "bad_places"
    message = _(
        "Nothing was sent: every side takes a place from 1 on, somebody is first, and not all of them are allies."
    )
    rule_id = "LG-RESULT-02"


class TooManySides(Refusal):
    code = "too_many_sides"
    message = _("At most six warbands meet in one battle.")
    rule_id = "LG-RESULT-02"


class ByTwosOnly(Refusal):
    code = "by_twos_only"
    message = _("A knock-out and the meetings that are missing are paired by twos. Choose two warbands a match.")
    rule_id = "LG-PAIR-08"


class MatchNotOpen(Refusal):
    code = "match_not_open"
    message = _("This match is not waiting for that: somebody has already played or decided it.")
    status = 409


class NotYourMatch(Refusal):
    code = "not_your_match"
    message = _("Your warbands do not play in this match.")
    status = 403


class OwnReport(Refusal):
    code = "own_report"
    message = _("You reported this result yourself; the other side has to agree.")
    status = 403


class SameWarband(Refusal):
    code = "same_warband"
    message = _("A warband cannot be matched with itself.")


class TieWithoutWinner(Refusal):
    """A round of a knock-out, or a group, is not over."""

    code = "tie_without_winner"
    status = 409


class TournamentOver(Refusal):
    code = "tournament_over"
    message = _("The final has been played. Plan rounds of another kind, or close the campaign.")
    status = 409


class OutOfReach(Refusal):
    """Too far up the ladder."""

    code = "out_of_reach"
    rule_id = "LG-PAIR-07"

    def __init__(self, *, reach: int) -> None:
        super().__init__(
            message=_("That warband stands too far up the ladder: a challenge may go %(n)d rungs up.") % {"n": reach}
        )


class NoLateJoin(Refusal):
    code = "no_late_join"
    message = _("This campaign has begun and takes nobody in any more. Its arbitrator can open it on the desk.")
    status = 409


class NotAsleep(Refusal):
    code = "campaign_not_asleep"
    message = _("Somebody who runs this campaign was here within the last 30 days. Ask them to hand it on.")
    status = 409


class StillThere(Refusal):
    code = "arbitrator_still_there"
    message = _("The arbitrator was here within the last 30 days. He hands the campaign on by giving you his role.")
    rule_id = "LG-TAKE-02"
    status = 409


class StillWaiting(Refusal):
    code = "takeover_waits"
    message = _("Those who run this campaign have seven days to answer. Come back then.")
    status = 409


class AlreadyDrawn(Refusal):
    code = "scenario_drawn"
    message = _("The scenario of this match has been rolled already; the dice are not rolled twice.")
    status = 409


class NotYourDeal(Refusal):
    code = "not_your_deal"
    message = _("You do not speak for that side of the bargain.")
    status = 403


class EmptyDeal(Refusal):
    code = "empty_deal"
    message = _(
        "A bargain needs something on at least one side: gold up to 5,000 gc, shards up to 200, kit of a stash."
    )


class TooManyDeals(Refusal):
    code = "too_many_deals"
    message = _("This warband has 40 offers open already. Withdraw one first.")


class NotInTheStash(Refusal):
    """Something of a bargain is not there any more."""

    code = "not_in_the_stash"
    status = 409

    def __init__(self, *, name: str, thing: str) -> None:
        super().__init__(
            message=_("%(name)s does not have %(thing)s in its stash any more. Nothing changed hands.")
            % {"name": name, "thing": thing}
        )


class NotYourCaptive(Refusal):
    """The captive is free, or in other hands."""

    code = "not_your_captive"
    status = 409

    def __init__(self, *, name: str) -> None:
        super().__init__(message=_("%(name)s does not hold that captive now. Nothing changed hands.") % {"name": name})


class DealOver(Refusal):
    """Somebody was quicker."""

    code = "deal_over"

    def __init__(self, *, status: str) -> None:
        said = {
            "accepted": _("This bargain has been struck already. Nothing was changed by this press."),
            "declined": _("The other side has declined this offer. Nothing was changed by this press."),
            "withdrawn": _("This offer was taken back a moment ago. Nothing was changed by this press."),
        }
        super().__init__(message=said[status], status=409)


class AllianceThere(Refusal):
    code = "alliance_there"
    message = _("These two have a pact already, or one is proposed.")
    status = 409


class PactBarred(Refusal):
    """The rules of the league bar a formal alliance of these two."""

    code = "pact_barred"
    rule_id = "ALLY-FORMAL-01"
    status = 409


class CannotPay(Refusal):
    """The purse of one side does not hold what the bargain asks of it."""

    code = "cannot_pay"
    status = 409

    def __init__(self, *, name: str) -> None:
        super().__init__(
            message=_("%(name)s does not have the gold or the shards for this now. Nothing changed hands.")
            % {"name": name}
        )


class NoSuchDistrict(Refusal):
    code = "no_such_district"
    message = _("The map of this campaign has no such district.")


class NotInReach(Refusal):
    code = "district_not_in_reach"
    rule_id = "LG-MAP-01"
    message = _("Neither side can fight for that district: it borders on none of theirs, or somebody else holds it.")


class AlreadyPaid(Refusal):
    """Dues are paid once a round."""

    code = "dues_paid"
    rule_id = "LG-MAP-02"
    status = 409

    def __init__(self, *, number: int) -> None:
        super().__init__(
            message=_("The districts have paid for round %(n)d already. Plan the next round first.") % {"n": number}
        )


class NoSuchFaction(Refusal):
    code = "no_such_faction"
    message = _("This campaign has no such faction.")


class FactionThere(Refusal):
    code = "faction_there"
    message = _("A faction of this name is there already, or there are twelve.")


class NotCounted(Refusal):
    code = "not_counted"
    message = _("Choose something this campaign counts, a warband, and a number from -999 to 999 other than 0.")


class ResourceUnknown(Refusal):
    code = "resource_unknown"
    message = _("Points can be given only for what this campaign counts: name it on the page of the city first.")


class NotYourPaint(Refusal):
    code = "not_your_paint"
    message = _("A warband's own player says that it is painted; whoever runs the campaign confirms it.")
    status = 403


class NoSuchWebhook(Refusal):
    code = "no_such_webhook"
    message = _("This campaign has no such webhook.")


class TooManyWebhooks(Refusal):
    code = "too_many_webhooks"
    message = _("A campaign has at most five webhooks. Take one out first.")


class NothingWritten(Refusal):
    code = "nothing_written"
    message = _("Write something first: a post needs a title and a text.")


class NotYours(Refusal):
    code = "not_yours"
    message = _("Somebody else wrote that. Its author and the arbitrator may change it.")
    status = 403


class TooManyPictures(Refusal):
    code = "too_many_pictures"
    message = _("A report holds at most six pictures, and a campaign 300.")


class AddressTaken(Refusal):
    code = "address_taken"
    message = _("That address is taken, or is none: small letters, digits and hyphens, at least three.")


class BadHandover(Refusal):
    code = "bad_handover"
    message = _("Choose a warband of yours that nobody plays, and the name of somebody with an account.")


class NoSuchPack(Refusal):
    code = "no_such_pack"
    message = _("There is no such pack, or it is not shared with you. Nothing was changed.")


class PackNotPlayed(Refusal):
    code = "pack_not_played"


class PackStillPlayed(Refusal):
    code = "pack_still_played"
    status = 409


class LeagueDecides(Refusal):
    code = "league_decides"
    message = _("This warband plays in a league; whoever runs the league takes another version for all of it.")
    status = 409


class MatchOnTheBoard(Refusal):
    code = "match_on_the_board"
    message = _("A match is being played. Take the other version when it is over; nothing was changed.")
    status = 409
