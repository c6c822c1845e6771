"""When and how a warband routs. Rules: PSY-ROUT-01, PSY-VROUT-01, PSY-STUB-01, PSY-UNBR-01, ALLY-FORMAL-03,
ALLY-MULTI-02
"""

from __future__ import annotations

from battles.engine.events import Removed, SideRouted
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.profile import Fighter
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import BattleState
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.nerve.leaders import LeadershipTest, roll_test, rout_leader, take_test
from battles.engine.steps.turn.companions import is_summoned
from battles.engine.traits import Values

WEIGHT = Values("rout_weight", lambda given: int(given["percent"]))
"""Trait of models whose loss counts for less than one model, in per cent."""
UNDEAD = frozenset({"undead", "undead_warband"})
"""Tags of warbands, and of their warriors, whose minions leave together with their masters. Rule: PSY-UNBR-01"""
LOST = ("out", "fled")
"""Ways of leaving that count as out of action. Rule: PSY-FLEE-01"""


def party_of(game: Game, side: str) -> tuple[str, ...]:
    """The side and its formal allies, in order: they rout together. Rule: ALLY-FORMAL-03"""
    return tuple(sorted({side, *game.sides[side].allies}))


def losses(game: Game, state: BattleState, side: str) -> tuple[int, int]:
    """Number of models out of action and number that started, of the side with its formal allies."""
    party = party_of(game, side)
    return _lost_percent(game, state, side) // 100, sum(state.sides[member].started for member in party)


def _lost_percent(game: Game, state: BattleState, side: str) -> int:
    """Models out of action in per cent of a model: usually 100 for each, less for some. Rule: PSY-ROUT-01"""
    party = party_of(game, side)
    lost = 0
    for model_id, model in state.models.items():
        if model.gone in LOST and model_id[0] in party and not _uncounted(game.fighters[model_id]):
            lost += WEIGHT.first(game.fighters[model_id], 100)
    return lost


def _uncounted(fighter: Fighter) -> bool:
    """Whether the fighter is summoned or part of the scenario, so that it counts neither as a starting model nor as a
    loss. Rule: PSY-ROUT-01
    """
    return is_summoned(fighter) or is_figure(fighter)


def share_lost(game: Game, state: BattleState, side: str) -> bool:
    """Whether the side has lost the share of its starting models from which it takes rout tests.

    The share is a quarter unless the scenario states another; it is compared without rounding. Rules: PSY-ROUT-01,
    SCN-HOME-01
    """
    lost, started = _lost_percent(game, state, side), losses(game, state, side)[1]
    return lost > 0 and lost >= scenario_of(game).rout_percent(game, state, side) * started


def test_due(game: Game, state: BattleState, side: str) -> bool:
    """Whether the side must take a rout test at the start of its turn.

    It need not if no model would leave after a failure. Rules: PSY-ROUT-01, PSY-UNBR-01
    """
    if not game.rules.rout_tests or not scenario_of(game).rout_tests or state.sides[side].never_routs:
        return False
    if game.sides[side].neutral or not share_lost(game, state, side):
        return False
    return any(_can_rout(game, state, member) for member in party_of(game, side))


def may_give_up(game: Game, state: BattleState, side: str) -> bool:
    """Whether the side may rout voluntarily now; unbreakable warriors never do. Rules: PSY-VROUT-01, PSY-UNBR-01"""
    if not game.rules.voluntary_rout or state.sides[side].never_routs or game.sides[side].neutral:
        return False
    return share_lost(game, state, side) and _can_rout(game, state, side)


def _can_rout(game: Game, state: BattleState, side: str) -> bool:
    """Whether any model would leave if the side routs. True for a side with no model left."""
    own = [
        model_id for model_id, model in state.models.items() if model_id[0] == side and model.gone in ("", "reserve")
    ]
    return not own or any(not _never_leaves(game, state, model_id) for model_id in own)


def _never_leaves(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model is unbreakable, on the table and not a minion of an undead warband. Rule: PSY-UNBR-01"""
    if (
        state.models[model_id].gone
        or not game.rules.keywords
        or "unbreakable" not in keywords_of(game, state, model_id)
    ):
        return False
    return not UNDEAD & (game.fighters[model_id].tags | game.sides[model_id[0]].tags)


def take_rout_test(ctx: Context, side: str) -> bool:
    """Take the Rout test of a side; after a failure it routs. True when passed."""
    passed = roll_rout_test(ctx, side)
    if not passed:
        rout_party(ctx, side)
    return passed


def roll_rout_test(ctx: Context, side: str) -> bool:
    """Roll a rout test for the leader or the best substitute; without either, the test fails. Returns whether it
    passed. Rule: PSY-ROUT-02
    """
    model_id, value = rout_leader(ctx.game, ctx.state, side)
    if not model_id:
        ctx.note("rout_nobody_left", side, rule="PSY-ROUT-02")
        return False
    return roll_test(ctx, model_id, LeadershipTest("rout", value, "PSY-ROUT-01"))


def rout_party(ctx: Context, side: str, *, voluntary: bool = False) -> None:
    """Let the side rout, after a failed test together with its formal allies. Rule: ALLY-FORMAL-03"""
    for member in (side,) if voluntary else party_of(ctx.game, side):
        if not ctx.state.sides[member].routed:
            rout_side(ctx, member, voluntary=voluntary)


def rout_side(ctx: Context, side: str, *, voluntary: bool = False) -> None:
    """Remove all models that must leave: stubborn ones test for themselves, unbreakable ones stay.

    Rules: PSY-STUB-01, PSY-UNBR-01
    """
    own = [
        model_id
        for model_id, model in ctx.state.models.items()
        if model_id[0] == side and model.gone in ("", "reserve")
    ]
    stays = tuple(model_id for model_id in own if _stays(ctx, model_id))
    ctx.emit(SideRouted(side, voluntary, stays))
    for model_id in own:
        if model_id not in stays:
            ctx.emit(Removed(model_id, "routed"))


def _stays(ctx: Context, model_id: str) -> bool:
    if ctx.state.models[model_id].gone or not ctx.rules.keywords:
        return False
    if _never_leaves(ctx.game, ctx.state, model_id):
        return True
    keywords = keywords_of(ctx.game, ctx.state, model_id)
    if "unbreakable" in keywords:
        ctx.note("leaves_with_masters", model_id, rule="PSY-UNBR-01")
        return False
    if "stubborn" in keywords:
        return take_test(ctx, model_id, "stubborn", "PSY-STUB-01", own_only=True)
    return False
