"""The risk of not fleeing voluntarily: the Rout test that follows, whose Leadership it uses, and the probability of
passing it. Rules: PSY-ROUT-01, PSY-ROUT-02, PSY-VROUT-01"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.board.previews.attack_odds import percent
from battles.engine.game import Game
from battles.engine.odds.branching_dice import outcomes
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.state import BattleState
from battles.engine.steps.nerve.leaders import rout_leader
from battles.engine.steps.turn import rout

STATES = 20_000
"""Maximum number of dice outcomes to compute. A re-roll of more than two dice has more."""


def chance_to_pass(game: Game, state: BattleState, side: str) -> float | None:
    """The exact probability that the side passes its Rout test, including re-rolls and bonuses; None if there are too
    many outcomes to compute."""
    try:
        found = outcomes(game, state, lambda ctx: rout.roll_rout_test(ctx, side), budget=Budget(STATES))
    except OverBudget:
        return None
    return found.get(True, 0.0)


def risk_of_fighting_on(game: Game, state: BattleState, side: str) -> str:
    """Text about the Rout test that follows if this side continues to fight, with its odds."""
    if not rout.test_due(game, state, side):
        return _("If you fight on, no Rout test follows.")
    model_id, value = rout_leader(game, state, side)
    fails = _("If it fails, your warband leaves the field and loses.")
    if len(game.sides) > 2:
        fails = _("If it fails, your warband leaves the field and the others fight on.")
    if not model_id:
        return _("If you fight on, a Rout test follows. No warrior is left to take it, so it fails. %(fails)s") % {
            "fails": fails
        }
    chance = chance_to_pass(game, state, side)
    names = {"who": game.name(model_id), "value": value, "fails": fails}
    if chance is None:
        return _("If you fight on, you take a Rout test on %(who)s's Leadership (%(value)d). %(fails)s") % names
    return _(
        "If you fight on, you take a Rout test on %(who)s's Leadership (%(value)d): %(odds)s to pass. %(fails)s"
    ) % {**names, "odds": percent(chance)}
