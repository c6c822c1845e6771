"""What players do before and after a battle: start one, join an invitation, add to the dice, place models, rematch."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import User
from battles.core.operation import BattleOperation, CommandId, OptionalSide, PlayerOperation
from battles.core.refusals import DidNotPlay, NotPlaying, SeatTaken
from battles.models import Battle, Opponent, Visibility
from battles.play import runs
from battles.play.api_shapes import card_shape
from battles.play.clocks.services import NoSuchClock
from battles.play.command_ids import CommandIdUsed
from battles.play.operations import BoardCommand
from battles.play.serializers import CardSerializer, StageSerializer
from battles.setup import deployment, muster, new_battle, nonces
from battles.setup.muster import CannotBegin
from battles.setup.new_battle import BOTS, Army, NoSuchChoice, NotYourWarband
from battles.setup.rematch import rematch
from battles.tables import library
from campaigns.house_rules.switches import BadHouseRules
from campaigns.matches.turn_clocks import NONE, clock_choices
from catalogue.rulesets import ruleset_choices
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, whole

OwnWarband = Annotated[str, Field(max_length=12, description="Public id of one of your warbands.")]
WarbandList = Annotated[str, Field(max_length=64, description="Code of a list, for a suggested warband.")]
PREPARES = Field(description="Wait up to a minute for what the players add to the dice (`nonce/`), else begin at once.")


class StartBattle(
    Operation,
    name="battles_call",
    who="everyone",
    component="Call",
    limit="battles",
    guest_limit="guest_battles",
    keeps_response=True,
    status=201,
    response=CardSerializer,
    example={"opponent": "bot", "ruleset": "core"},
    errors=(CannotBegin, NoSuchClock, BadHouseRules, NotYourWarband, NoSuchChoice),
):
    """Start a battle; every field has a sensible default."""

    opponent: Annotated[str, *choice(Opponent.values)] = Opponent.BOT.value
    bot: Annotated[str, *choice(BOTS)] = BOTS[0]
    ruleset: Annotated[str, *choice([ruleset.code for ruleset in ruleset_choices()])] = "core"
    scenario: Annotated[str, Field(max_length=60)] = "skirmish"
    warband: OwnWarband = ""
    warband_type: WarbandList = ""
    their_warband_type: WarbandList = ""
    table: Annotated[str, Field(max_length=60, description="Code of a standard table.")] = ""
    density: Annotated[str, *choice(library.DENSITIES)] = "club"
    size_in: Annotated[int, *whole(24, 48)] = 24
    pack: Annotated[str, *choice(["off", "on", "few", "many"]), Field(description="The terrain pack.")] = "off"
    house_rules: Annotated[
        dict[str, object],
        Field(description="House rules that act in battle, by code, such as {hr_swarms: true}; others are as printed."),
    ] = {}
    clock: Annotated[
        str,
        *choice([code for code, _words in clock_choices()]),
        Field(description="Turn clock, for battles between two people."),
    ] = NONE
    set_up: Annotated[bool, Field(description="Set up all models as the engine suggests.")] = True
    counts: Annotated[
        bool | None,
        Field(description="Whether an aftermath follows; by default only for battles between players."),
    ] = None
    visibility: Annotated[str, *choice(Visibility.values)] = Visibility.PUBLIC.value
    prepares: Annotated[bool, PREPARES] = False

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """Nothing: the battle does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Battle:
        terms = {name: getattr(self, name) for name in type(self).model_fields}
        mine = Army(warband=terms.pop("warband"), warband_type=terms.pop("warband_type"))
        theirs = Army(warband_type=terms.pop("their_warband_type"))
        return new_battle.create_battle(actor_id=call.actor.pk, now=call.at, mine=mine, theirs=theirs, **terms)

    @classmethod
    def response_of(cls, target: None, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


class JoinBattle(
    BattleOperation,
    name="battles_join",
    component="Join",
    keeps_response=True,
    response=CardSerializer,
    errors=(SeatTaken, NotPlaying, CannotBegin, NotYourWarband, NoSuchChoice),
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
    is_idempotent=False,
    status=204,
    errors=(NotPlaying,),
):
    """Withdraw an invitation that has no opponent yet."""

    def carry_out(self, target: Battle, call: Call) -> None:
        muster.give_up_mustering(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)


class AddToDice(
    PlayerOperation,
    name="battles_nonce",
    component="Nonce",
    limit="orders",
    is_idempotent=False,
    response=StageSerializer,
    example={"act": "begin"},
    errors=(nonces.DiceAreSet, nonces.NotANonce, nonces.WaitingForOthers),
):
    """Add to the dice: the SHA-256 of a nonce, the nonce itself, or nothing more (`begin`)."""

    act: Annotated[str, *choice(["commit", "reveal", "begin"])]
    value: Annotated[str, Field(max_length=64)] = ""

    def carry_out(self, target: Battle, call: Call) -> Battle:
        return nonces.act(battle_id=target.pk, actor_id=call.actor.pk, what=self.act, value=self.value, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        battle = cls.target_for(call.actor, pid=target.public_id)
        return nonces.stage_json(battle, call.actor.pk, call.at)


class PlaceModels(
    BoardCommand,
    name="battles_place",
    example={"expected_seq": 1, "command_id": "place-1"},
    errors=(CommandIdUsed,),
):
    """Set up all models of a side as the engine suggests."""

    command_id: CommandId
    side: OptionalSide = ""

    def carry_out(self, target: Battle, call: Call) -> runs.Played:
        return deployment.place_all(
            battle_id=target.pk,
            actor_id=call.actor.pk,
            side=self.side,
            expected_seq=self.expected_seq,
            command_id=self.command_id,
            now=call.at,
        )


class Rematch(
    BattleOperation,
    name="battles_rematch",
    who="its players, outside leagues",
    limit="battles",
    guest_limit="guest_battles",
    keeps_response=True,
    status=201,
    response=CardSerializer,
    errors=(DidNotPlay, NotYourWarband, CannotBegin),
):
    """Play a finished battle again: same sides, table and rules.

    Warbands take part as they are now. Against a person, the new battle is an invitation.
    """

    def carry_out(self, target: Battle, call: Call) -> Battle:
        return rematch(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


OPERATIONS = (StartBattle, JoinBattle, WithdrawInvitation, AddToDice, PlaceModels, Rematch)
