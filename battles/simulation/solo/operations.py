"""The operation that starts a solo campaign."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import User
from battles.setup.operations import OwnWarband, WarbandList
from battles.simulation.solo import services
from battles.simulation.solo.services import OPPONENTS, USUAL_OPPONENTS, SoloTerms
from campaigns.core import refusals
from campaigns.core.permissions import access_of
from campaigns.core.serializers import CampaignShape
from campaigns.matches.api_shapes import campaign_shape
from campaigns.matches.bot_players import BOTS, USUAL_BOT
from campaigns.models import Campaign
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, text, whole
from warbands.builder.founding import NoSuchType


class StartSoloCampaign(
    Operation,
    name="campaigns_start_solo",
    who="everyone with an account",
    limit="warbands",
    status=201,
    response=CampaignShape,
    example={"opponents": 3, "bot": "soldier"},
    errors=(
        refusals.GuestsCannotRunLeagues,
        services.TooManySoloCampaigns,
        refusals.NoSuchWarband,
        refusals.NotFounded,
        refusals.WarbandAlreadyEntered,
        refusals.AgainstHouseRules,
        NoSuchType,
    ),
):
    """Start a private campaign against warbands that bots play.

    Every round you have one battle. The other warbands fight each other, and the next round is planned when all results
    count.
    """

    name: Annotated[str, *text(80)] = ""
    warband: OwnWarband = ""
    warband_type: WarbandList = ""
    opponents: Annotated[int, *whole(*OPPONENTS), Field(description="The number of other warbands.")] = USUAL_OPPONENTS
    bot: Annotated[str, *choice(list(BOTS)), Field(description="The strength of the bots.")] = USUAL_BOT
    ruleset: Annotated[str, *choice([ruleset.code for ruleset in ruleset_choices()])] = DEFAULT_RULESET

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the campaign does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Campaign:
        terms = SoloTerms(**{name: getattr(self, name) for name in type(self).model_fields})
        return services.start(terms=terms, actor_id=call.actor.pk, now=call.at, source_key=call.source_key)

    @classmethod
    def response_of(cls, target: None, result: Campaign, call: Call) -> Any:
        return campaign_shape(result, access_of(call.actor, result))


OPERATIONS = (StartSoloCampaign,)
