"""Operations on matches: challenges, dates, scenarios, reports, answers, decisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, ClassVar, Final

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from pydantic import Field

from accounts.models import User
from campaigns.city import services as city_services
from campaigns.city.refusals import NoMap
from campaigns.core import refusals
from campaigns.core.defaults import NO_PRIZE
from campaigns.core.operation import CampaignOperation
from campaigns.core.permissions import CampaignAccess, has_address, match_to_read
from campaigns.core.refusals import DistrictOutOfReach, NoSuchDistrict
from campaigns.core.serializers import MatchShape
from campaigns.matches import preparation, results, stand_ins
from campaigns.matches import refusals as match_refusals
from campaigns.matches.api_shapes import match_shape
from campaigns.matches.preparation import NoSuchScenario, ScenarioForTwoSides
from campaigns.matches.selectors import view_of
from campaigns.matches.tallies import MultiSideDetails
from campaigns.models import Match, Rsvp
from campaigns.rounds import scheduling
from campaigns.standings.outcomes import MOST_SIDES
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.types import Key, Moment, choice, text, whole

MatchTarget = tuple[Match, CampaignAccess]
Warriors = Annotated[int, *whole(0, 99)]
BestOf = Annotated[int, *choice((1, 3, 5))]


class Challenge(
    CampaignOperation,
    name="campaigns_challenge",
    who="players of the campaign, and arbitrators for every warband",
    status=201,
    response=MatchShape,
    example={"entry": "4kPq8ZxTn2Lw", "others": ["9sLm2CvBq7Rt"]},
    errors=(
        refusals.NoSuchWarband,
        refusals.CampaignNotRunning,
        refusals.SameWarband,
        refusals.NotYourMatch,
        match_refusals.WarbandArchived,
        refusals.OpponentOutOfReach,
        refusals.TooManySides,
        NoSuchScenario,
        ScenarioForTwoSides,
        NoMap,
        NoSuchDistrict,
        DistrictOutOfReach,
    ),
):
    """Challenge one to five warbands to a match. In a campaign with a map, the winner gets the district `district`."""

    entry: Key
    others: Annotated[
        list[Key], Field(min_length=1, max_length=MOST_SIDES - 1, description="The one to five opponents.")
    ]
    scenario: Annotated[str, *text(60)] = ""
    best_of: BestOf = 1
    district: Annotated[str, Field(description="The code of a district; `none` for no prize."), *text(40)] = NO_PRIZE

    def carry_out(self, target: CampaignAccess, call: Call) -> Match:
        entries = dict(target.campaign.entries.filter(withdrawn_at__isnull=True).values_list("public_id", "pk"))
        if self.entry not in entries:
            raise refusals.NoSuchWarband(fields={"entry": [refusals.NoSuchWarband.message]})
        if not set(self.others) <= set(entries):
            unknown = _("This league has no such warband. Choose others from its members.")
            raise refusals.NoSuchWarband(message=unknown, fields={"others": [unknown]})
        other, *more = [entries[entry] for entry in self.others]
        with transaction.atomic():
            match = scheduling.challenge(
                campaign_id=target.campaign.pk,
                actor_id=call.actor.pk,
                entry_id=entries[self.entry],
                other_entry_id=other,
                more=more,
                scenario_code=self.scenario,
                best_of=self.best_of,
                now=call.at,
                source_key=call.source_key,
            )
            if self.district == NO_PRIZE:
                return match
            return city_services.set_prize(
                match_id=match.pk, actor_id=call.actor.pk, district=self.district, now=call.at
            )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Match, call: Call) -> dict[str, Any]:
        return match_shape(view_of(result), target)


class MatchOperation(
    CampaignOperation,
    who="the sides of the match, and arbitrators",
    knows_keys=False,
    response=MatchShape,
    errors=(refusals.NotYourMatch, refusals.MatchNotOpen),
):
    """An action on one match."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> MatchTarget:
        """A match of this campaign, and the caller's membership. Raises Http404."""
        match, access = match_to_read(actor, address["pid"])
        if not has_address(match.campaign, address["slug"]):
            raise Http404
        return match, access

    @classmethod
    def response_of(cls, target: MatchTarget, result: Match, call: Call) -> dict[str, Any]:
        return match_shape(view_of(target[0]), target[1])


class ReportOperation(
    MatchOperation,
    errors=(
        refusals.NotThisMatch,
        refusals.BadPlaces,
        match_refusals.WinnerNotFirst,
        match_refusals.TooManyKills,
        refusals.TooManyLosses,
        match_refusals.ForSeveralSides,
    ),
):
    """Base of operations that state a result. Warbands are identified by their ids in the campaign."""

    losses: Annotated[dict[str, Warriors], Field(max_length=500)] = {}
    note: Annotated[str, *text(2000)] = ""
    places: Annotated[dict[str, Annotated[int, *whole(1, 9)]], Field(max_length=500)] = {}
    teams: Annotated[dict[str, Annotated[str, *text(1)]], Field(max_length=500)] = {}
    kills: Annotated[dict[str, Warriors], Field(max_length=500)] = {}

    def result_of(self, match: Match, winner: str | None) -> dict[str, Any]:
        """The result in the form that the services expect. Raises NotThisMatch for a warband that is not in the match,
        and ForSeveralSides for details that only battles with several sides have."""
        ids = {side.public_id: side.entry_id for side in view_of(match).sides}
        named: dict[str, Collection[str]] = {
            "winner": [winner] if winner else [],
            "losses": self.losses,
            "places": self.places,
            "teams": self.teams,
            "kills": self.kills,
        }
        for field, entries in named.items():
            if not set(entries) <= set(ids):
                message = refusals.NotThisMatch.message if field == "winner" else _("Name only warbands of this match.")
                raise refusals.NotThisMatch(message=message, fields={field: [message]})
        if len(ids) <= 2:
            for field in ("places", "teams", "kills"):
                if named[field]:
                    message = match_refusals.ForSeveralSides.message
                    raise match_refusals.ForSeveralSides(fields={field: [message]})
        many = MultiSideDetails(
            places={ids[entry]: place for entry, place in self.places.items()},
            teams={ids[entry]: team for entry, team in self.teams.items()},
            kills={ids[entry]: count for entry, count in self.kills.items()},
        )
        losses = {ids[entry]: count for entry, count in self.losses.items()}
        return {"winner_entry_id": ids[winner] if winner else None, "losses": losses, "many": many}


class Report(
    ReportOperation,
    name="campaigns_report",
    who="the sides of the match",
    example={"winner": "4kPq8ZxTn2Lw", "losses": {"9sLm2CvBq7Rt": 3}},
    errors=(refusals.CampaignNotRunning, match_refusals.EarlierDiceAwaited),
):
    """Report a result; it counts when the other sides agree.

    `winner` is null for a draw. Only with three or more sides: `places` of all sides (starting at 1 without gaps; sides
    that are level share a place, and `winner` is the only one in first place, or null), `teams` (warbands with the same
    letter fought together) and `kills`.
    """

    winner: Key | None

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        match, _access = target
        return results.report(
            match_id=match.pk,
            actor_id=call.actor.pk,
            note=self.note,
            now=call.at,
            **self.result_of(match, self.winner),
        )


class Agree(
    MatchOperation,
    name="campaigns_agree",
    who="the other sides",
    errors=(refusals.OwnReport, match_refusals.NothingReported, match_refusals.EarlierDiceAwaited),
):
    """Confirm what the other side reported."""

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return results.agree(match_id=target[0].pk, actor_id=call.actor.pk, now=call.at)


class Dispute(
    MatchOperation,
    name="campaigns_dispute",
    who="the other sides",
    errors=(refusals.OwnReport, match_refusals.NothingReported),
):
    """Reject the reported result; an arbitrator decides."""

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return results.dispute(match_id=target[0].pk, actor_id=call.actor.pk, now=call.at)


class SetDate(
    MatchOperation,
    name="campaigns_set_date",
    example={"planned_for": "2031-05-01T19:30:00+02:00"},
    errors=(refusals.DateInThePast,),
):
    """Set the date of a match, or remove it with null. Answers to the previous date are deleted."""

    planned_for: Moment | None

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return scheduling.set_date(
            match_id=target[0].pk, actor_id=call.actor.pk, planned_for=self.planned_for, now=call.at
        )


class AnswerDate(
    MatchOperation,
    name="campaigns_answer_date",
    who="the sides of the match",
    example={"rsvp": "yes"},
    errors=(match_refusals.NoDateYet,),
):
    """Say whether your side can play on the date; "" removes the answer."""

    rsvp: Annotated[str, *choice(("", *Rsvp.values))]

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return preparation.answer(match_id=target[0].pk, actor_id=call.actor.pk, rsvp=self.rsvp, now=call.at)


class RollScenario(MatchOperation, name="campaigns_roll_scenario", errors=(refusals.ScenarioAlreadyRolled,)):
    """Roll the scenario of a match, once."""

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return preparation.draw_scenario(match_id=target[0].pk, actor_id=call.actor.pk, now=call.at)


class ChooseScenario(
    MatchOperation,
    name="campaigns_choose_scenario",
    example={"scenario": "skirmish"},
    errors=(refusals.NotTheArbitrator, NoSuchScenario, ScenarioForTwoSides),
):
    """Choose the scenario of a match by its code; "" for none."""

    scenario: Annotated[str, *text(60)]

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return preparation.choose_scenario(
            match_id=target[0].pk, actor_id=call.actor.pk, scenario_code=self.scenario, now=call.at
        )


class WithdrawReport(
    MatchOperation,
    name="campaigns_withdraw_report",
    who="the side that reported",
    errors=(match_refusals.NothingReported,),
):
    """Withdraw your own report before the others have confirmed it."""

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return results.take_back(match_id=target[0].pk, actor_id=call.actor.pk, now=call.at)


class CancelMatch(
    MatchOperation, name="campaigns_cancel_match", who="arbitrators", errors=(refusals.NotTheArbitrator,)
):
    """Cancel a match."""

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return scheduling.cancel(match_id=target[0].pk, actor_id=call.actor.pk, now=call.at)


class DeclineChallenge(
    MatchOperation,
    name="campaigns_decline_challenge",
    who="the players who were challenged",
    example={"reason": "My warband has three wounded heroes."},
    errors=(match_refusals.NotAChallenge,),
):
    """Decline a challenge. The match is cancelled; the challenger is notified, with the reason if there is one."""

    reason: Annotated[str, *text(300)] = ""

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        return scheduling.decline(match_id=target[0].pk, actor_id=call.actor.pk, now=call.at, reason=self.reason)


class DecideMatch(
    ReportOperation,
    name="campaigns_decide_match",
    who="arbitrators",
    example={"winner": "4kPq8ZxTn2Lw", "reason": "The other side did not come."},
    errors=(refusals.NotTheArbitrator, refusals.ReasonNeeded, match_refusals.EarlierDiceAwaited),
):
    """Decide the result of a match, with a reason that both sides can read. `winner` is null for a draw."""

    winner: Key | None
    reason: Annotated[str, *text(300)] = ""

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        result = self.result_of(target[0], self.winner)
        return results.rule(match_id=target[0].pk, actor_id=call.actor.pk, now=call.at, reason=self.reason, **result)


class SetStandIn(
    MatchOperation,
    name="campaigns_stand_in",
    who="arbitrators; the player of the side can end it",
    example={"entry": "9sLm2CvBq7Rt", "has_stand_in": True},
    errors=(
        refusals.NotTheArbitrator,
        refusals.NotThisMatch,
        stand_ins.NoPlayerToReplace,
        stand_ins.NobodyLeft,
    ),
):
    """Let a bot play one side on the board for a player who cannot come, or end that.

    The player keeps the warband and decides its aftermath.
    """

    entry: Key
    has_stand_in: bool

    def carry_out(self, target: MatchTarget, call: Call) -> Match:
        side = target[0].sides.filter(entry__public_id=self.entry).first()
        if side is None:
            message = _("Name only warbands of this match.")
            raise refusals.NotThisMatch(message=message, fields={"entry": [message]})
        return stand_ins.set_stand_in(
            match_id=target[0].pk,
            actor_id=call.actor.pk,
            side=side,
            has_stand_in=self.has_stand_in,
            now=call.at,
        )


MATCH_ACTS: Final[Mapping[str, type[MatchOperation]]] = {
    "date": SetDate,
    "rsvp": AnswerDate,
    "draw": RollScenario,
    "scenario": ChooseScenario,
    "take_back": WithdrawReport,
    "decline": DeclineChallenge,
    "stand_in": SetStandIn,
    "cancel": CancelMatch,
    "rule": DecideMatch,
}


class ActOnMatch(
    CombinedOperation,
    ReportOperation,
    name="campaigns_match_act",
    component="MatchActRequest",
    example={"act": "date", "planned_for": "2031-05-01T19:30:00+02:00"},
    errors=tuple(dict.fromkeys(kind for act in MATCH_ACTS.values() for kind in act.declaration.errors)),
):
    """One of the actions on a match, by `act`."""

    acts: ClassVar = MATCH_ACTS
    act: Annotated[str, *choice(list(MATCH_ACTS))]
    winner: Key | None = None
    planned_for: Moment | None = None
    rsvp: Annotated[str, *choice(("", *Rsvp.values))] = ""
    scenario: Annotated[str, *text(60)] = ""
    reason: Annotated[str, *text(300)] = ""
    entry: Key | None = None
    has_stand_in: bool = False


OPERATIONS: tuple[type[Operation], ...] = (Challenge, Report, Agree, Dispute, *MATCH_ACTS.values(), ActOnMatch)
