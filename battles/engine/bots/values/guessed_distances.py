"""Distances as a bot judges them. Where measuring is not allowed it guesses like a player, and takes its possible error
into account.

Rule: MV-MEAS-01
"""

from __future__ import annotations

from math import hypot
from zlib import crc32

from battles.engine.dice import Dice
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.placement import end_fault

ERROR = 0.12
"""The largest error of a guess, as a share of the distance; small errors are more likely."""
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
    for enemy, model in list(state.models.items()):
        if model.gone or model.engaged or not game.are_enemies(side, enemy):
            continue
        apart, nearest = min((hypot(model.x - there.x, model.y - there.y), own_id) for own_id, there in own)
        here = state.models[nearest]
        seen = guess(game, state, side, (nearest, enemy), apart)
        for _ in range(2):
            draw = sum(dice.face("") for _ in range(4)) - 14
            share = seen / (1 + ERROR * draw / 10) / apart if apart else 1.0
            x, y = round(here.x + (model.x - here.x) * share), round(here.y + (model.y - here.y) * share)
            body = body_of(game, state, enemy)._replace(x=x, y=y)
            if end_fault(game.table, body, others_of(game, state, enemy), may_touch=False) is None:
                state.models[enemy] = model._replace(x=x, y=y)
                break
