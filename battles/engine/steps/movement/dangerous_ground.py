"""Dangerous ground, and mounted models on difficult ground. Rules: TR-DANGER-01, TR-DANGER-02, TR-MOUNT-02,
TR-CHARIOT-01
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.profile import Fighter
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import is_chariot, is_mounted
from battles.engine.steps.movement.tracks import Track
from battles.engine.table.ground import Inside, inside, surface_height
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.vectors import Body, Polygon, polygon_distance
from battles.engine.terrain.pieces import river_of_light
from battles.engine.terrain.places import on_crossing, pieces_called

HASTY = frozenset({"run", "charge", "failed_charge", "flee", "random"})
PACK_GROUND = frozenset({"forest", "river", "marsh"})
LARGE = 2
"""Index of the size Large in `profile.SIZES`."""
MIRES = ("marsh", "earthblood_mere", "khemrian_quicksand", "mist_wreathed_swamp")


class Danger(NamedTuple):
    """A test on the way: at which point of which leg, for which piece of ground, and the highest face that fails it."""

    leg: int
    share: float
    piece: str
    fails: int = 1


class Zone(NamedTuple):
    """Ground that is dangerous for a mover."""

    piece: str
    outline: Polygon
    heights: tuple[int, ...]
    fails: int


def dangers_of(game: Game, state: BattleState, model_id: str, manner: str, track: Track) -> list[Danger]:
    """The dangerous pieces that a move touches, each once, in the order in which they are reached."""
    fighter = game.fighters[model_id]
    riding = is_mounted(fighter) or is_chariot(fighter)
    rules = game.rules
    hasty = manner in HASTY
    risky_riding = riding and (rules.mounted_danger_on_any_move or (hasty and rules.terrain_pack))
    if not track.legs or not (hasty or risky_riding or rules.terrain_pack):
        return []
    found: list[Danger] = _light_entered(game, fighter.radius, track)
    if manner == "crawl":
        return found
    fleeing = manner == "flee" and rules.terrain_pack
    for zone in _zones(game, fighter, hasty, risky_riding, riding, fleeing):
        entry = _entry(game, zone, fighter.radius, track)
        if entry is not None:
            found.append(Danger(*entry, zone.piece, zone.fails))
    if risky_riding:
        for number, leg in enumerate(track.legs):
            found.extend(Danger(number, 0.5, "barrier") for _ in leg.leaps)
    return sorted(found)


def _light_entered(game: Game, radius: int, track: Track) -> list[Danger]:
    """Rivers of light that a base enters, except those it starts in. Rule: TR-RIVER-LIGHT-01"""
    found: list[Danger] = []
    for river in pieces_called(game, river_of_light.KIND):
        entry = _entry(game, Zone(river.id, river.outline, (river.z0,), 0), radius, track)
        if entry is not None and entry != (0, 0.0):
            found.append(Danger(*entry, river.id, 0))
    return found


def _zones(game: Game, fighter: Fighter, hasty: bool, risky_riding: bool, riding: bool, fleeing: bool) -> list[Zone]:
    """The outline of each dangerous piece, with the worst of its dangers. Fleeing models may cross impassable pieces at
    a risk.

    Rules: TR-DANGER-01, TR-MOUNT-02, TR-IMPASS-01
    """
    table = game.table
    worst: dict[str, Zone] = {}
    for area in table.areas:
        piece = table.pieces[area.piece]
        rough = area.ground != "open" or bool(area.flags & PACK_GROUND)
        fails = int((hasty and "dangerous" in area.flags) or (risky_riding and rough and "hill" not in area.flags))
        if fleeing and area.ground in ("impassable_ground", "deep_water"):
            fails = max(fails, 1)
        if game.rules.terrain_pack:
            fails = max(fails, _named_threat(game, piece.kind, fighter, hasty, risky_riding, riding))
        if fails and (piece.id not in worst or worst[piece.id].fails < fails):
            worst[piece.id] = Zone(piece.id, area.outline, area.zs, fails)
    if game.rules.terrain_pack:
        for piece in table.pieces:
            if piece.id not in worst:
                fails = _named_threat(game, piece.kind, fighter, hasty, risky_riding, riding)
                if fails:
                    heights = tuple(level.z for level in piece.levels) or (piece.z0,)
                    worst[piece.id] = Zone(piece.id, piece.outline, heights, fails)
    return list(worst.values())


def _named_threat(game: Game, kind: str, fighter: Fighter, hasty: bool, risky_riding: bool, riding: bool) -> int:
    """The highest face that fails on a piece of a special kind; 0 if it is not dangerous.

    Rules: TR-HILL-SCREE-01, TR-FOREST-VENOM-01, TR-RIVER-OOZE-01, TR-RIVER-TORRENT-01, TR-MARSH-02
    """
    if kind == "venom_thicket" or (kind in ("scree_slope", "necrotic_ooze") and hasty):
        return 1
    if kind == "raging_torrent" and hasty:
        return 2
    everybody = riding or fighter.size != "small" or game.rules.marsh_all_dangerous
    if kind in MIRES and (hasty or risky_riding) and everybody:
        return 2 if riding else 1
    return 0


def _entry(game: Game, zone: Zone, radius: int, track: Track) -> tuple[int, float] | None:
    """The first leg on which the base is partly in the zone, and how far along the leg; None if it never is."""
    x, y, z = track.start
    for number, leg in enumerate(track.legs):
        if any(min(abs(z - height), abs(leg.z - height)) <= 50 for height in zone.heights):
            piece = game.table.piece(zone.piece)
            share = _first_share(game, piece, zone, radius, (x, y, z), (leg.x, leg.y, leg.z))
            if share is not None:
                return number, share
        x, y, z = leg.x, leg.y, leg.z
    return None


def _first_share(
    game: Game, piece: TerrainPiece, zone: Zone, radius: int, p: tuple[int, int, int], q: tuple[int, int, int]
) -> float | None:
    """How far along a leg a base enters a zone. Bridges and fords that are wide enough for the base are not part of the
    zone.
    """

    def inside(share: float) -> bool:
        x, y = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
        if polygon_distance(x, y, zone.outline) >= radius:
            return False
        foot = surface_height(game.table, x, y, max(p[2], q[2]))
        return not on_crossing(game, x, y, foot, radius, piece)

    steps = max(1, int(hypot(q[0] - p[0], q[1] - p[1]) // 10))
    before = 0.0
    for step in range(steps + 1):
        share = step / steps
        if inside(share):
            for _ in range(14):
                middle = (before + share) / 2
                before, share = (before, middle) if inside(middle) else (middle, share)
            return share
        before = share
    return None


def lands_safely(ctx: Context, model_id: str, start: Body) -> bool:
    """Roll for a flight that begins or ends with the model's centre in a wood, which is dangerous.

    Returns False when the flyer goes down. Rule: TR-FOREST-MOVE-01
    """
    if not ctx.rules.terrain_pack:
        return True
    for wood in ctx.game.table.forests:
        piece = ctx.game.table.pieces[wood.piece]
        ends = (start, body_of(ctx.game, ctx.state, model_id))
        touched = any(inside(ctx.game.table, body, piece.id) >= Inside.IN for body in ends)
        if touched and not is_survived(ctx, model_id, Danger(0, 0.0, piece.id)):
            return False
    return True


def is_survived(ctx: Context, model_id: str, danger: Danger) -> bool:
    """Roll for one dangerous piece: a failure is a wound without armour save.

    Returns False when the model cannot continue. Rules: TR-DANGER-02, TR-CHARIOT-01, TR-MARSH-QUICK-01
    """
    from battles.engine.steps.harm import injuries, pipeline

    if not danger.fails:
        return river_of_light.cast_river_spell(ctx, model_id)
    if ctx.roll("die", model_id, need=danger.fails + 1, rule="TR-DANGER-02", about="danger_ground").passed:
        return True
    kinds = {piece.id: piece.kind for piece in ctx.game.table.pieces} if ctx.rules.terrain_pack else {}
    fighter = ctx.fighters[model_id]
    if kinds.get(danger.piece) == "khemrian_quicksand" and fighter.size_rank >= LARGE and not is_chariot(fighter):
        injuries.take_out(ctx, model_id)
        return False
    count = 1
    if is_chariot(fighter):
        count = ctx.roll("count", model_id, rule="TR-CHARIOT-01").total
    pipeline.lose_wounds(ctx, model_id, count, how="terrain")
    model = ctx.state.models[model_id]
    return not model.gone and model.posture == STANDING
