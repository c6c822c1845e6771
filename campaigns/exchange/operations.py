"""Campaigns as files: import one, and hand its warbands to their players."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, JsonValue

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation
from campaigns.core.permissions import CampaignAccess, access_of, access_to_run
from campaigns.core.serializers import CampaignShape
from campaigns.exchange import import_campaign
from campaigns.exchange.document import BadLeagueFile, LeagueFile, read_document
from campaigns.house_rules.switches import BadHouseRules
from campaigns.matches.api_shapes import campaign_shape
from campaigns.members.serializers import EntryOut, entry_json
from campaigns.models import Campaign, Entry
from mordheim_site.api.pydantic_schema import DescribedBy
from mordheim_site.operations.base import Call, Operation


class ImportCampaign(
    Operation,
    name="campaigns_import",
    who="everyone with an account",
    limit="battles",
    status=201,
    response=CampaignShape,
    example={"document": {"format": "mordheim-league", "version": 1, "settings": {"name": "Winter in the ruins"}}},
    errors=(refusals.GuestsCannotRunLeagues, BadHouseRules, BadLeagueFile),
):
    """Create a campaign from an exported document. Only its members can read it until it is made public.

    A match that was being played, or whose report was not confirmed, becomes a planned match without a result. You play
    all warbands until other players take them. What an export leaves out is stated there.
    """

    document: Annotated[
        dict[str, JsonValue], DescribedBy(LeagueFile), Field(description="What the export of a campaign returned.")
    ]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the campaign does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Campaign:
        return import_campaign.import_campaign(
            actor_id=call.actor.pk,
            document=read_document(self.document),
            now=call.at,
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: None, result: Campaign, call: Call) -> dict[str, Any]:
        return campaign_shape(result, access_of(call.actor, result))


class HandOver(
    ArbitratorOperation,
    name="campaigns_hand_over",
    knows_keys=False,
    response=EntryOut,
    example={"username": "otto"},
    errors=(refusals.BadHandover,),
):
    """Hand one of your non-player warbands to its player, who becomes a member of the campaign."""

    username: Annotated[str, Field(min_length=1, max_length=150)]

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, str]:
        """The caller's membership and the warband. Raises Http404, NotTheArbitrator."""
        return access_to_run(actor, address["slug"]), address["pid"]

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> Entry:
        access, entry = target
        return import_campaign.hand_to_player(
            campaign_id=access.campaign.pk,
            actor_id=call.actor.pk,
            entry=entry,
            username=self.username,
            now=call.at,
        )

    @classmethod
    def response_of(cls, target: Any, result: Entry, call: Call) -> dict[str, Any]:
        return entry_json(result)


OPERATIONS = (ImportCampaign, HandOver)
