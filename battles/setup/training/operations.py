"""Operations to learn and to experiment: start the first battle or the sandbox."""

from __future__ import annotations

from typing import Annotated, Any, Final

from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel, ConfigDict, Field

from accounts.models import User
from battles.engine.state import KNOCKED_DOWN, STANDING, STUNNED
from battles.models import Battle, Opponent
from battles.play.api_shapes import card_shape
from battles.play.serializers import CardSerializer
from battles.setup.new_battle import Army, NoSuchChoice, NotYourWarband
from battles.setup.operations import OwnWarband, WarbandList
from battles.setup.services import CannotBegin
from battles.setup.training.first_battle import begin_first_battle
from battles.setup.training.positions import ImpossiblePosition, Place
from battles.setup.training.sandbox import MOST_FACES, PHASES, SEED, Question, begin_sandbox
from battles.tables import library
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from catalogue.rules.rulesets import ruleset_choices
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, whole
from mordheim_site.refusals import Sentence

STATES: Final[dict[str, Sentence]] = {
    "standing": _("standing"),
    "hidden": _("hidden"),
    "knocked_down": _("knocked down"),
    "stunned": _("stunned"),
    "out": _("out of action"),
}
"""States that a model of the sandbox can have, by code."""
POSTURES: Final = {"knocked_down": KNOCKED_DOWN, "stunned": STUNNED}


class BeginFirstBattle(
    Operation,
    name="battles_first",
    who="everyone",
    limit="battles",
    guest_limit="guest_battles",
    knows_keys=False,
    status=201,
    response=CardSerializer,
    example={},
):
    """Start the first battle: a lesson of about ten minutes on the board, with a coach and prearranged dice."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the battle does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Battle:
        return begin_first_battle(actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: None, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


State = Annotated[str, *choice(list(STATES))]


class PlaceInput(BaseModel):
    """The position of a model, in inches from the south-west corner, and its state."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: Annotated[str, Field(pattern=r"^[ab][1-9][0-9]?$", description="a1 is the first model of side a.")]
    x: Annotated[float, Field(ge=0, le=48)]
    y: Annotated[float, Field(ge=0, le=48)]
    level: Annotated[float | None, Field(ge=0, le=24, description="Height in inches; empty: the highest floor.")] = None
    wounds: Annotated[int | None, Field(ge=1, le=20, description="Wounds left; by default all.")] = None
    state: State = "standing"

    def as_place(self) -> Place:
        """The position in hundredths of an inch."""
        return Place(
            x=round(self.x * 100),
            y=round(self.y * 100),
            level=None if self.level is None else round(self.level * 100),
            wounds=self.wounds,
            posture=POSTURES.get(self.state, STANDING),
            is_hidden=self.state == "hidden",
            is_out=self.state == "out",
        )


class BeginSandbox(
    Operation,
    name="battles_sandbox",
    who="everyone",
    component="Sandbox",
    limit="battles",
    guest_limit="guest_battles",
    knows_keys=False,
    status=201,
    response=CardSerializer,
    example={"warband_type": "reiklanders", "their_warband_type": "skaven", "dice": [6, 5, 1]},
    errors=(CannotBegin, NotYourWarband, NoSuchChoice, ImpossiblePosition),
):
    """Put two warbands into any position and play on from there, as practice with random or prearranged dice."""

    warband: OwnWarband = ""
    warband_type: WarbandList = ""
    their_warband: OwnWarband = ""
    their_warband_type: WarbandList = ""
    ruleset: Annotated[str, *choice([ruleset.code for ruleset in ruleset_choices()])] = DEFAULT_RULESET
    table: Annotated[str, Field(max_length=60, description="Code of a table; by default generated ruins.")] = ""
    size_in: Annotated[int, *whole(min(library.SIZES_IN), max(library.SIZES_IN))] = library.SIZE_IN
    seed: Annotated[str, Field(max_length=40, description="The same seed gives the same ruins and names.")] = SEED
    places: Annotated[
        list[PlaceInput], Field(max_length=60, description="Models that are not listed are placed by the site.")
    ] = []
    side: Annotated[str, *choice(["a", "b"]), Field(description="The side whose turn it is; you play a.")] = "a"
    phase: Annotated[str, *choice(PHASES)] = PHASES[0]
    opponent: Annotated[str, *choice([Opponent.BOT.value, Opponent.HOT_SEAT.value])] = Opponent.HOT_SEAT.value
    dice: Annotated[
        list[Annotated[int, Field(ge=1, le=6)]],
        Field(max_length=MOST_FACES, description="Faces of the first dice, in order; later dice are random."),
    ] = []

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the battle does not exist yet."""

    def carry_out(self, target: None, call: Call) -> Battle:
        question = Question(
            mine=Army(warband=self.warband, warband_type=self.warband_type),
            theirs=Army(
                warband=self.their_warband, warband_type=self.their_warband_type, named_by="their_warband_type"
            ),
            ruleset=self.ruleset,
            table=self.table,
            size_in=self.size_in,
            seed=self.seed,
        )
        return begin_sandbox(
            question,
            {place.model: place.as_place() for place in self.places},
            actor_id=call.actor.pk,
            side=self.side,
            phase=self.phase,
            is_shared=self.opponent == Opponent.HOT_SEAT,
            faces=self.dice,
            now=call.at,
        )

    @classmethod
    def response_of(cls, target: None, result: Battle, call: Call) -> Any:
        return card_shape(result, call.actor)


OPERATIONS = (BeginFirstBattle, BeginSandbox)
