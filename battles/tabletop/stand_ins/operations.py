"""Operations for opponents without an account: enter their warband, confirm by link, claim the warband."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from django.urls import reverse
from pydantic import Field

from accounts.api_keys.services import NotInScope, Scope
from accounts.models import User
from battles.core.league_rosters import PlaysInLeague
from battles.models import Battle, ConfirmLink, StandIn
from battles.tabletop.api_shapes import sheet_shape
from battles.tabletop.serializers import SheetShape
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.operations import tabletop_battle
from battles.tabletop.stand_ins import links, paper_rosters, services
from battles.tabletop.stand_ins.serializers import StandInShape
from campaigns.core.refusals import CampaignNotRunning, MatchNotOpen, NotYourMatch
from campaigns.matches.refusals import EarlierDiceAwaited
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Code, FileContent, Name, OptionalName, text, whole
from mordheim_site.pictures import NotAPicture, PictureTooLarge
from warbands.builder import founding
from warbands.core.permissions import ReadOnly, warband_to_act_on


def stand_in_shape(row: StandIn) -> dict[str, Any]:
    """A stand-in warband as JSON (StandInShape)."""
    return {
        "warband": row.warband.public_id,
        "name": row.warband.name,
        "warband_type": row.warband.warband_type_code,
        "player_name": row.player_name,
        "rating": row.rating,
        "claim_url": reverse("battles:claim_stand_in", args=[row.claim_key]),
        "is_claimed": row.claimed_at is not None,
        "paper_roster": paper_rosters.address_of(row),
    }


def _check_may_change_warbands(call: Call) -> None:
    """Raise NotInScope for an API key that may fight battles but not change warbands."""
    if call.scopes is not None and Scope.WARBANDS not in call.scopes:
        raise NotInScope


class EnterStandIn(
    Operation,
    name="stand_ins_enter",
    who="every user",
    limit="warbands",
    status=201,
    response=StandInShape,
    example={"player_name": "Otto", "warband_type": "reiklanders", "rating": 104},
    errors=(founding.NoSuchType, founding.TooManyForGuest, NotInScope),
):
    """Enter a warband for an opponent without an account: a suggested warband of their list.

    It belongs to you until the opponent claims it, and battles against it are confirmed with a link. An API key needs
    the scopes `battles` and `warbands`.
    """

    player_name: Annotated[Name, Field(description="What your group calls the opponent.")]
    warband_type: Annotated[Code, Field(description="The code of a warband list.")]
    name: Annotated[OptionalName, Field(description="Empty for a suggested name.")] = ""
    rating: Annotated[
        Annotated[int, *whole(0, 5000)] | None,
        Field(description="The rating that the opponent names. Empty for that of the suggested roster."),
    ] = None

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the warband does not exist yet."""

    def carry_out(self, target: None, call: Call) -> StandIn:
        _check_may_change_warbands(call)
        return services.enter_stand_in(
            maker_id=call.actor.pk,
            warband_type=self.warband_type,
            player_name=self.player_name,
            name=self.name,
            rating=self.rating,
            at=call.at,
            source_key=call.source_key,
            is_guest=call.actor.is_guest,
        )

    @classmethod
    def response_of(cls, target: None, result: StandIn, call: Call) -> dict[str, Any]:
        return stand_in_shape(result)


class ClaimStandIn(
    Operation,
    name="stand_ins_claim",
    who="everyone with the link",
    limit="warbands",
    knows_keys=False,
    response=StandInShape,
    errors=(services.AlreadyClaimed, NotInScope),
):
    """Claim a warband that another player entered for you. You then have to confirm later battles yourself."""

    @classmethod
    def target_for(cls, actor: User | None, **address: Any) -> StandIn:
        """The stand-in. Raises Http404."""
        row = StandIn.objects.select_related("warband__owner").filter(claim_key=address["key"]).first()
        if row is None:
            raise Http404
        return row

    def carry_out(self, target: StandIn, call: Call) -> StandIn:
        _check_may_change_warbands(call)
        services.claim_stand_in(claim_key=target.claim_key, user_id=call.actor.pk, now=call.at)
        return self.target_for(call.actor, key=target.claim_key)

    @classmethod
    def response_of(cls, target: StandIn, result: StandIn, call: Call) -> dict[str, Any]:
        return stand_in_shape(result)


class PaperRosterOperation(
    Operation, who="the owner of the warband", knows_keys=False, response=StandInShape, errors=(ReadOnly,)
):
    """Base of the operations on the photo of a paper roster; the target is the stand-in."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> StandIn:
        """The stand-in of this warband. Raises Http404, ReadOnly."""
        row = paper_rosters.stand_in_of(warband_to_act_on(actor, address["pid"]))
        if row is None:
            raise Http404
        return row

    @classmethod
    def response_of(cls, target: StandIn, result: Any, call: Call) -> dict[str, Any]:
        return stand_in_shape(target)


class SetPaperRoster(
    PaperRosterOperation,
    name="stand_ins_paper_roster_set",
    limit="pictures",
    example={"content": "R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7"},
    errors=(NotAPicture, PictureTooLarge),
):
    """Upload a photo of the paper roster of a warband entered for its player. It replaces an earlier one."""

    content: FileContent

    def carry_out(self, target: StandIn, call: Call) -> None:
        paper_rosters.set_photo(stand_in_id=target.pk, upload=self.content, at=call.at)


class RemovePaperRoster(PaperRosterOperation, name="stand_ins_paper_roster_remove"):
    """Delete the photo of the paper roster."""

    def carry_out(self, target: StandIn, call: Call) -> None:
        paper_rosters.remove_photo(stand_in_id=target.pk)


class AnswerByLink(
    Operation,
    name="sheets_answer_by_link",
    who="everyone with the link",
    limit="messages",
    knows_keys=False,
    response=SheetShape,
    example={"is_right": False, "message": "I lost two models, not three."},
    errors=(
        links.OwnerConfirms,
        links.AlreadyAnswered,
        PlaysInLeague,
        sheets.SheetClosed,
        sheets.NotYourSheet,
        NotYourMatch,
        MatchNotOpen,
        CampaignNotRunning,
        EarlierDiceAwaited,
    ),
):
    """Confirm or reject a sheet for the side of a link. In a league, a rejected sheet goes to the arbitrator.

    Outside of leagues only the owner can answer for a warband whose owner has an account. Reading a link needs no API
    key. Answering needs one of any user; people without an account answer on the page of the link.
    """

    is_right: bool
    message: Annotated[str, *text(links.LONGEST_MESSAGE), Field(description="What is wrong, for the author.")] = ""

    @classmethod
    def target_for(cls, actor: User | None, **address: Any) -> ConfirmLink:
        """The link. Raises Http404."""
        link = ConfirmLink.objects.select_related("side__battle__match__campaign").filter(key=address["key"]).first()
        if link is None:
            raise Http404
        return link

    def carry_out(self, target: ConfirmLink, call: Call) -> Battle:
        return links.answer_by_link(
            key=target.key, is_right=self.is_right, message=self.message, actor_id=call.actor.pk, now=call.at
        )

    @classmethod
    def response_of(cls, target: ConfirmLink, result: Battle, call: Call) -> Any:
        return sheet_shape(result, call.actor.pk, call.scopes)


class CountUnconfirmed(
    Operation,
    name="sheets_count",
    who="the author of the sheet",
    knows_keys=False,
    response=SheetShape,
    errors=(sheets.NotYourSheet, sheets.SheetClosed, links.AccountMustConfirm, PlaysInLeague),
):
    """Let a sheet count if it only waits for opponents without an account."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Battle:
        """The battle. Raises Http404."""
        return tabletop_battle(actor, address["pid"])

    def carry_out(self, target: Battle, call: Call) -> Battle:
        return links.count_unconfirmed(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        return sheet_shape(result, call.actor.pk, call.scopes)


OPERATIONS = (SetPaperRoster, RemovePaperRoster, EnterStandIn, ClaimStandIn, AnswerByLink, CountUnconfirmed)
