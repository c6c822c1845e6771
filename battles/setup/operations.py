"""Operations of players before and after a battle: start one, join or decline an invitation, prepare the dice, place
models, rematch."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import User
from battles.core import dice_preparation
from battles.core.defaults import PLAIN_SCENARIO
from battles.core.league_rosters import PlaysInLeague
from battles.core.operation import BattleOperation, CommandId, OptionalSide, PlayerOperation, Side
from battles.core.refusals import DidNotPlay, NoSuchEvent, NotPlaying, SideTaken
from battles.models import Battle, Opponent, Visibility
from battles.play import runs
from battles.play.api_shapes import card_shape
from battles.play.clocks.services import NoSuchClock
from battles.play.command_ids import CommandIdUsed
from battles.play.operations import BoardCommand
from battles.play.serializers import CardSerializer, StageSerializer
from battles.setup import deployment, new_battle, nonces, saved_warbands, services
from battles.setup.new_battle import BOTS, Army, NoSuchChoice, NotForTheOtherSide, NotYourWarband
from battles.setup.practice import NothingToPlayFrom, play_on
from battles.setup.rematch import rematch
from battles.setup.services import CannotBegin
from battles.tables import library
from campaigns.house_rules.operations import HouseRules
from campaigns.house_rules.switches import BadHouseRules
from campaigns.matches.bot_players import USUAL_BOT
from campaigns.matches.turn_clocks import NONE, clock_choices
from campaigns.notices.questions import NotInvited
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices
from mordheim_site.api.fields import LARGEST
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, whole
from warbands.core.drafts import Started, TooManyForGuest
from warbands.core.permissions import warband_to_read
from warbands.shared.serializers import RosterOut, roster_json
from warbands.shared.sheet import roster_of

OwnWarband = Annotated[str, Field(max_length=12, description="Public id of one of your warbands.")]
WarbandList = Annotated[str, Field(max_length=64, description="Code of a list, for a suggested warband.")]
PREPARES = Field(
    description="Wait up to a minute for what the players add to the dice (`nonce/`); otherwise begin immediately."
)

ENDS_OWN_TURNS = Field(
    description="The turns of people wait for the decision `end_turn`, instead of ending after the last command that "
    "is possible."
)


class StartBattle(
    Operation,
    name="battles_call",
    who="everyone",
    component="Call",
    limit="battles",
    guest_limit="guest_battles",
    knows_keys=False,
    status=201,
    response=CardSerializer,
    example={"opponent": "bot", "ruleset": "core"},
    errors=(
        CannotBegin,
        PlaysInLeague,
        NoSuchClock,
        BadHouseRules,
        NotYourWarband,
        NotForTheOtherSide,
        NoSuchChoice,
    ),
):
    """Start a battle; every field has a sensible default."""

    opponent: Annotated[str, *choice(new_battle.OPPONENTS)] = Opponent.BOT.value
    bot: Annotated[str, *choice(BOTS)] = USUAL_BOT
    ruleset: Annotated[str, *choice([ruleset.code for ruleset in ruleset_choices()])] = DEFAULT_RULESET
    scenario: Annotated[str, Field(max_length=60)] = PLAIN_SCENARIO
    warband: OwnWarband = ""
    warband_type: WarbandList = ""
    their_warband: Annotated[
        str,
        Field(max_length=12, description="Public id of one of your warbands, for the second player at one screen."),
    ] = ""
    their_warband_type: WarbandList = ""
    table: Annotated[str, Field(max_length=60, description="Code of a standard table.")] = ""
    density: Annotated[str, *choice(library.DENSITIES)] = library.DENSITY
    size_in: Annotated[int, *whole(min(library.SIZES_IN), max(library.SIZES_IN))] = library.SIZE_IN
    pack: Annotated[str, *choice(["off", "on", "few", "many"]), Field(description="The terrain pack.")] = (
        new_battle.NO_PACK
    )
    house_rules: Annotated[
        HouseRules,
        Field(description="House rules that act in battle, by code, such as {hr_swarms: true}; others are as printed."),
    ] = {}
    clock: Annotated[
        str,
        *choice([code for code, _words in clock_choices()]),
        Field(description="Turn clock, for battles between two players."),
    ] = NONE
    set_up: Annotated[bool, Field(description="Set up all models as the engine suggests.")] = True
    counts: Annotated[
        bool | None,
        Field(description="Whether an aftermath follows; by default only for battles between players."),
    ] = None
    visibility: Annotated[str, *choice(Visibility.values)] = Visibility.PUBLIC.value
    prepares: Annotated[bool, PREPARES] = False
    ends_own_turns: Annotated[bool, ENDS_OWN_TURNS] = False
    hints: Annotated[bool, Field(description="Both players may ask for hints, if the battle changes no roster.")] = (
        False
    )

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the battle does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Battle:
        terms = {name: getattr(self, name) for name in type(self).model_fields}
        mine = Army(warband=terms.pop("warband"), warband_type=terms.pop("warband_type"))
        theirs = Army(
            warband=terms.pop("their_warband"),
            warband_type=terms.pop("their_warband_type"),
            named_by="their_warband_type",
        )
        return new_battle.create_battle(actor_id=call.actor.pk, now=call.at, mine=mine, theirs=theirs, **terms)

    @classmethod
    def response_of(cls, target: None, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


class JoinBattle(
    BattleOperation,
    name="battles_join",
    component="Join",
    knows_keys=False,
    response=CardSerializer,
    errors=(SideTaken, NotPlaying, CannotBegin, PlaysInLeague, NotYourWarband, NoSuchChoice),
):
    """Join an invitation on its free side."""

    warband: OwnWarband = ""
    warband_type: WarbandList = ""
    prepares: Annotated[bool, PREPARES] = False

    def carry_out(self, target: Battle, call: Call) -> Battle:
        army = Army(warband=self.warband, warband_type=self.warband_type)
        return new_battle.accept(
            battle_id=target.pk, actor_id=call.actor.pk, army=army, now=call.at, prepares=self.prepares
        )

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


class WithdrawInvitation(
    BattleOperation,
    name="battles_withdraw",
    who="the player who sent the invitation",
    knows_keys=False,
    status=204,
    errors=(NotPlaying,),
):
    """Withdraw an invitation that has no opponent yet."""

    def carry_out(self, target: Battle, call: Call) -> None:
        services.cancel_setup(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)


class DeclineRematch(
    BattleOperation,
    name="battles_decline",
    who="the player who was offered a rematch",
    knows_keys=False,
    status=204,
    errors=(NotInvited,),
):
    """Decline the offer of a rematch; the player who made it is notified. Doing it again changes nothing."""

    def carry_out(self, target: Battle, call: Call) -> None:
        services.decline_rematch(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)


class AddToDice(
    PlayerOperation,
    name="battles_nonce",
    component="Nonce",
    limit="commands",
    knows_keys=False,
    response=StageSerializer,
    example={"act": "begin"},
    errors=(nonces.DiceAlreadyFixed, nonces.InvalidNonce, nonces.CommitFirst, nonces.WaitingForOthers),
):
    """Add to the dice: send the SHA-256 of a nonce, the nonce itself, or nothing more (`begin`)."""

    act: Annotated[str, *choice(["commit", "reveal", "begin"])]
    value: Annotated[str, Field(max_length=64)] = ""

    def carry_out(self, target: Battle, call: Call) -> Battle:
        return nonces.act(battle_id=target.pk, actor_id=call.actor.pk, what=self.act, value=self.value, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        battle = cls.target_for(call.actor, pid=target.public_id)
        return dice_preparation.stage_json(battle, call.actor.pk, call.at)


class PlaceModels(
    BoardCommand,
    name="battles_place",
    example={"expected_seq": 1, "command_id": "place-1"},
    errors=(CommandIdUsed, deployment.NotDeploying),
):
    """Set up all models of a side, as the engine suggests or as saved."""

    command_id: CommandId
    side: OptionalSide = ""
    saved: Annotated[
        bool,
        Field(description="Use the deployment saved for tables of this size; others are set up as suggested."),
    ] = False

    def carry_out(self, target: Battle, call: Call) -> runs.Played:
        return deployment.place_all(
            battle_id=target.pk,
            actor_id=call.actor.pk,
            side=self.side,
            expected_seq=self.expected_seq,
            command_id=self.command_id,
            now=call.at,
            as_saved=self.saved,
        )


class Rematch(
    BattleOperation,
    name="battles_rematch",
    who="its players, outside leagues",
    limit="battles",
    guest_limit="guest_battles",
    knows_keys=False,
    status=201,
    response=CardSerializer,
    errors=(DidNotPlay, NotYourWarband, CannotBegin),
):
    """Play a finished battle again with the same sides, table and rules. Warbands take part with their current roster.
    Against a person, the new battle is an invitation."""

    def carry_out(self, target: Battle, call: Call) -> Battle:
        return rematch(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


class SaveWarband(
    BattleOperation,
    name="battles_save_warband",
    who="its players, for a suggested warband of theirs",
    limit="warbands",
    knows_keys=False,
    status=201,
    response=RosterOut,
    errors=(saved_warbands.NothingToSave, TooManyForGuest),
):
    """Start a draft with the warriors, equipment and names of a suggested warband that you played in a finished battle.
    Doing it again returns the same draft with status 200."""

    side: OptionalSide = ""

    def carry_out(self, target: Battle, call: Call) -> Started:
        return saved_warbands.save_warband(target, call.actor, self.side, call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Started, call: Call) -> Any:
        return roster_json(roster_of(warband_to_read(call.actor, result.public_id)))

    @classmethod
    def status_of(cls, result: Started) -> int:
        return 200 if result.was_there else 201


class PlayOn(
    BattleOperation,
    name="battles_play_on",
    component="PlayOn",
    who="everyone who may view a finished battle; in a practice battle its players",
    limit="battles",
    guest_limit="guest_battles",
    knows_keys=False,
    status=201,
    response=CardSerializer,
    example={"event": 40, "side": "a", "opponent": "bot"},
    errors=(NothingToPlayFrom, NoSuchEvent),
):
    """Play on from a moment of a battle, as practice: in a copy with new dice that changes no roster."""

    event: Annotated[
        int | None,
        Field(
            ge=1,
            le=LARGEST,
            description="The battle continues after the command of this event. Default: the latest event.",
        ),
    ] = None
    side: Annotated[Side, Field(description="The side that you play.")] = "a"
    opponent: Annotated[str, *choice([Opponent.BOT.value, Opponent.HOT_SEAT.value, Opponent.INVITED.value])] = (
        Opponent.BOT.value
    )
    bot: Annotated[str, *choice(BOTS)] = USUAL_BOT

    def carry_out(self, target: Battle, call: Call) -> Battle:
        return play_on(
            battle_id=target.pk,
            actor_id=call.actor.pk,
            event=self.event,
            side=self.side,
            opponent=self.opponent,
            bot=self.bot,
            now=call.at,
        )

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


OPERATIONS = (
    StartBattle,
    JoinBattle,
    WithdrawInvitation,
    DeclineRematch,
    AddToDice,
    PlaceModels,
    Rematch,
    SaveWarband,
    PlayOn,
)
