"""Operations on a battle that is tracked turn by turn: begin it, and record what happens at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field

from accounts.models import User
from battles.core.league_rosters import PlaysInLeague
from battles.engine.rulesets.keys import CODES
from battles.models import Track
from battles.play.command_ids import CommandIdUsed
from battles.tabletop.api_shapes import track_shape
from battles.tabletop.conflicts import Conflict
from battles.tabletop.permissions import track_to_read
from battles.tabletop.scenarios import OtherScenario, ScenarioNotHere, must_be_open
from battles.tabletop.serializers import TrackShape
from battles.tabletop.sheets.operations import Face, Marks, Scenario, Team
from battles.tabletop.sheets.services import NotYourSheet, SheetClosed
from battles.tabletop.sheets.sheet import LETTERS
from battles.tabletop.sheets.warbands import NoSuchWarband, readable_warbands
from battles.tabletop.tracker import refusals, services
from battles.tabletop.tracker.tally import ImpossibleEvent
from campaigns.core.permissions import match_to_read
from campaigns.models import Match
from catalogue.custom_packs.library import Pins
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Key, SharedKey, choice, whole
from mordheim_site.refusals import Refusal
from warbands.core.state_storage import load_state
from warbands.models import Warband

BACK = "back"
Short = Annotated[str, Field(max_length=300)]
Number = Annotated[int, *whole(0, 99999)]


class EventData(BaseModel):
    """The data of an event. Which fields it needs depends on its kind."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    piece: Annotated[Short, Field(description="A miniature, by its id in the tracked battle.")] = ""
    by: Annotated[Short, Field(description="For `out`: who took it out of action, by roster key.")] = ""
    killing_blow: Annotated[bool, Field(description="For `out`: whether it was a killing blow.")] = False
    posture: Annotated[Short, Field(description="For `posture`: standing, knocked_down, stunned or fleeing.")] = ""
    lost: Annotated[Number, Field(description="For `wounds`: how many it has lost.")] = 0
    thing: Annotated[
        Short, Field(description="For `used`: the code of an item for one battle. For `carry`: what is carried.")
    ] = ""
    how: Annotated[Short, Field(description="For `carry`: pick_up, drop, pass_on or lose.")] = ""
    to: Annotated[Short, Field(description="For `carry` with `pass_on`: the miniature that carries it now.")] = ""
    turn: Annotated[Number, Field(description="For `turn` and `phase`: the turn that you see.")] = 0
    phase: Annotated[Number, Field(description="For `turn` and `phase`: the phase that you see, from 0.")] = 0
    side: Annotated[Short, Field(description="For `turn`, `phase` and `rout`: the letter of a side.")] = ""
    passed: Annotated[bool, Field(description="For `rout`: whether the test was passed.")] = False
    willing: Annotated[bool, Field(description="For `rout`: whether the side gives up without a test.")] = False
    text: Annotated[Short, Field(description="For `note`: the text.")] = ""
    number: Annotated[Number, Field(description="For `back`: the number of the event to undo.")] = 0


class TrackOperation(Operation, response=TrackShape):
    """Base of the operations that return a tracked battle."""

    @classmethod
    def response_of(cls, target: Any, result: Track, call: Call) -> Any:
        return track_shape(result, call.actor.pk)


class NotInThisBattle(Refusal):
    """The battle does not have this side or this warrior."""

    code = "not_in_this_battle"

    def __init__(self, field: str, name: str) -> None:
        message = _("{name} does not take part in this battle. Send letters of sides, and roster keys of warriors.")
        text = message.format(name=name)
        super().__init__(message=text, fields={field: [text]})


class MusterOperation(
    TrackOperation,
    knows_keys=False,
    status=201,
    errors=(refusals.NoFighters, refusals.DieMissing, refusals.AllAllied, NotInThisBattle, ScenarioNotHere),
):
    """The start of a tracked battle: the side with the first turn, allies (sides with the same word), the scenario,
    absent warriors, and by roster key the dice for old wounds, the targets of bounty hunters and how many models of a
    group fight."""

    first: Annotated[str, *choice(tuple("abcdef"))] = "a"
    teams: dict[str, Team] = {}
    scenario: Scenario = None
    at_home: Annotated[list[Key], Field(max_length=60)] = []
    old_wounds: dict[str, Face] = {}
    marks: Marks = {}
    fielded: Annotated[
        dict[str, Annotated[int, *whole(1, 99)]],
        Field(description="How many models of a henchman group fight, by roster key; all of them if it is not named."),
    ] = {}

    def check_names(self, warbands: Sequence[Warband]) -> None:
        """Raise NotInThisBattle for a side or a warrior that the battle does not have."""
        letters = set(LETTERS[: len(warbands)])
        keys = {key for warband in warbands for key in load_state(warband).members}
        named: dict[str, set[str]] = {
            "first": {self.first} - letters,
            "teams": set(self.teams) - letters,
            "at_home": set(self.at_home) - keys,
            "old_wounds": set(self.old_wounds) - keys,
            "marks": {*self.marks, *self.marks.values()} - keys,
            "fielded": set(self.fielded) - keys,
        }
        for field, unknown in named.items():
            if unknown:
                raise NotInThisBattle(field, min(unknown))

    def muster(self, warbands: Sequence[Warband], actor_id: int, pins: Pins | None) -> dict[str, str]:
        """The values of the start form that correspond to this request. Raises NotInThisBattle, ScenarioNotHere."""
        self.check_names(warbands)
        if self.scenario:
            must_be_open(self.scenario, actor_id, pins)
        form = {"scenario": self.scenario or "", "first": self.first}
        form |= {f"team-{letter}": team for letter, team in self.teams.items()}
        for letter, warband in zip(LETTERS, warbands, strict=False):
            for warrior in load_state(warband).active():
                if warrior.key not in self.at_home:
                    form[f"fights-{letter}-{warrior.key}"] = "on"
                if warrior.key in self.old_wounds:
                    form[f"wound-{letter}-{warrior.key}"] = str(self.old_wounds[warrior.key])
                if warrior.key in self.fielded:
                    form[f"count-{letter}-{warrior.key}"] = str(self.fielded[warrior.key])
                if warrior.key in self.marks:
                    form[f"mark-{letter}-{warrior.key}"] = self.marks[warrior.key]
        return form


class TrackMatch(
    MusterOperation,
    name="tracks_begin",
    who="the players of the match and the arbitrators of its campaign",
    component="TrackRequest",
    example={"first": "b"},
    errors=(NotYourSheet, SheetClosed, OtherScenario, refusals.TooManyFielded),
):
    """Begin to track a league match with all warriors who can fight, or get the battle that is already tracked."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Match:
        """The match. Raises Http404."""
        return match_to_read(actor, address["pid"])[0]

    def carry_out(self, target: Match, call: Call) -> Track:
        sides = target.sides.select_related("entry__warband").order_by("place")
        form = self.muster([side.entry.warband for side in sides], call.actor.pk, target.campaign.packs)
        return services.start_for_match(match_id=target.pk, actor_id=call.actor.pk, data=form, now=call.at)


class TrackWarbands(
    MusterOperation,
    name="tracks_start",
    who="players with a founded warband",
    example={"mine": "Ab12Cd34Ef56", "theirs": "Gh78Ij90Kl12"},
    errors=(NoSuchWarband, PlaysInLeague, refusals.TooManyFielded),
):
    """Begin to track a battle outside of leagues.

    The warbands are one of yours, another, and up to four `more`, by id; a warband that its owner shares by link as
    `ID?key=SHARE_KEY`.
    """

    mine: Key
    theirs: SharedKey
    more: Annotated[list[SharedKey], Field(max_length=4)] = []
    ruleset: Annotated[str, *choice(CODES)] = DEFAULT_RULESET

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the battle does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Track:
        warbands = readable_warbands(call.actor, self.mine, self.theirs, self.more)
        return services.start(
            mine=warbands[0].public_id,
            theirs=warbands[1].public_id,
            more=[row.public_id for row in warbands[2:]],
            ruleset=self.ruleset,
            actor_id=call.actor.pk,
            data=self.muster(warbands, call.actor.pk, None),
            now=call.at,
        )


class RecordEvent(
    TrackOperation,
    name="tracks_press",
    who="the players of the battle",
    component="PressRequest",
    knows_keys=False,
    example={"kind": "out", "data": {"piece": "b1", "by": ""}, "command_id": "tap-1"},
    errors=(NotYourSheet, refusals.TrackOver, refusals.NoEvent, ImpossibleEvent, CommandIdUsed, Conflict),
):
    """Record an event at the table, or undo the latest one.

    `back` undoes, and has the `number` of the event. `phase` and `turn` have the `turn`, `side` and `phase` that the
    player saw. `used` names a `thing` of a `piece`; `carry` also says `how`;
    `rout` is `willing` if a side routs voluntarily."""

    kind: Annotated[str, *choice(["out", "posture", "wounds", "used", "carry", "phase", "turn", "rout", "note", BACK])]
    data: EventData = EventData()
    command_id: Annotated[
        str, Field(max_length=64, description="Sending the same id again returns the first result.")
    ] = ""
    seen: Annotated[
        int | None,
        *whole(0, 99999),
        Field(
            description="Number of the last event that the player saw. If another device has recorded the same thing "
            "differently since then, the event is refused as a conflict. Ids of one device share 12 characters."
        ),
    ] = None
    replaces: Annotated[
        list[Annotated[int, *whole(1, 99999)]],
        Field(max_length=60, description="Numbers of events after `seen` that this one contradicts and undoes."),
    ] = []

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Track:
        """The tracked battle. Raises Http404."""
        return track_to_read(actor, address["pid"])

    def carry_out(self, target: Track, call: Call) -> Track:
        actor = call.actor.pk
        if self.kind == BACK:
            return services.undo_event(track_id=target.public_id, actor_id=actor, number=self.data.number, now=call.at)
        return services.record_event(
            track_id=target.public_id,
            actor_id=actor,
            kind=self.kind,
            data=self.data.model_dump(exclude_unset=True, exclude={"number"}),
            command_id=self.command_id,
            now=call.at,
            seen=self.seen,
            replaces=self.replaces,
        )


OPERATIONS = (TrackMatch, TrackWarbands, RecordEvent)
