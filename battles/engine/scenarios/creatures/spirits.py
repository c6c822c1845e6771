"""Spirits of a scenario: ordinary weapons do not harm them but drive them away, and a banshee howls.

Rules: SCN-NEUTRAL-01, MV-FLEE-01, GM-PLACE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectAdded, EffectEnded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.creatures.figures import on_the_table
from battles.engine.scenarios.custom.vocabulary import add_effect
from battles.engine.state import FLED, FLEEING, BattleState, Effect

if TYPE_CHECKING:
    from battles.engine.steps.harm.attacks import Attack

INSUBSTANTIAL, DRIVEN = "insubstantial", "driven_back"
declare_inner(DRIVEN)
UNEARTHLY = frozenset({"daemon", "possessed"})
"""Tags of attackers who can hurt a spirit."""
HOWL_REACH = 800
WEAPON_BLOWS = ("blow", "shot", "parting", "impact", "stomp")
FLIGHT_DICE = 3


@on("hit_rolled", INSUBSTANTIAL)
def passes_through(ctx: Context, model_id: str, attack: Attack, *, tests: bool = False) -> None:
    """A hit that is neither magical nor from a daemon does no harm, but drives the spirit away later."""
    if attack.whom != model_id or not attack.lands or attack.magical or attack.how not in WEAPON_BLOWS:
        return
    if attack.who and ctx.fighters[attack.who].tags & UNEARTHLY:
        return
    attack.hit = False
    ctx.note("passes_through", attack.who or model_id, model_id, rule="SCN-NEUTRAL-01")
    if attack.how == "blow" and not any(effect.code == DRIVEN for effect in ctx.model(model_id).effects):
        ctx.emit(EffectAdded(model_id, Effect(DRIVEN, int(tests))))


def drive_back(ctx: Context, figure: str) -> None:
    """Spirits hit by ordinary weapons in this combat flee 3D6 from their opponents and stop there."""
    from battles.engine.steps.models import contact
    from battles.engine.steps.nerve import flight
    from battles.engine.steps.nerve.leaders import take_test

    for model_id in on_the_table(ctx.game, ctx.state, figure):
        found = next((effect for effect in ctx.model(model_id).effects if effect.code == DRIVEN), None)
        if found is None:
            continue
        ctx.emit(EffectEnded(model_id, DRIVEN))
        if found.value and take_test(ctx, model_id, "nerve", "SCN-NEUTRAL-01", own_only=True):
            continue
        goal = flight.away_goal(ctx.game, ctx.state, model_id, ctx.model(model_id).engaged)
        contact.release(ctx, model_id)
        flight.run_away(ctx, model_id, FLIGHT_DICE, goal, "driven")
        if not ctx.model(model_id).gone:
            ctx.flag(model_id, off=FLEEING | FLED, why="driven")


class Howls(Scenario):
    """In its own turn a banshee howls at the nearest enemy, or at one it fights. The enemy loses as many Wounds as
    2D6+2 exceeds its Leadership by.
    """

    code = "howls"

    def __init__(self, figure: str) -> None:
        self.figure = figure

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        if phase != "movement" or side != ctx.game.neutral:
            return
        from battles.engine.steps.harm.pipeline import lose_wounds
        from battles.engine.steps.models.characteristics import characteristic

        for model_id in on_the_table(ctx.game, ctx.state, self.figure):
            target = self._target(ctx.game, ctx.state, model_id)
            if not target:
                continue
            total = ctx.sum_of("die", model_id, rule="SCN-NEUTRAL-01", about="howl").total + 2
            wounds = total - characteristic(ctx.game, ctx.state, target, "leadership")
            ctx.note("howls", model_id, target, str(max(0, wounds)), "SCN-NEUTRAL-01")
            if wounds > 0:
                lose_wounds(ctx, target, min(wounds, ctx.model(target).wounds), how="spell", by=model_id)

    def _target(self, game: Game, state: BattleState, model_id: str) -> str:
        mine, best, least = state.models[model_id], "", float(HOWL_REACH)
        for other, model in state.models.items():
            if model.gone or not game.are_enemies(model_id, other) or (mine.engaged and other not in mine.engaged):
                continue
            gap = (
                hypot(model.x - mine.x, model.y - mine.y) - game.fighters[model_id].radius - game.fighters[other].radius
            )
            if gap <= least:
                best, least = other, gap
        return best


def _howls(plan: Any, params: Mapping[str, Any], _before: tuple[str, ...]) -> Any:
    figure = str(params.get("figure", ""))
    if figure not in [row["code"] for row in plan.figures]:
        yield "The howling figure must be one of the scenario's figures."
    else:
        plan.aims.append(Howls(figure))


add_effect("howls", _howls)
