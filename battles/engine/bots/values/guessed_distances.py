"""Distances as a bot judges them. Where measuring is not allowed it guesses like a player, and takes its possible error
into account.

Rule: MV-MEAS-01
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, hypot, radians, sin
from typing import Final
from zlib import crc32

from battles.engine.dice import Dice
from battles.engine.game import Game
from battles.engine.state import BattleState, Miniature
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.movement.rules import Other
from battles.engine.table.placement import end_fault, landing_spot
from battles.engine.table.vectors import Body, Spot

ERROR = 0.12
"""The largest error of a guess, as a share of the distance; small errors are more likely."""
BEARINGS: Final = (0.0, *(sign * radians(degrees) for degrees in (4, 8, 12) for sign in (1, -1)))
"""Deviations from the true bearing, tried in this order where an enemy cannot be at any guessed distance."""
COARSE = 50
"""Guesses start from a distance rounded to this many hundredths of an inch."""


def guess(game: Game, state: BattleState, side: str, pair: tuple[str, str], length: float) -> float:
    """A distance between two models as the side judges it: exact where measuring is free, else off by up to `ERROR`.

    The error for a pair stays the same all turn, so guessing again does not help.
    """
    if game.rules.measuring_is_free:
        return length
    coarse = COARSE * round(length / COARSE)
    draw = crc32(repr((side, pair, state.turn_number, state.active)).encode())
    return coarse * (1 + ERROR * ((draw & 0xFFFF) + (draw >> 16)) / 0xFFFF - ERROR)


def chance_within(game: Game, guessed: float, limit: float) -> float:
    """The chance that the true distance behind a guess is at most `limit`."""
    if game.rules.measuring_is_free:
        return 1.0 if guessed <= limit else 0.0
    if guessed <= 0:
        return 1.0
    # The true distance is guessed / (1 + error): within the limit when the error is at least this share of ERROR.
    least = (guessed / max(1.0, limit) - 1) / ERROR
    if least <= -1:
        return 1.0
    if least >= 1:
        return 0.0
    return 1 - (1 + least) ** 2 / 2 if least < 0 else (1 - least) ** 2 / 2


def in_reach(game: Game, length: float, limit: float) -> bool:
    """Whether a distance looks like at most `limit`, as a quick estimate for places that are only being considered."""
    return (length if game.rules.measuring_is_free else COARSE * round(length / COARSE)) <= limit


def supposed(game: Game, state: BattleState, side: str, dice: Dice) -> None:
    """Change a copy of a position to what the side believes: enemies who are not fighting are placed at guessed
    distances, each with an error from the dice. Nothing changes where measuring is free.

    What the side cannot know plays no part: all positions that look the same become the same one. A place that is
    blocked is replaced by another possible one, never by the true place.

    Rule: MV-MEAS-01
    """
    if game.rules.measuring_is_free:
        return
    own = [
        (model_id, model)
        for model_id, model in state.models.items()
        if not model.gone and game.side_of(model_id) == side
    ]
    if not own:
        return
    unplaced = [
        enemy
        for enemy, model in state.models.items()
        if not (model.gone or model.engaged) and game.are_enemies(side, enemy)
    ]
    while unplaced:
        enemy = unplaced[0]
        model = state.models[enemy]
        seen, nearest = min(
            (guess(game, state, side, (own_id, enemy), hypot(model.x - there.x, model.y - there.y)), own_id)
            for own_id, there in own
        )
        here = state.models[nearest]
        bearing = atan2(model.y - here.y, model.x - here.x)
        body = body_of(game, state, enemy)
        others = others_of(game, state, enemy, without=unplaced)
        spot = _possible_place(game, body, others, here, seen, bearing, sum(dice.face("") for _ in range(4)) - 14)
        if spot is not None:
            state.models[enemy] = model._replace(x=spot.x, y=spot.y, z=spot.z)
        del unplaced[0]


def _possible_place(
    game: Game, body: Body, others: Iterable[Other], here: Miniature, seen: float, bearing: float, draw: int
) -> Spot | None:
    """The place with this error (-10 to 10) if it is free, else the free place with the most similar error, else one
    with a slightly different bearing, else the nearest free spot. None if the table is full."""
    crowd = tuple(others)
    errors = sorted(range(-10, 11), key=lambda error: (abs(error - draw), error))
    for turn in BEARINGS:
        for error in errors:
            length = seen / (1 + ERROR * error / 10)
            x, y = round(here.x + length * cos(bearing + turn)), round(here.y + length * sin(bearing + turn))
            if end_fault(game.table, body.at(x, y, body.z), crowd) is None:
                return Spot(x, y, body.z)
    x, y = round(here.x + seen * cos(bearing)), round(here.y + seen * sin(bearing))
    return landing_spot(game.table, body.at(x, y, body.z), crowd)
