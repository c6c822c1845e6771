"""Bonus for charging downhill, an option. Rule: TR-HILL-CC-01"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectAdded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.state import CHARGED, BattleState, Effect
from battles.engine.steps.movement.tracks import Track

if TYPE_CHECKING:
    from battles.engine.steps.harm.attacks import Attack

HIGHER = 100
CODE = "hill:uphill"


def remember_uphill(ctx: Context, model_id: str, targets: Sequence[str], route: Track) -> None:
    """Record a charge that began at least 1 inch higher than its target."""
    if not ctx.rules.uphill_bonus or not targets:
        return
    if route.start.z >= ctx.state.models[targets[0]].z + HIGHER:
        ctx.emit(EffectAdded(model_id, Effect(CODE, 0, ctx.state.turn_number + 1, model_id[0])))


@on("to_hit", CODE)
def downhill(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Add 1 to hit in the combat phase of the charge."""
    charging = model_id[0] == state.active and state.models[model_id].flags & CHARGED
    if attack.who == model_id and attack.in_combat and charging:
        attack.hit_mods.append(Modifier("uphill", 1, "TR-HILL-CC-01"))
