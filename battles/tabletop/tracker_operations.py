"""What players do with a battle tracked turn by turn: begin it, and record what happens at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, JsonValue

from accounts.models import User
from battles.models import Track
from battles.play.command_ids import CommandIdUsed
from battles.tabletop import tracker_commands
from battles.tabletop.api_shapes import track_shape
from battles.tabletop.permissions import readable, track_to_read
from battles.tabletop.serializers import TrackShape
from battles.tabletop.sheet import LETTERS
from battles.tabletop.sheet_operations import Face, Marks, Team
from battles.tabletop.sheets import NoSuchWarband, NotYourSheet, SheetClosed
from battles.tabletop.tracker import ImpossibleEvent
from campaigns.core.permissions import match_to_read
from campaigns.models import Match
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Key, choice
from warbands.core.state_storage import load_state
from warbands.models import Warband

BACK = "back"
TEXTS = ("piece", "by", "posture", "side", "text", "thing")
COUNTS = ("turn", "phase", "lost")
FLAGS = ("killing_blow", "passed", "willing")


class TrackOperation(Operation, response=TrackShape):
    """Base of the operations that return a tracked battle."""

    @classmethod
    def response_of(cls, target: Any, result: Track, call: Call) -> Any:
        return track_shape(result)


class MusterOperation(
    TrackOperation,
    keeps_response=True,
    status=201,
    errors=(tracker_commands.NoFighters, tracker_commands.DieMissing, tracker_commands.AllAllied),
):
    """The side with the first turn, allies (sides with the same word), the scenario, absent warriors, and by roster key
    the dice of old wounds and the targets of bounty hunters."""

    first: Annotated[str, *choice(tuple("abcdef"))] = "a"
    teams: dict[str, Team] = {}
    scenario: Annotated[str, Field(min_length=1, max_length=60)] = "skirmish"
    at_home: Annotated[list[Key], Field(max_length=60)] = []
    old_wounds: dict[str, Face] = {}
    marks: Marks = {}

    def muster(self, warbands: Sequence[Warband]) -> dict[str, str]:
        """The form of the muster that corresponds to the request."""
        form = {"scenario": self.scenario, "first": self.first}
        form |= {f"team-{letter}": team for letter, team in self.teams.items()}
        for letter, warband in zip(LETTERS, warbands, strict=False):
            for warrior in load_state(warband).active():
                if warrior.key not in self.at_home:
                    form[f"fights-{letter}-{warrior.key}"] = "on"
                if warrior.key in self.old_wounds:
                    form[f"wound-{letter}-{warrior.key}"] = str(self.old_wounds[warrior.key])
                if warrior.key in self.marks:
                    form[f"mark-{letter}-{warrior.key}"] = self.marks[warrior.key]
        return form


class TrackMatch(
    MusterOperation,
    name="tracks_begin",
    who="the players of the match and the arbitrators of its campaign",
    component="TrackRequest",
    example={"first": "b"},
    errors=(NotYourSheet, SheetClosed),
):
    """Begin to track a league match with all warriors who can fight, or get the tracked battle that it has."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Match:
        """The match. Raises Http404."""
        return match_to_read(actor, address["pid"])[0]

    def carry_out(self, target: Match, call: Call) -> Track:
        sides = target.sides.select_related("entry__warband").order_by("place")
        form = self.muster([side.entry.warband for side in sides])
        return tracker_commands.start_for_match(match_id=target.pk, actor_id=call.actor.pk, data=form, now=call.at)


class TrackWarbands(
    MusterOperation,
    name="tracks_start",
    who="players with a founded warband",
    example={"mine": "Ab12Cd34Ef56", "theirs": "Gh78Ij90Kl12"},
    errors=(NoSuchWarband,),
):
    """Begin to track a battle outside of leagues: a warband of yours, another, and up to four `more`, by id."""

    mine: Key
    theirs: Key
    more: Annotated[list[Key], Field(max_length=4)] = []

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """Nothing: the battle does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Track:
        warbands = readable(call.actor, [self.mine, self.theirs, *self.more])
        if not warbands:
            raise NoSuchWarband
        return tracker_commands.start(
            mine=self.mine,
            theirs=self.theirs,
            more=self.more,
            actor_id=call.actor.pk,
            data=self.muster(warbands),
            now=call.at,
        )


class RecordEvent(
    TrackOperation,
    name="tracks_press",
    who="the players of the battle",
    component="PressRequest",
    is_idempotent=False,
    example={"kind": "out", "data": {"piece": "b1", "by": ""}, "command_id": "tap-1"},
    errors=(NotYourSheet, tracker_commands.TrackOver, tracker_commands.NoEvent, ImpossibleEvent, CommandIdUsed),
):
    """Record an event at the table: out, posture, wounds, used, phase, turn, rout, note; `back` undoes the latest.

    `used` names a `thing` of a `piece`; `rout` is `willing` when a side gives up; `back` has the `number` of the event.
    """

    kind: Annotated[str, *choice(["out", "posture", "wounds", "used", "phase", "turn", "rout", "note", BACK])]
    data: dict[str, JsonValue] = {}
    command_id: Annotated[str, Field(max_length=64, description="The same id again gets the first result.")] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Track:
        """The tracked battle. Raises Http404."""
        return track_to_read(actor, address["pid"])

    def carry_out(self, target: Track, call: Call) -> Track:
        actor = call.actor.pk
        if self.kind == BACK:
            number = self.data.get("number")
            place = number if type(number) is int else 0
            return tracker_commands.undo_event(track_id=target.public_id, actor_id=actor, number=place, now=call.at)
        return tracker_commands.record_event(
            track_id=target.public_id,
            actor_id=actor,
            kind=self.kind,
            data=self.short_data(),
            command_id=self.command_id,
            now=call.at,
        )

    def short_data(self) -> dict[str, Any]:
        """The fields that an event may have, as short plain values."""
        found = {name: self.data[name] for name in (*TEXTS, *COUNTS, *FLAGS) if name in self.data}
        plain = {name: value for name, value in found.items() if isinstance(value, str | int | bool)}
        return {name: value[:300] if isinstance(value, str) else value for name, value in plain.items()}


OPERATIONS = (TrackMatch, TrackWarbands, RecordEvent)
