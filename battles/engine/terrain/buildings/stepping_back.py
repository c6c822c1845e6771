"""The step back of models from the wall of a building. Rule: TR-BLDG-RESULT-01"""

from __future__ import annotations

from math import hypot

from battles.engine.events import Moved
from battles.engine.flow import Context
from battles.engine.steps.models.bodies import body_of
from battles.engine.table.vectors import round_half_up
from battles.engine.terrain.buildings import entering
from battles.engine.terrain.buildings.garrisons import rim_point

BACK = 100
"""Distance that repelled models step back, in hundredths of an inch."""


def step_back(ctx: Context, model_id: str, section: str) -> None:
    """Move a model an inch straight back from the wall, to the nearest free spot."""
    body = body_of(ctx.game, ctx.state, model_id)
    x, y = rim_point(ctx.game.table.piece(section), body.x, body.y)
    dx, dy = body.x - x, body.y - y
    length = hypot(dx, dy) or 1.0
    there = body._replace(x=round_half_up(body.x + dx / length * BACK), y=round_half_up(body.y + dy / length * BACK))
    spot = entering.nearest_free(ctx.game, ctx.state, model_id, there)
    ctx.emit(Moved(model_id, "push", (("push", spot.x, spot.y, spot.z),), 0))
