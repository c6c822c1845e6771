"""The sandbox: any two warbands on any table in any position, with random or arranged dice, to settle a question about
the rules. It is practice, outside of leagues, and changes no roster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from battles.core.models import ArrangedDiceData
from battles.engine.errors import BadSetup
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.models import Battle, BattleSide, Opponent, Visibility
from battles.play.bots import jobs
from battles.setup import practice
from battles.setup import services as setup_services
from battles.setup.new_battle import Army, NoSuchChoice, seat_for
from battles.setup.table_choice import table_chosen
from battles.setup.training.positions import ImpossiblePosition, Place, position
from battles.tables import library
from campaigns.matches.bot_players import USUAL_BOT
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET

PHASES: Final = ("movement", "shooting", "combat")
MOST_FACES: Final = 60
"""Maximum number of dice that can be prearranged; the dice after them are random."""


SEED: Final = "sandbox"
"""The default seed of the ruins and names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The warbands and the table of a sandbox. The same `seed` gives the same suggested warbands and ruins."""

    mine: Army
    theirs: Army
    ruleset: str = DEFAULT_RULESET
    table: str = ""
    size_in: int = library.SIZE_IN
    seed: str = SEED


def _prepared(
    question: Question, actor_id: int | None, bot: str
) -> tuple[setup_services.Terms, list[setup_services.SideTerms]]:
    """(terms, sides) of the sandbox. Raises NotYourWarband and NoSuchChoice."""
    seats = [
        seat_for(army, player_id=actor_id, bot=by, seed=f"{question.seed}-{number}")
        for number, (army, by) in enumerate(((question.mine, ""), (question.theirs, bot)))
    ]
    try:
        chosen = table_chosen(user_id=actor_id, code=question.table, seed=question.seed, size_in=question.size_in)
    except (KeyError, ValueError) as fault:
        raise NoSuchChoice(fields={"table": [NoSuchChoice.message]}) from fault
    terms = setup_services.Terms(
        ruleset=question.ruleset,
        options={},
        scenario={},
        table_name=chosen.name,
        table=chosen.data,
        opponent=Opponent.BOT if bot else Opponent.HOT_SEAT,
        visibility=Visibility.LINK,
        counts=False,
        ends_own_turns=True,
    )
    return terms, seats


def set_up(
    question: Question, places: Mapping[str, Place], *, actor_id: int | None, side: str = "a", phase: str = PHASES[0]
) -> tuple[Game, BattleState]:
    """The position at the beginning; models without a place stand where the engine sets them up. Raises NotYourWarband,
    NoSuchChoice, CannotBegin and ImpossiblePosition."""
    terms, seats = _prepared(question, actor_id, "")
    return _position(terms, seats, places, side, phase)


def _position(
    terms: setup_services.Terms,
    seats: Sequence[setup_services.SideTerms],
    places: Mapping[str, Place],
    side: str,
    phase: str,
) -> tuple[Game, BattleState]:
    unknown = [name for name in places if int(name[1:]) > len(seats["ab".index(name[0])].fighters)]
    if unknown:
        raise ImpossiblePosition(fields={"places": [f"There is no model {name}." for name in unknown]})
    try:
        return position(setup_services.setup_of(terms, seats), places, side=side, phase=phase)
    except BadSetup as faults:
        raise setup_services.CannotBegin(faults) from faults


@transaction.atomic
def begin_sandbox(
    question: Question,
    places: Mapping[str, Place],
    *,
    actor_id: int,
    side: str,
    phase: str,
    is_shared: bool,
    faces: Sequence[int],
    now: datetime,
) -> Battle:
    """A practice battle in this position, at the beginning of `phase` in the turn of `side`.

    With `is_shared`, the actor commands both sides, otherwise only side a. The first dice show `faces`, later dice are
    random. Raises the errors of `set_up`.
    """
    terms, seats = _prepared(question, actor_id, "" if is_shared else USUAL_BOT)
    _game, state = _position(terms, seats, places, side, phase)
    setup = setup_services.setup_of(terms, seats)
    like = Battle(
        ruleset=terms.ruleset,
        options=terms.options,
        scenario_code=terms.scenario_code,
        scenario=terms.scenario,
        table_name=terms.table_name,
        table=terms.table,
        setup={**setup, "scenario": {**setup.get("scenario", {}), "first": side}},
        visibility=terms.visibility,
    )
    rows = [
        practice.PracticeSide(
            side=BattleSide(letter=letter, name=seat.name, fighters=list(seat.fighters), rating=seat.rating),
            player_id=None if seat.bot else actor_id,
            bot=seat.bot,
        )
        for letter, seat in zip("ab", seats, strict=True)
    ]
    dice: ArrangedDiceData | None = {"faces": list(faces)} if faces else None
    battle = practice.start_from(
        like, state, seats=rows, created_by_id=actor_id, origin={"sandbox": True}, now=now, dice=dice
    )
    jobs.start_job(battle)
    return battle
