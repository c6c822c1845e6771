"""What a model would see from any position on the table: for every model on it, the result and the reason. Looking is
allowed in every ruleset and reveals no distance (MV-MEAS-01). Rules: LS-TRUE-01, LS-COVER-01, LS-VALUE-01"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from battles.board.model_views import place_word
from battles.board.sight.lines import LINES, SightLine, words_of
from battles.board.sight.rays import rays_between
from battles.board.text.table import name_of, part_of_table
from battles.engine.battle import Battle as EngineBattle
from battles.engine.game import Game
from battles.engine.profile import Fighter
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of, is_down, is_hidden
from battles.engine.steps.shooting.cover import HARD, LINES_FOR_HALF, RAYS_FOR_ANY, RAYS_FOR_HALF, SOFT
from battles.engine.table.ground import heights_at
from battles.engine.table.sight.rays import eye_height
from battles.engine.table.sight.value_mode import look_by_value, standing_value
from battles.engine.table.vectors import Body, Spot
from battles.engine.terrain.buildings.garrisons import garrison_of

RADIUS = 50
HEIGHT = 120
"""Height of the viewer's eye, which is that of a small model standing at the position. Rule: GM-MODEL-01"""


def spot_in(engine: EngineBattle, query: Mapping[str, str]) -> Spot:
    """The position in a query: `x` and `y` (inches) or `piece` (the id of a terrain piece, for its middle), at the
    height `level` (hundredths) or on the highest floor there. Raises ValueError for an invalid position."""
    table = engine.game.table
    if query.get("piece"):
        if query["piece"] not in {piece.id for piece in table.pieces}:
            raise ValueError(query["piece"])
        outline = table.piece(query["piece"]).outline
        x, y = (round(sum(point[axis] for point in outline) / len(outline)) for axis in (0, 1))
    else:
        x, y = (round(float(query.get(axis) or "nan") * 100) for axis in ("x", "y"))
    if not (0 <= x <= table.width and 0 <= y <= table.length):
        raise ValueError("outside the table")
    heights = heights_at(table, x, y)
    level = query.get("level", "")
    if level.isdigit() and len(level) < 6:
        heights = [z for z in heights if z <= int(level)] or heights[:1]
    return Spot(x, y, heights[-1])


def place_of(engine: EngineBattle, spot: Spot) -> str:
    """A position as text, no more precise than a ninth of the table and a storey."""
    return f"{part_of_table(engine.game.table, spot.x, spot.y)}, {place_word(spot.z)}"


def lines_from(engine: EngineBattle, spot: Spot) -> list[SightLine]:
    """A line of sight to every model on the table."""
    game, state = engine.game, engine.state
    there = [
        model_id
        for model_id, model in state.models.items()
        if model.on_table and _covers(body_of(game, state, model_id), spot)
    ]
    return [_line(game, state, spot, model_id, there) for model_id, model in state.models.items() if model.on_table]


def _covers(body: Body, spot: Spot) -> bool:
    """Whether a model stands on the position itself. It is then treated as the viewer and blocks no rays."""
    square = (body.x - spot.x) ** 2 + (body.y - spot.y) ** 2
    return square <= body.radius * body.radius and body.z <= spot.z < body.z + body.height


def _line(game: Game, state: BattleState, spot: Spot, model_id: str, there: list[str]) -> SightLine:
    model, aim = state.models[model_id], body_of(game, state, model_id)
    rays, cover = None, ""
    if game.rules.sight_mode == "value":
        here = Body(*spot, RADIUS, HEIGHT)
        others = [
            (body_of(game, state, other), _value(game, state, other))
            for other, far in state.models.items()
            if far.on_table and other != model_id and other not in there
        ]
        lines = look_by_value(
            game.table, here, standing_value(game.table, here, "small"), aim, _value(game, state, model_id), others
        )
        needed = LINES_FOR_HALF if game.rules.cover_from_half_hidden else 1
        seen, covered, hard = lines.seen, lines.in_cover(needed), lines.mostly_hard
        counted = (lines.clear, lines.stopped, LINES, _("obstacles"))
    else:
        rays = rays_between(game, state, (spot.x, spot.y, eye_height(spot.z, HEIGHT)), aim, (model_id, *there))
        needed = RAYS_FOR_HALF if game.rules.cover_from_half_hidden else RAYS_FOR_ANY
        seen, covered, hard = rays.sight.seen, rays.sight.in_cover(needed), rays.sight.mostly_hard
        counted = (rays.sight.clear, rays.sight.stopped, 25, rays.what)
    if covered:
        cover = HARD if hard else SOFT
    kind = "unseen" if not seen else "cover" if cover else "clear"
    label, short = words_of(game, kind, cover, *counted)
    section = garrison_of(state, model_id)
    if section:
        kind, rays = "unseen", None
        label, short = _("inside %(building)s") % {"building": game.table.piece(section).name}, _("inside")
    elif is_hidden(model):
        kind, rays, label, short = "unseen", None, _("not seen: hidden"), _("hidden")
    return SightLine(
        who=model_id, name=game.name(model_id), kind=kind, label=label, short=short, rays=rays,
        start=(spot.x / 100, spot.y / 100), end=(model.x / 100, model.y / 100),
    )  # fmt: skip


def _value(game: Game, state: BattleState, model_id: str) -> int:
    fighter: Fighter = game.fighters[model_id]
    return standing_value(
        game.table, body_of(game, state, model_id), fighter.size, prone=is_down(state.models[model_id])
    )


def named_places(engine: EngineBattle) -> list[tuple[str, str]]:
    """Terrain pieces to look from, for users who cannot point at the board: (id, name and place)."""
    table = engine.game.table
    found = []
    for piece in table.pieces:
        spot = spot_in(engine, {"piece": piece.id})
        found.append((piece.id, f"{name_of(piece)}: {place_of(engine, spot)}"))
    return sorted(found, key=lambda row: row[1])
