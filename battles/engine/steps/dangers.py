"""Dangerous ground, and horses off open ground. Rules: TR-DANGER-01, TR-DANGER-02, TR-MOUNT-02, TR-CHARIOT-01"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.allowances import is_chariot, is_mounted
from battles.engine.steps.tracks import Track
from battles.engine.table.compiling import Area
from battles.engine.table.vectors import polygon_distance

HASTY = frozenset({"run", "charge", "failed_charge", "flee", "random"})
PACK_GROUND = ("forest", "river", "marsh")


class Danger(NamedTuple):
    """A test owed on the way: before which point of which leg, and for what."""

    leg: int
    share: float
    piece: str


def dangers_of(game: Game, state: BattleState, who: str, manner: str, track: Track) -> list[Danger]:
    """The dangerous pieces a move touches, each once, in the order they are reached."""
    table = game.table
    fighter = game.fighters[who]
    riding = is_mounted(fighter) or is_chariot(fighter)
    hasty = manner in HASTY
    risky_riding = riding and (game.rules.mounted_danger_on_any_move or (hasty and game.rules.terrain_pack))
    if not track.legs or not (hasty or risky_riding) or not (table.areas or risky_riding):
        return []
    found: list[Danger] = []
    seen: set[str] = set()
    for area in table.areas:
        piece = table.pieces[area.piece].id
        if piece in seen or not _threatens(area, hasty, risky_riding):
            continue
        entry = _entry(area, fighter.radius, track)
        if entry is not None:
            seen.add(piece)
            found.append(Danger(*entry, piece))
    if risky_riding and game.rules.mounted_danger_on_any_move:
        for number, leg in enumerate(track.legs):
            found.extend(Danger(number, 0.5, "barrier") for _ in leg.leaps)
    return sorted(found)


def _threatens(area: Area, hasty: bool, risky_riding: bool) -> bool:
    if hasty and "dangerous" in area.flags:
        return True
    return risky_riding and "hill" not in area.flags and (area.ground != "open" or bool(area.flags & set(PACK_GROUND)))


def _entry(area: Area, radius: int, track: Track) -> tuple[int, float] | None:
    """The first leg and the share of it at which the base is partly in the area."""
    x, y, z = track.start
    for number, leg in enumerate(track.legs):
        if any(min(abs(z - height), abs(leg.z - height)) <= 50 for height in area.zs):
            length = hypot(leg.x - x, leg.y - y)
            steps = max(1, int(length // 10))
            before = 0.0
            for step in range(steps + 1):
                share = step / steps
                if polygon_distance(x + (leg.x - x) * share, y + (leg.y - y) * share, area.outline) < radius:
                    for _ in range(14):
                        middle = (before + share) / 2
                        inside = (
                            polygon_distance(x + (leg.x - x) * middle, y + (leg.y - y) * middle, area.outline) < radius
                        )
                        before, share = (before, middle) if inside else (middle, share)
                    return number, share
                before = share
        x, y, z = leg.x, leg.y, leg.z
    return None


def is_survived(ctx: Context, who: str) -> bool:
    """Roll for one dangerous piece: on a 1 a wound without armour. False when the model cannot go on.

    Rule: TR-DANGER-02
    """
    from battles.engine.steps import pipeline

    if ctx.roll("die", who, need=2, rule="TR-DANGER-02").passed:
        return True
    count = 1
    if is_chariot(ctx.fighters[who]):
        count = ctx.roll("count", who, rule="TR-CHARIOT-01").total
    pipeline.lose_wounds(ctx, who, count, how="terrain")
    model = ctx.state.models[who]
    return not model.gone and model.posture == STANDING
