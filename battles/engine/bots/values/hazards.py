"""Exact risks of a route: the tests on the way, and the cost of failing them."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from battles.engine.bots.values.positions import gain_between
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.branching_dice import outcomes
from battles.engine.state import BattleState
from battles.engine.steps.movement.heights import climbing
from battles.engine.steps.movement.tracks import Track
from battles.engine.table.movement.paths import Check


class Risk(NamedTuple):
    """The chance to reach the end of a route, and the expected loss from falls on the way."""

    arrives: float = 1.0
    loss: float = 0.0


def risk_of(game: Game, state: BattleState, model_id: str, track: Track) -> Risk:
    """The risk of a route, by the dice of the rules. Rules: MV-CLIMB-04, MV-JUMPDN-02, MV-GAP-01, MV-FALL-01"""
    arrives, loss = 1.0, 0.0
    for check in track.checks:
        found = outcomes(game, state, partial(_result, model_id=model_id, check=check, before=state))
        loss -= arrives * sum(gain * chance for (_passed, gain), chance in found.items())
        arrives *= sum(chance for (passed, _gain), chance in found.items() if passed)
    return Risk(arrives, loss)


def _result(ctx: Context, model_id: str, check: Check, before: BattleState) -> tuple[bool, float]:
    passed = climbing.roll_check(ctx, model_id, check)
    return passed, gain_between(ctx.game, before, ctx.state, model_id[0])
