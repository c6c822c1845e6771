"""The operation that starts a league match on the board."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from accounts.models import User
from battles.core.refusals import NotYourSide
from battles.models import Battle
from battles.play.api_shapes import card_shape
from battles.play.serializers import CardSerializer
from battles.setup import match_battles
from battles.setup.match_form import MatchForm
from battles.setup.services import CannotBegin
from battles.tables import library
from campaigns.core.permissions import match_to_read
from campaigns.core.refusals import MatchNotOpen
from campaigns.matches.bot_players import BOTS
from campaigns.matches.refusals import EarlierDiceAwaited, WarbandArchived
from campaigns.matches.turn_clocks import NONE, clock_choices
from campaigns.models import Match
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice
from mordheim_site.refusals import Refusal


class NoSuchChoice(Refusal):
    """A table or a scenario that is not available for this match."""

    code = "no_such_choice"
    message = _(
        "The battle was not started: this table or scenario is not available for the match. Choose another one."
    )


class PlayMatch(
    Operation,
    name="matches_play",
    who="the players of the match and the arbitrators of its campaign",
    component="MatchPlayRequest",
    limit="battles",
    knows_keys=False,
    status=201,
    response=CardSerializer,
    example={"size_in": 24, "density": "club"},
    errors=(
        NotYourSide,
        NoSuchChoice,
        CannotBegin,
        MatchNotOpen,
        WarbandArchived,
        EarlierDiceAwaited,
        match_battles.ByeHasNoBattle,
        match_battles.NoFightersLeft,
        match_battles.NotYourScenario,
        match_battles.NoSuchBot,
    ),
):
    """Start the battle of a league match, or get the one in progress.

    Settings that the league decides cannot be chosen. Choices that are still open in earlier aftermaths of the warbands
    are made by default, for every player, and these aftermaths are confirmed. While one of them waits for dice that its
    player rolls at the table, the match cannot begin before its deadline.
    """

    table: Annotated[str, Field(max_length=40, description="Empty: ruins generated for the match.")] = ""
    size_in: Annotated[int, *choice(library.SIZES_IN)] = library.SIZE_IN
    density: Annotated[str, *choice(library.DENSITIES)] = library.DENSITY
    pack: Annotated[str, *choice(library.PACK_AMOUNTS)] = library.NO_PIECES
    clock: Annotated[str, *choice([code for code, _words in clock_choices()])] = NONE
    bot: Annotated[
        str, *choice(["", *BOTS]), Field(description="The bot for missing players; empty for the tactician.")
    ] = ""
    scenario: Annotated[str, Field(max_length=60, description="The scenario, if a map lets you choose it.")] = ""
    prepares: Annotated[
        bool,
        Field(description="Wait up to a minute for what the players add to the dice; otherwise begin immediately."),
    ] = False
    ends_own_turns: Annotated[
        bool,
        Field(description="The turns of human players end only with the decision `end_turn`, not automatically."),
    ] = False

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Match:
        """The match. Raises Http404, NotYourSide."""
        match, _seat = match_to_read(actor, address["pid"])
        if not match_battles.may_begin(match, list(match.sides.select_related("entry")), actor.pk):
            raise NotYourSide
        return match

    def carry_out(self, target: Match, call: Call) -> Battle:
        form = MatchForm(
            self.model_dump(),
            user_id=call.actor.pk,
            has_pack=bool(target.campaign.house_rules.get("terrain_pack")),
            has_map=bool(self.scenario),
            pins=target.campaign.packs,
        )
        if not form.is_valid():
            raise NoSuchChoice(fields={name: [NoSuchChoice.message] for name in form.errors})
        return match_battles.begin(
            match_id=target.pk,
            actor_id=call.actor.pk,
            table=form.chosen(target.public_id, target.scenario_code),
            now=call.at,
            scenario=self.scenario,
            clock=self.clock,
            bot=self.bot,
            prepares=self.prepares,
            ends_own_turns=self.ends_own_turns,
        )

    @classmethod
    def response_of(cls, target: Match, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


OPERATIONS = (PlayMatch,)
