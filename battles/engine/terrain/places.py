"""The named pieces of a table, and where models are relative to them.

Rules: TR-PACK-01, TR-PACK-05, GM-INSIDE-01
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.table.compiler import top_of
from battles.engine.table.ground import Inside, inside, piece_distance
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.vectors import Body, point_in_polygon

PRAYERS = frozenset(
    {
        "the_hammer_of_sigmar", "hearts_of_steel", "soulfire", "shield_of_faith", "healing_hand",
        "armour_of_righteousness",
    }
)  # fmt: skip
"""Spell lists whose users pray, and so are not wizards."""
DEGREES = {"partly": Inside.PARTLY, "in": Inside.IN, "wholly": Inside.WHOLLY}


def pieces_by_kind(game: Game) -> dict[str, list[TerrainPiece]]:
    """Pieces of the table by kind, in the order of the table; empty when the terrain pack is off."""
    if not game.rules.terrain_pack:
        return {}
    return game.table.pieces_by_kind


def pieces_called(game: Game, *kinds: str) -> Iterator[TerrainPiece]:
    """Pieces of the named kinds, in the order of the table. Rule: TR-PACK-06"""
    known = pieces_by_kind(game)
    for kind in kinds:
        yield from known.get(kind, ())


def obstacles_of(game: Game) -> tuple[TerrainPiece, ...]:
    """The long thin pieces of the terrain pack (fences, hedges, walls); empty when the pack is off."""
    if not game.rules.terrain_pack:
        return ()
    return game.table.obstacles


def stands(game: Game, body: Body, piece: TerrainPiece, degree: str | int) -> bool:
    """Whether a base is inside a piece to a degree ("partly", "in" or "wholly"), or within a number of hundredths of an
    inch.
    """
    if on_crossing(game, body.x, body.y, body.z, body.radius, piece):
        return False
    held = piece.building_mode != "rooms" and body.z < top_of(piece)
    if held and point_in_polygon(body.x, body.y, piece.outline) >= 0:
        return True
    if isinstance(degree, int):
        return piece_distance(game.table, body, piece.id) <= degree
    return inside(game.table, body, piece.id) >= DEGREES[degree]


def on_crossing(game: Game, x: float, y: float, z: int, radius: int, piece: TerrainPiece) -> bool:
    """Whether a base with its centre there is not in the river: on a bridge above it, or on a ford that it fits on.

    Rule: TR-RIVER-BRIDGE-01
    """
    if "river" not in piece.flags:
        return False
    if z > piece.z0 + 50:
        return True
    return any(
        "ford" in area.flags and area.width >= 2 * radius and point_in_polygon(x, y, area.outline) >= 0
        for area in game.table.areas
    )


def own_next_turn(state: BattleState, model_id: str) -> int:
    """Number of the next turn of the model's own side."""
    order = state.order
    comes_later = order.index(model_id[0]) > order.index(state.active)
    return state.turn_number + (0 if comes_later else 1)


def in_turn_order(state: BattleState) -> list[str]:
    """Models on the table, those of the active side first, each side in roster order. Rule: TR-PACK-06"""
    return [
        model_id
        for model_id in sorted(state.models, key=lambda model_id: model_id[0] != state.active)
        if not state.models[model_id].gone
    ]


def allegiance(game: Game, model_id: str) -> str:
    """ "order", "destruction" or "": Order if any part of the alignment is lawful, Destruction if any is chaotic. Rule:
    TR-PACK-05
    """
    side = game.sides[model_id[0]]
    words = {side.alignment, *side.alignment.replace("/", " ").split(), *side.tags, *game.fighters[model_id].tags}
    if words & {"destruction", "chaotic"}:
        return "destruction"
    return "order" if words & {"order", "lawful"} else ""


def is_called(game: Game, model_id: str, word: str) -> bool:
    """Whether a model has one of the pack's tags, such as undead, dwarf, wizard or hero."""
    fighter = game.fighters[model_id]
    if word == "hero":
        return fighter.role == "hero" or fighter.is_leader
    if word == "wizard" and any(spell not in PRAYERS for spell in fighter.spells):
        return True
    return word in fighter.tags or word in fighter.keywords or word in game.sides[model_id[0]].tags
