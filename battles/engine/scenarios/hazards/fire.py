"""A burning house: the fire grows every turn, from smoke to the collapse of the roof.

Rules: SCN-HAZARD-01, CRIT-SCOPE-01
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectAdded, Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.scenarios.areas import EDGES, edge_gap
from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.hazards.weather import VISIBILITY
from battles.engine.state import ACTED, BattleState, Effect, Outcome

if TYPE_CHECKING:
    from battles.engine.steps.shooting.rate_of_fire import ShotPlan

SMOKE, COUGHS = "in_smoke", "coughs"
declare_inner(SMOKE, COUGHS)
SEEPING, BILLOWING, FLAMES, MASONRY, COLLAPSE = 8, 10, 13, 16, 18
SAFE_EDGE, SIGHT = 600, 600
FLAME_STRENGTH, STONE_STRENGTH = 2, 4


class Fire(Scenario):
    """At the start of each turn after the first round, 2D6 decide how the fire grows, plus one for each further
    round.
    """

    code = "fire"

    def turn_start(self, ctx: Context, side: str) -> None:
        if side not in ctx.game.players or ctx.state.turn_number < 2:
            return
        total = ctx.sum_of("die", side, rule="SCN-HAZARD-01", about="fire_spreads").total + ctx.state.turn_number - 1
        ctx.emit(Marked(VISIBILITY, SIGHT if BILLOWING <= total < FLAMES else None))
        if total >= COLLAPSE:
            self._collapse(ctx)
        elif total >= MASONRY:
            self._rain(ctx, STONE_STRENGTH, tests=False)
        elif total >= FLAMES:
            self._rain(ctx, FLAME_STRENGTH, tests=True)
        elif total >= SEEPING:
            self._smoke(ctx, side, thick=total >= BILLOWING)

    def _smoke(self, ctx: Context, side: str, *, thick: bool) -> None:
        from battles.engine.steps.movement.initiative_tests import next_turn

        ctx.note("smoke_spreads", side, rule="SCN-HAZARD-01")
        for model_id, model in tuple(ctx.state.models.items()):
            if model.gone or model_id[0] not in ctx.game.players:
                continue
            if not thick:
                ctx.emit(EffectAdded(model_id, Effect(SMOKE, 0, *next_turn(ctx.state))))
            elif (
                model_id[0] == side
                and not ctx.roll("die", model_id, need=2, rule="SCN-HAZARD-01", about="smoke").passed
            ):
                ctx.note("coughs", model_id, rule="SCN-HAZARD-01")
                ctx.emit(EffectAdded(model_id, Effect(COUGHS, 0, *next_turn(ctx.state))))
                if not model.engaged:
                    ctx.flag(model_id, on=ACTED, why="coughs")

    def _rain(self, ctx: Context, strength: int, *, tests: bool) -> None:
        from battles.engine.steps.harm.automatic_hits import hit_automatically
        from battles.engine.steps.models.characteristics import characteristic

        for model_id, model in tuple(ctx.state.models.items()):
            if model.gone or model_id[0] not in ctx.game.players:
                continue
            if tests:
                value = characteristic(ctx.game, ctx.state, model_id, "initiative")
                spared = ctx.check("char", model_id, value, rule="CHAR-TEST-01", about="initiative:fire").passed
            else:
                spared = ctx.roll("die", model_id, need=2, rule="SCN-HAZARD-01", about="falling_fire").passed
            if not spared:
                ctx.note("fire_strikes", model_id, rule="SCN-HAZARD-01")
                hit_automatically(ctx, model_id, strength, how="terrain")

    def _collapse(self, ctx: Context) -> None:
        from battles.engine.steps.harm.injuries import take_out

        ctx.note("house_collapses", rule="SCN-HAZARD-01")
        self.remember(ctx, collapsed=True)
        for model_id, model in tuple(ctx.state.models.items()):
            radius = ctx.fighters[model_id].radius
            near = min(edge_gap(ctx.game, model.x, model.y, radius, edge) for edge in EDGES)
            if not model.gone and near > SAFE_EDGE:
                take_out(ctx, model_id)

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        """When the roof collapses, the side that had to escape loses."""
        facts = self.facts(state)
        return Outcome((str(facts["attacker"]),), "house_fallen") if facts.get("collapsed") else None


@on("shoot", SMOKE)
def _half_as_far(game: Game, state: BattleState, model_id: str, plan: ShotPlan, *, value: int) -> ShotPlan:
    return plan._replace(reach=plan.reach // 2)


@on("characteristic", SMOKE)
def _sees_worse(game: Game, state: BattleState, model_id: str, name: str, now: int, **_: Any) -> int:
    return max(0, now - 1) if name == "ballistic_skill" else now


@on("characteristic", COUGHS)
def _fights_worse(game: Game, state: BattleState, model_id: str, name: str, now: int, **_: Any) -> int:
    return min(1, now) if name == "weapon_skill" else now


def _fire(plan: Any, _params: Mapping[str, Any]) -> Scenario | str:
    return Fire() if plan.roles else "A burning house needs an attacker, who set it on fire: let one side attack."


add_aim("fire", _fire)
