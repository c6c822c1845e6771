"""Operations of arbitrators on a campaign: create it, change it, give roles, invite, hand it over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field

from accounts.models import User
from campaigns.administration import services, takeover
from campaigns.core import refusals
from campaigns.core.defaults import GOLD_LIMITS, LADDER_LIMITS, POINTS_LIMITS, WARBANDS_LIMITS, WARBANDS_PER_PLAYER
from campaigns.core.operation import ArbitratorOperation, CampaignOperation
from campaigns.core.permissions import CampaignAccess, access_of
from campaigns.core.presets import PRESETS, preset_of
from campaigns.core.refusals import ResourceUnknown
from campaigns.core.serializers import CampaignShape
from campaigns.house_rules.operations import HouseRules
from campaigns.house_rules.switches import BadHouseRules
from campaigns.house_rules.text import TIE_BREAKS_IN_WORDS
from campaigns.matches.api_shapes import campaign_shape
from campaigns.members import invitations
from campaigns.members import services as members_services
from campaigns.models import Audience, Campaign, CampaignStatus, Membership, Role
from campaigns.packs import services as packs_services
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.types import Name, choice, text, whole
from mordheim_site.refusals import NotFoundByField

Points = Annotated[int, *whole(*POINTS_LIMITS)]


class CreateCampaign(
    Operation,
    name="campaigns_create",
    who="everyone with an account",
    component="CreateRequest",
    status=201,
    response=CampaignShape,
    example={"name": "Winter in the ruins"},
    errors=(refusals.GuestsCannotRunLeagues, BadHouseRules, refusals.NoSuchPack),
):
    """Create a campaign; a name is enough. The caller is its arbitrator."""

    name: Name
    preset: Annotated[str, *choice([preset.code for preset in PRESETS])] = PRESETS[0].code
    ruleset: Annotated[str, *choice([ruleset.code for ruleset in ruleset_choices()])] = DEFAULT_RULESET
    house_rules: HouseRules | None = None
    starting_gold_gc: Annotated[int, *whole(*GOLD_LIMITS)] | None = None
    warbands_per_player: Annotated[int, *whole(*WARBANDS_LIMITS)] = WARBANDS_PER_PLAYER
    audience: Annotated[str, *choice(Audience.values)] = Audience.PUBLIC.value
    left_out: Annotated[
        list[Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]+$", max_length=64)]],
        Field(max_length=100, description="Publications that the campaign does not use, by code."),
    ] = []
    own: Annotated[
        dict[str, Annotated[int, *whole(1, 999)]],
        Field(max_length=40, description="Custom packs by code, with their version."),
    ] = {}

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the campaign does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Campaign:
        preset = preset_of(self.preset)
        packs_services.check_left_out(self.left_out)
        return services.create(
            actor_id=call.actor.pk,
            name=self.name,
            now=call.at,
            ruleset=self.ruleset,
            preset=preset.code,
            points=preset.points,
            ladder_reach=preset.ladder_reach,
            map_code=preset.map_code,
            house_rules=self.house_rules,
            starting_gold_gc=self.starting_gold_gc,
            audience=self.audience,
            warbands_per_player=self.warbands_per_player,
            packs=packs_services.pins_for(call.actor, left_out=self.left_out, own=self.own, kept={}),
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: None, result: Campaign, call: Call) -> dict[str, Any]:
        return campaign_shape(result, access_of(call.actor, result))


class Part(BaseModel):
    """Base of inputs with several optional fields. Fields that are left out or null stay unchanged."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    def given(self) -> dict[str, Any]:
        """The fields that were sent."""
        sent = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: value for name, value in sent.items() if value is not None}


class FormulaRequest(Part):
    """What else counts in the standings, and up to three tie-breaks in order."""

    per_kill: Points | None = None
    per_district: Points | None = None
    per_beaten: Points | None = None
    underdog_bonus: Points | None = None
    underdog_from: Annotated[int, *whole(1, 1000)] | None = None
    per_shard: Points | None = None
    rating_per_point: Annotated[int, *whole(0, 1000)] | None = None
    per_painted: Points | None = None
    per_resource: Points | None = None
    resource: Annotated[str, *text(40)] | None = None
    tie_breaks: Annotated[list[Annotated[str, *choice(list(TIE_BREAKS_IN_WORDS))]], Field(max_length=3)] | None = None


class ChangeRequest(Part):
    """Changes of the settings. Fields that are left out stay unchanged."""

    name: Name | None = None
    notice: Annotated[str, *text(4000)] | None = None
    audience: Annotated[str, *choice(Audience.values)] | None = None
    points_win: Points | None = None
    points_draw: Points | None = None
    points_loss: Points | None = None
    warbands_per_player: Annotated[int, *whole(*WARBANDS_LIMITS)] | None = None
    ladder_reach: Annotated[int, *whole(*LADDER_LIMITS)] | None = None
    allows_late_join: bool | None = None
    formula: FormulaRequest | None = None

    def settings(self) -> dict[str, Any]:
        """The changes as plain values; a formula is replaced as a whole."""
        return {
            name: value.given() if isinstance(value, FormulaRequest) else value for name, value in self.given().items()
        }


class ManageOperation(ArbitratorOperation, knows_keys=False, response=CampaignShape):
    """Changes the campaign as a whole. The response is the campaign."""

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Any, call: Call) -> dict[str, Any]:
        after = Campaign.objects.get(pk=target.campaign.pk)
        return campaign_shape(after, access_of(call.actor, after))


class SetStatus(
    ManageOperation,
    name="campaigns_set_status",
    example={"status": "paused", "reason": "Summer holidays."},
    errors=(refusals.PauseNeedsReason,),
):
    """Run, pause (with a reason that everyone can read) or close the campaign."""

    status: Annotated[str, *choice(CampaignStatus.values)]
    reason: Annotated[str, *text(300)] = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        return services.set_status(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            now=call.at,
            status=self.status,
            reason=self.reason,
        )


class ChangeSettings(
    ManageOperation,
    name="campaigns_change_settings",
    example={"change": {"name": "Winter in the ruins"}},
    errors=(ResourceUnknown,),
):
    """Change settings of the campaign. Fields that are left out stay unchanged."""

    change: ChangeRequest | None = None

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        settings = self.change.settings() if self.change is not None else {}
        return services.change(campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at, **settings)


class GiveRole(
    ManageOperation,
    name="campaigns_give_role",
    example={"person": "Otto", "role": "co_arbitrator"},
    errors=(refusals.PersonIsNoMember, refusals.GuestsCannotRunLeagues, refusals.ArbitratorStays),
):
    """Give a member, identified by the name of their account, another role."""

    person: Annotated[str, *text(150)]
    role: Annotated[str, *choice(Role.values)]

    def carry_out(self, target: CampaignAccess, call: Call) -> Membership:
        """Give the role. Raises Http404 for an unknown name, and the declared errors."""
        person = User.objects.filter(username=self.person).first()
        if person is None:
            raise NotFoundByField("person")
        return members_services.give_role(
            campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at, user_id=person.pk, role=self.role
        )


class InviteByName(
    ManageOperation,
    name="campaigns_invite",
    limit="messages",
    example={"person": "Otto"},
    errors=(
        refusals.CampaignNotRunning,
        refusals.UnknownUserName,
        refusals.AlreadyMember,
        refusals.InvitationDeclined,
    ),
):
    """Invite the user with this name; the invitation goes to their inbox.

    It is sent once for each link: a second request for the same person changes nothing.
    """

    person: Annotated[str, *text(150)]

    def carry_out(self, target: CampaignAccess, call: Call) -> User:
        return invitations.invite_by_name(
            campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at, username=self.person
        )


class ReplaceLink(ManageOperation, name="campaigns_replace_link", example={"old": "4kPq8ZxTn2Lw"}):
    """Replace the invitation link if its `join_code` is still `old`. With null, replace it in any case.

    If `old` is not the current code, nothing changes; the response has the current one.
    """

    old: Annotated[str, *text(12)] | None

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        old = self.old or ""
        return services.renew_join_code(campaign_id=target.campaign.pk, actor_id=call.actor.pk, old_code=old)


class DeclineTakeOver(ManageOperation, name="campaigns_decline_take_over", errors=(refusals.NotAMember,)):
    """Stay the arbitrator by declining the request to take over."""

    def carry_out(self, target: CampaignAccess, call: Call) -> Campaign:
        return takeover.decline_takeover(campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at)


class BecomeArbitrator(
    ManageOperation, name="campaigns_become_arbitrator", who="co-arbitrators", errors=(refusals.ArbitratorAnswered,)
):
    """Replace an inactive arbitrator, who becomes a co-arbitrator."""

    def carry_out(self, target: CampaignAccess, call: Call) -> Membership:
        return takeover.promote_co_arbitrator(campaign_id=target.campaign.pk, actor_id=call.actor.pk, now=call.at)


MANAGE_ACTS: Final[Mapping[str, type[ManageOperation]]] = {
    "status": SetStatus,
    "change": ChangeSettings,
    "role": GiveRole,
    "new_link": ReplaceLink,
    "invite": InviteByName,
    "still_here": DeclineTakeOver,
    "step_up": BecomeArbitrator,
}


class ManageCampaign(
    CombinedOperation,
    ManageOperation,
    name="campaigns_desk",
    component="DeskRequest",
    example={"act": "status", "status": "paused", "reason": "Summer holidays."},
    errors=tuple(dict.fromkeys(kind for act in MANAGE_ACTS.values() for kind in act.declaration.errors)),
):
    """One of the actions on a campaign as a whole, by `act`."""

    acts: ClassVar = MANAGE_ACTS
    act: Annotated[str, *choice(list(MANAGE_ACTS))]
    status: Annotated[str, *choice(CampaignStatus.values)] = CampaignStatus.RUNNING.value
    reason: Annotated[str, *text(300)] = ""
    change: ChangeRequest | None = None
    person: Annotated[str, *text(150)] = ""
    role: Annotated[str, *choice(Role.values)] = Role.PLAYER.value
    old: Annotated[str, *text(12)] | None = None


class TakeOver(
    CampaignOperation,
    name="campaigns_take_over",
    who="players of a campaign whose arbitrators are inactive",
    knows_keys=False,
    response=CampaignShape,
    errors=(
        refusals.NotAMember,
        refusals.GuestsCannotRunLeagues,
        refusals.ArbitratorIsActive,
        refusals.StillWaiting,
    ),
):
    """Ask to take over an abandoned campaign.

    If nobody answers within seven days, sending this again makes you the arbitrator.
    """

    def carry_out(self, target: CampaignAccess, call: Call) -> bool:
        """Ask, or take over. Returns whether the caller is the arbitrator now."""
        campaign, actor = target.campaign, call.actor.pk
        if campaign.takeover_by_id == actor:
            takeover.take_over(campaign_id=campaign.pk, actor_id=actor, now=call.at)
            return True
        takeover.request_takeover(campaign_id=campaign.pk, actor_id=actor, now=call.at)
        return False

    @classmethod
    def response_of(cls, target: CampaignAccess, result: bool, call: Call) -> dict[str, Any]:
        after = Campaign.objects.get(pk=target.campaign.pk)
        return campaign_shape(after, access_of(call.actor, after))


OPERATIONS: tuple[type[Operation], ...] = (CreateCampaign, *MANAGE_ACTS.values(), ManageCampaign, TakeOver)
