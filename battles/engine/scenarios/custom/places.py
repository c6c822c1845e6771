"""Deployments of the printed scenarios, for use in custom scenarios. Rule: SCN-HOME-01

A strip along an edge (`deploy_edge`) is not listed here: the scenario knows which edge belongs to which side.
Other modules add deployments with `vocabulary.add_place`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.areas import Area, corner, round_middle, whole_table
from battles.engine.scenarios.base import Question, facts_of
from battles.engine.scenarios.custom.plan import Place
from battles.engine.scenarios.custom.vocabulary import DEPLOYMENTS
from battles.engine.scenarios.printed.buildings import round_the_middle
from battles.engine.scenarios.printed.encounter import quarter, quarter_question
from battles.engine.scenarios.printed.surprise import scattered, spread_out
from battles.engine.state import BattleState

BESIDE: Final = {"south_west": "south_east", "south_east": "south_west"}
"""The other corner of the same edge."""
FACING: Final = {
    "south_west": "north_east", "south_east": "north_west", "north_west": "south_east", "north_east": "south_west",
}  # fmt: skip


def _near_objective(game: Game, state: BattleState, side: str, place: Place) -> Area:
    return round_the_middle(game, str(facts_of(state).get("building", "")), place.distance)


def _away(game: Game, state: BattleState, side: str, place: Place) -> Area:
    return Area((whole_table(game),), apart_from_enemies=place.distance)


def _scattered(game: Game, state: BattleState, side: str, place: Place) -> Area:
    return spread_out(game, side, len(facts_of(state).get("absent", ())), place.distance)


def _quarter(game: Game, state: BattleState, side: str, place: Place) -> Area:
    quarters = facts_of(state).get("quarters", {})
    return Area((quarter(game, quarters[side]) if side in quarters else whole_table(game),))


def _middle(game: Game, state: BattleState, side: str, place: Place) -> Area:
    return Area((round_middle(game, place.distance),))


def _corner(game: Game, state: BattleState, side: str, place: Place) -> Area:
    quarters = facts_of(state).get("quarters", {})
    return Area((corner(game, quarters.get(side, "south_west"), place.distance),))


def _spread(game: Game, state: BattleState, side: str, place: Place) -> Area:
    return Area((whole_table(game),), apart_from_friends=place.apart, apart_from_edges=place.distance)


def _corner_question(side: str) -> Question:
    """Prompt for a corner of the southern edge."""
    return Question(side, "choose_quarter", quarter_question(side).choices[:2])


def _absent(ctx: Context, side: str, place: Place) -> list[str]:
    return scattered(ctx, side, place.needs)


class PrintedPlace(NamedTuple):
    """How one kind of deployment works."""

    area: Callable[[Game, BattleState, str, Place], Area]
    question: Callable[[str], Question] | None = None
    """The prompt in which a side chooses its quarter, if there is such a choice."""
    others: Mapping[str, str] = FACING
    """The quarter of the other side, for each quarter that may be chosen."""
    absent: Callable[[Context, str, Place], list[str]] | None = None
    """Function that rolls which models are absent at the start."""


PRINTED_PLACES: Final[dict[str, PrintedPlace]] = {
    "deploy_near_objective": PrintedPlace(_near_objective),
    "deploy_away": PrintedPlace(_away),
    "deploy_scattered": PrintedPlace(_scattered, absent=_absent),
    "deploy_quarter": PrintedPlace(_quarter, quarter_question),
    "deploy_middle": PrintedPlace(_middle),
    "deploy_corner": PrintedPlace(_corner, _corner_question, BESIDE),
    "deploy_spread": PrintedPlace(_spread),
}


def kind_of(place: Place) -> PrintedPlace | None:
    """How this deployment works; None for a strip along an edge."""
    if place.code in DEPLOYMENTS:
        return PrintedPlace(DEPLOYMENTS[place.code].area)
    return PRINTED_PLACES.get(place.code)
