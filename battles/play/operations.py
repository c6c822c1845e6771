"""Operations in a battle: commands, the clock, draw offers, default decisions, annotations, chat."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Annotated, Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from pydantic import Field, WithJsonSchema

from accounts.models import User
from battles.core.operation import BattleOperation, CommandId, OptionalSide, PlayerOperation, Sequence, Side
from battles.core.refusals import NothingToUndo, NotPlaying, NotYourSide, RefusedByRules, StaleCommand
from battles.engine.commands import CommandData
from battles.models import Battle, ChatLine
from battles.play import annotations as board_annotations
from battles.play import chat, commands, runs, serializers, typed_commands
from battles.play.api_shapes import CORNERS, annotations_shape, battle_shape, played_shape
from battles.play.bots import guest_limits, suggestions
from battles.play.bots.guest_limits import bot_turns_of_guests
from battles.play.clocks import services as clocks_services
from battles.play.command_ids import CommandIdUsed, UnreadableCommand
from battles.play.default_decisions import services as default_decisions_services
from battles.play.draw_offers import services as draw_offers_services
from campaigns.core.refusals import ReasonNeeded
from mordheim_site.api.pydantic_schema import COMPONENT
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import choice, text
from mordheim_site.refusals import Refusal

LONGEST_IN = 96
"""Maximum length of a table in inches."""
COMMAND_SCHEMA: Final = {
    COMPONENT: CommandData.__name__,
    "description": "A command of the engine, such as {kind: end_step}. Copy it from an option of the `view`, or from "
    "`choices/`.",
}
Inches = Annotated[float, Field(ge=0, le=LONGEST_IN)]


class OutsideTheTable(Refusal):
    """The annotation has a point outside of this table."""

    code = "off_the_table"
    message = _("The annotation was not added: a point is off the table. Use coordinates within its width and length.")


class BoardCommand(
    PlayerOperation,
    limit="commands",
    knows_keys=False,
    response=serializers.PlayedSerializer,
    errors=(NotPlaying, StaleCommand, clocks_services.TimeIsUp),
    error_shapes={409: serializers.BoardErrorOut},
):
    """Base of the operations that add events to the log of a battle."""

    expected_seq: Sequence

    @classmethod
    def surroundings(cls, request: HttpRequest, target: Battle, actor: User) -> AbstractContextManager[None]:
        """The limit of bot turns that guests cause."""
        return bot_turns_of_guests(request, actor, target)

    @classmethod
    def response_of(cls, target: Battle, result: runs.Played, call: Call) -> dict[str, object]:
        return played_shape(result)


class SendCommand(
    BoardCommand,
    name="battles_order",
    component="CommandRequest",
    example={"command": {"kind": "end_step"}, "expected_seq": 12, "command_id": "my-12"},
    errors=(CommandIdUsed, UnreadableCommand, RefusedByRules),
):
    """Send a command."""

    command: Annotated[dict[str, Any], WithJsonSchema(COMMAND_SCHEMA)]
    command_id: CommandId
    side: OptionalSide = ""

    def carry_out(self, target: Battle, call: Call) -> runs.Played:
        return commands.carry_out_command(
            battle_id=target.pk,
            actor_id=call.actor.pk,
            side=self.side,
            command=self.command,
            expected_seq=self.expected_seq,
            command_id=self.command_id,
            now=call.at,
        )

    @classmethod
    def values_of_form(cls, form: Mapping[str, Any]) -> dict[str, object]:
        """The values of a form, which sends the command as JSON text. Raises UnreadableCommand."""
        values = super().values_of_form(form)
        if isinstance(values.get("command"), str):
            try:
                values["command"] = json.loads(values["command"])
            except (ValueError, RecursionError) as fault:
                raise UnreadableCommand from fault
        return values


class SendTypedCommand(
    BoardCommand,
    name="battles_typed",
    component="Typed",
    example={"text": "walk otto chapel", "expected_seq": 12, "command_id": "my-12"},
    errors=(CommandIdUsed, typed_commands.NotUnderstood, RefusedByRules),
):
    """Send the command of a typed line, such as "walk otto chapel"."""

    text: Annotated[str, Field(max_length=300)]
    command_id: CommandId
    side: OptionalSide = ""

    def carry_out(self, target: Battle, call: Call) -> runs.Played:
        return commands.carry_out_command(
            battle_id=target.pk,
            actor_id=call.actor.pk,
            side=self.side,
            command=commands.TypedLine(self.text),
            expected_seq=self.expected_seq,
            command_id=self.command_id,
            now=call.at,
        )


class Undo(
    BoardCommand,
    name="battles_undo",
    component="Undo",
    example={"expected_seq": 12},
    errors=(NothingToUndo,),
):
    """Undo the last command."""

    def carry_out(self, target: Battle, call: Call) -> runs.Played:
        return commands.undo(battle_id=target.pk, actor_id=call.actor.pk, expected_seq=self.expected_seq, now=call.at)


class BoardSetting(BattleOperation, limit="commands", knows_keys=False, response=serializers.BattleSerializer):
    """Base of changes that are not commands. The response is the battle."""

    @classmethod
    def response_of(cls, target: Battle, result: None, call: Call) -> dict[str, object]:
        return battle_shape(call.actor, target.public_id)


class PlayerSetting(BoardSetting, PlayerOperation, who="the players of the battle", errors=(NotYourSide,)):
    """A change that is not a command, for users who command a side."""


class ChangeClock(
    BoardSetting,
    name="battles_clock",
    who="the players of the battle, and the arbitrators of its league",
    component="Clock",
    example={"act": "give", "side": "b"},
    errors=(NotYourSide, NotPlaying, clocks_services.NoClock, clocks_services.NothingToClaim, ReasonNeeded),
):
    """Give time, pause or resume the clock, or claim victory after the other side's second timeout."""

    @classmethod
    def check_actor(cls, actor: User | None, battle: Battle) -> None:
        """Raise NotYourSide for users who neither play nor run the league."""
        side, runs_league = clocks_services.people_of(battle, actor.pk if actor is not None else 0)
        if not side and not runs_league:
            raise NotYourSide

    act: Annotated[str, *choice(["give", "pause", "resume", "claim"])]
    side: Annotated[str, Field(pattern="^[a-f]?$", description="The side that gets more time.")] = ""
    reason: Annotated[str, *text(300), Field(description="Required from an arbitrator without a side.")] = ""

    def carry_out(self, target: Battle, call: Call) -> None:
        clocks_services.act(
            battle_id=target.pk,
            actor_id=call.actor.pk,
            what=self.act,
            side=self.side,
            reason=self.reason,
            now=call.at,
        )


class AnswerDraw(
    PlayerSetting,
    name="battles_draw",
    component="Draw",
    example={"act": "offer"},
    errors=(NotPlaying, draw_offers_services.NothingOffered, draw_offers_services.OfferedAlready),
):
    """Offer a draw, withdraw your offer, or accept or refuse the offer of the other side."""

    act: Annotated[str, *choice(["offer", "withdraw", "accept", "refuse"])]

    def carry_out(self, target: Battle, call: Call) -> None:
        draw_offers_services.act(battle_id=target.pk, actor_id=call.actor.pk, what=self.act, now=call.at)


class SetDefaultDecisions(
    PlayerSetting,
    name="battles_standing",
    component="Standing",
    example={"side": "a", "orders": {"reaction": ""}},
    errors=(NotPlaying, default_decisions_services.NoSuchPolicy),
):
    """Set the default decisions of a side: a policy for each kind of prompt, empty to clear one."""

    side: Side
    orders: Annotated[dict[str, Annotated[str, *text(20)]], Field(max_length=50)]

    def carry_out(self, target: Battle, call: Call) -> None:
        default_decisions_services.set_policies(
            battle_id=target.pk, actor_id=call.actor.pk, side=self.side, orders=self.orders, now=call.at
        )


class Annotate(
    BattleOperation,
    name="battles_mark",
    component="Mark",
    limit="commands",
    knows_keys=False,
    response=serializers.MarkShownSerializer(many=True),
    example={"kind": "arrow", "x0": 4, "y0": 4, "x1": 8, "y1": 10.5},
    errors=(NotPlaying, board_annotations.GuestsCannotAnnotate, board_annotations.TooManyMarks, OutsideTheTable),
):
    """Draw an arrow or a ring that others see until the turn ends, or clear your own with `wipe`.

    Inches from the south-west corner; a ring's second point lies on its rim.
    """

    kind: Annotated[str, *choice(["arrow", "ring", "wipe"])]
    x0: Inches = 0
    y0: Inches = 0
    x1: Inches = 0
    y1: Inches = 0

    def carry_out(self, target: Battle, call: Call) -> None:
        if self.kind == "wipe":
            board_annotations.clear_annotations(battle_id=target.pk, author_id=call.actor.pk)
            return
        points = board_annotations.hundredths(getattr(self, name) for name in CORNERS)
        try:
            board_annotations.add_annotation(
                battle_id=target.pk, author_id=call.actor.pk, kind=self.kind, points=points
            )
        except board_annotations.UnreadableMark as error:
            raise OutsideTheTable from error

    @classmethod
    def response_of(cls, target: Battle, result: None, call: Call) -> list[dict[str, object]]:
        return annotations_shape(call.actor, target)


class AskForHint(
    PlayerOperation,
    name="battles_hint",
    component="HintRequest",
    limit="computations",
    guest_limit=guest_limits.WHAT,
    knows_keys=False,
    response=serializers.SuggestionSerializer,
    example={},
    errors=(suggestions.NoHintsWhenRated, NotPlaying, suggestions.NothingToSuggest),
):
    """Ask the commander bot what it would do now.

    Nothing is carried out. Only possible in battles that do not count.
    """

    side: OptionalSide = ""

    def carry_out(self, target: Battle, call: Call) -> suggestions.Suggestion:
        return suggestions.suggest(target, call.actor.pk, side=self.side, is_guest=call.actor.is_guest)

    @classmethod
    def response_of(cls, target: Battle, result: suggestions.Suggestion, call: Call) -> dict[str, object]:
        return suggestions.suggestion_shape(result)


class PostMessage(
    BattleOperation,
    name="battles_say",
    component="ChatRequest",
    limit="messages",
    knows_keys=False,
    status=201,
    response=serializers.ChatShape,
    example={"text": "Good luck!"},
    errors=(chat.EmptyMessage, chat.GuestsCannotChat),
):
    """Send a chat message.

    Players write as their side, others as spectators. Guests can only write in their own battles.
    """

    text: Annotated[str, Field(max_length=2000, description="Only the first 500 characters are stored.")]

    def carry_out(self, target: Battle, call: Call) -> ChatLine:
        return chat.post_message(battle_id=target.pk, author_id=call.actor.pk, text=self.text)

    @classmethod
    def response_of(cls, target: Battle, result: ChatLine, call: Call) -> dict[str, str]:
        return {"author": call.actor.shown_name, "side": result.side, "text": result.text}


OPERATIONS = (
    SendCommand, SendTypedCommand, Undo, ChangeClock, AnswerDraw, SetDefaultDecisions, Annotate, AskForHint,
    PostMessage,
)  # fmt: skip
