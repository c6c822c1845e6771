"""Changes during play to parts of a battle that are otherwise fixed: moved pieces, lured warriors, dismounted riders.

Rules: TR-FOREST-BLOOD-02, SPEC-MOUNT-01

A `Table` never changes. The state stores the displacement of pieces under the mark `pieces_moved`, lured warriors under
`turned`, and dismounted riders under `on_foot`. `present` returns the battle with the table, sides and fighters of a
state.
"""

from __future__ import annotations

from dataclasses import replace

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.profile import Fighter, on_foot
from battles.engine.state import BattleState
from battles.engine.table.pieces import TerrainPiece
from battles.engine.table.table import Table
from battles.engine.table.vectors import Point, Polygon

MOVED_PIECES = "pieces_moved"
"""Key of the mark with moved pieces: piece id -> [dx, dy], the displacement in hundredths of an inch."""


ON_FOOT = "on_foot"
"""Key of the mark with dismounted riders: model id -> [x, y, z], where the steed waits. Rule: SPEC-MOUNT-01"""
PACTS = "pacts"
"""Key of the mark with alliances agreed after deployment: [side, side, how loot is divided] for each. Rule:
ALLY-FORMAL-01
"""
TURNED = "turned"
"""Key of the mark with lured models: model id -> the side that controls it."""


def present(game: Game, state: BattleState) -> Game:
    """The battle with the table, sides and alliances of this state; the same object if nothing differs."""
    turned: dict[str, str] = state.marks.get(TURNED) or {}
    if game.turned != turned:
        game = replace(game, turned=turned)
    pacts = tuple((first, other) for first, other, _loot in state.marks.get(PACTS) or ())
    if game.pacts != pacts:
        game = _with_pacts(game, pacts)
    game = _with_riders(game, frozenset(state.marks.get(ON_FOOT) or ()))
    offsets: dict[str, list[int]] | None = state.marks.get(MOVED_PIECES)
    base = game.table.original or game.table
    if not offsets:
        return game if base is game.table else replace(game, table=base)
    key = tuple(sorted((piece, dx, dy) for piece, (dx, dy) in offsets.items()))
    cache = base.caches.moved_tables
    table = cache.get(key)
    if table is None:
        table = cache.store(key, _with_offsets(base, offsets))
    else:
        cache.counts.hits += 1
    return game if game.table is table else replace(game, table=table)


def _with_pacts(game: Game, pacts: tuple[tuple[str, str], ...]) -> Game:
    """The battle in which the sides of each pair are also allies."""
    known = game.caches.pacts
    if pacts not in known:
        sides = dict(game.sides if not game.pacts else known[()])
        known.setdefault((), dict(sides))
        for first, other in pacts:
            sides[first] = replace(sides[first], allies=sides[first].allies | {other})
            sides[other] = replace(sides[other], allies=sides[other].allies | {first})
        known[pacts] = sides
    return replace(game, sides=known[pacts], pacts=pacts)


def _with_riders(game: Game, walking: frozenset[str]) -> Game:
    """The battle in which these riders are on foot. Each set of riders has its own cached bodies."""
    known = game.caches.riders
    if not known and not walking:
        return game
    if not known:
        known[frozenset()] = game
    if walking not in known:
        mustered = known[frozenset()].fighters
        changed = {
            model_id: on_foot(fighter) if model_id in walking else fighter for model_id, fighter in mustered.items()
        }
        known[walking] = replace(game, fighters=changed, bodies={}, caches=game.caches.without_bodies())
    found = known[walking]
    if game.fighters is found.fighters:
        return game
    return replace(game, fighters=found.fighters, bodies=found.bodies, caches=found.caches)


def drawn_fighter(game: Game, model_id: str) -> Fighter:
    """The fighter as mustered; a rider is mounted."""
    known = game.caches.riders
    return known[frozenset()].fighters[model_id] if known else game.fighters[model_id]


def refresh(ctx: Context) -> None:
    """Update a context to the current table, sides and riders."""
    ctx.game = present(ctx.game, ctx.state)
    ctx.fighters = ctx.game.fighters


def _with_offsets(base: Table, offsets: dict[str, list[int]]) -> Table:
    pieces = [shifted(piece, *offsets[piece.id]) if piece.id in offsets else piece for piece in base.pieces]
    table = Table(base.width, base.length, pieces, name=base.name, ground=base.ground, zones=base.zones)
    table.original = base
    return table


def without(table: Table, pieces: frozenset[str]) -> Table:
    """The table without some pieces (cached): how a model in contact with an obstacle sees it."""
    cache = table.caches.reduced_tables
    found = cache.get(pieces)
    if found is not None:
        cache.counts.hits += 1
        return found
    left = [piece for piece in table.pieces if piece.id not in pieces]
    reduced = Table(table.width, table.length, left, name=table.name, ground=table.ground, zones=table.zones)
    return cache.store(pieces, reduced)


def shifted(piece: TerrainPiece, dx: int, dy: int) -> TerrainPiece:
    """A wood or field at another place, with everything it contains."""

    def shape(outline: Polygon) -> Polygon:
        return tuple(_point(point, dx, dy) for point in outline)

    levels = tuple(replace(level, outline=shape(level.outline)) for level in piece.levels)
    return replace(piece, outline=shape(piece.outline), levels=levels)


def _point(point: Point, dx: int, dy: int) -> Point:
    return point[0] + dx, point[1] + dy
