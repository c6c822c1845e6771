"""Traps on the table: markers that are triggered by models passing close by.

They are stored in `state.marks["traps"]` as [x, y, z, owner, Strength, score needed, reach]. With Strength 0, the die
shows the Strength. Rules: MV-WALK-01, CRIT-SCOPE-01
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, Final

from battles.engine.events import EffectAdded, Marked, Used
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.state import STANDING, STOOD_UP, BattleState, Effect
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.turn.optional_choices import TURN_START, offer
from battles.engine.table.vectors import Spot, distance, round_half_up, segment_distance
from battles.engine.traits import Flag, Values

TRAPS, LAYS, BUSY = "traps", "sets_traps", "at_work"
WISE = Flag("trap_wise")
BESIDE = 25
"""Distance of a trap's marker from the base of the model that sets it, in hundredths of an inch."""
LEVEL = 100
BETTER_TRAPS: Final = Values("better_traps", lambda parameters: (int(parameters["needs"]), int(parameters["distance"])))


def laid(state: BattleState) -> list[list[Any]]:
    """The traps on the table."""
    return list(state.marks.get(TRAPS, ()))


def _may_lay(game: Game, state: BattleState, model_id: str, *, uses: int = 0, **_: Any) -> list[Choice]:
    model = state.models[model_id]
    spent = next((count for code, count in model.used if code == LAYS), 0)
    if model.posture != STANDING or model.engaged or model.flags & STOOD_UP or (uses and spent >= uses):
        return []
    return [Choice("lay", f"{game.name(model_id)} spends the turn setting a trap", "set_trap")]


@offer(LAYS, TURN_START, _may_lay, bots_take=False)
def lay(
    ctx: Context, model_id: str, key: str, *, needs: int, strength: int = 0, distance: int = 2, uses: int = 0
) -> None:
    """Spend the whole turn to set a trap in base contact, on the side of the nearest enemy."""
    for better_needs, better_distance in BETTER_TRAPS.of(ctx.fighter(model_id)):
        needs, distance = min(needs, better_needs), max(distance, better_distance)
    mine = body_of(ctx.game, ctx.state, model_id)
    x, y = _towards_enemies(ctx.game, ctx.state, model_id)
    far = mine.radius + BESIDE
    spot = [round_half_up(mine.x + x * far), round_half_up(mine.y + y * far), mine.z]
    ctx.emit(Marked(TRAPS, [*laid(ctx.state), [*spot, model_id, strength, needs, 100 * distance]]))
    ctx.emit(Used(model_id, LAYS))
    ctx.emit(EffectAdded(model_id, Effect(BUSY, 0, ctx.state.turn_number + 1, model_id[0])))
    ctx.note("sets_trap", model_id)


def _towards_enemies(game: Game, state: BattleState, model_id: str) -> tuple[float, float]:
    mine = body_of(game, state, model_id)
    enemies = [body_of(game, state, other) for other in enemies_of(game, state, model_id)]
    if not enemies:
        return 0.0, 1.0
    enemy = min(enemies, key=lambda body: distance(mine, body))
    far = hypot(enemy.x - mine.x, enemy.y - mine.y) or 1.0
    return (enemy.x - mine.x) / far, (enemy.y - mine.y) / far


def spring(ctx: Context, model_id: str, start: Spot, path: Sequence[tuple[str, int, int, int]]) -> None:
    """After a move: roll for every trap that the model passed close to, and remove it whether it hits or not."""
    traps = laid(ctx.state)
    if not traps or WISE.of(ctx.fighter(model_id)):
        return
    for trap in traps:
        x, y, z, owner, strength, needs, reach = trap
        if owner == model_id or ctx.model(model_id).gone or not _passed(ctx, model_id, start, path, x, y, z, reach):
            continue
        ctx.emit(Marked(TRAPS, [other for other in laid(ctx.state) if other != trap] or None))
        rolled = ctx.roll("die", model_id, need=needs, against=owner, rule="TR-DANGER-02", about="trap")
        ctx.note("springs_trap" if rolled.passed else "trap_fails", model_id, owner)
        if rolled.passed:
            from battles.engine.steps.harm.automatic_hits import hit_automatically

            hit_automatically(ctx, model_id, strength or rolled.total, how="trap", by=owner)


def _passed(
    ctx: Context,
    model_id: str,
    start: Spot,
    path: Sequence[tuple[str, int, int, int]],
    x: int,
    y: int,
    z: int,
    reach: int,
) -> bool:
    radius = ctx.fighter(model_id).radius
    here = (start.x, start.y)
    for _kind, px, py, pz in path:
        near = segment_distance(x, y, here, (px, py)) <= reach + radius
        if near and abs(pz - z) <= LEVEL:
            return True
        here = (px, py)
    return False
