"""The layers of the board's SVG that do not depend on models: the table, numbered destinations, zones, and the visible
part."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from django.utils.translation import gettext as _

from battles.board.model_views import Figure
from battles.board.options.types import Verb
from battles.board.svg.models import Zone, spots_svg, zones_svg
from battles.board.svg.table import table_svg
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.terrain.pieces import blood_forest
from battles.engine.view import zones_view

CLOSE_UP_IN = 20
"""Width of the close-up view in inches."""


@functools.lru_cache(maxsize=64)
def _static(game_key: str, game_holder: _Keyed) -> str:
    return table_svg(game_holder.game.table)


class _Keyed:
    """Makes a game usable as a cache key, by the digest of its table."""

    __slots__ = ("game", "key")

    def __init__(self, game: Game) -> None:
        self.game, self.key = game, game.table.digest()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other.key == self.key


def static_layers(game: Game) -> str:
    """The drawing of the table, rendered once for each table."""
    keyed = _Keyed(game)
    return _static(keyed.key, keyed)


def can_wander(game: Game) -> bool:
    """Whether a terrain piece on the table can move. Rule: TR-FOREST-BLOOD-02"""
    return any(piece.kind == blood_forest.KIND for piece in game.table.pieces)


def numbered_spots(verb: Verb, length: float) -> str:
    """Numbers drawn at the listed destinations."""
    return spots_svg(
        (
            (option.spot[0], option.spot[1], str(place))
            for place, option in enumerate(verb.options, 1)
            if option.spot is not None
        ),
        length,
    )


def zones_of(game: Game, state: BattleState, mine: Sequence[str]) -> str:
    """The deployment zones of the sides while they deploy; `mine` are the sides of the reader."""
    length = game.table.length / 100
    return zones_svg(
        (
            Zone(
                side,
                [[(x / 100, y / 100) for x, y in outline] for outline in outlines],
                side in mine,
                _("Your deployment zone")
                if list(mine) == [side]
                else _("Deployment zone of %(side)s") % {"side": game.name(side)},
            )
            for side, outlines in zones_view(game, state).items()
        ),
        length,
    )


def view_box(game: Game, around: Figure | None) -> str:
    """The SVG view box: the whole table, or the area around a model."""
    width, length = game.table.width / 100, game.table.length / 100
    if around is None or not around.on_table:
        return f"0 0 {width:g} {length:g}"
    span_x, span_y = min(CLOSE_UP_IN, width), min(CLOSE_UP_IN, length)
    x = min(max(0, around.x - span_x / 2), width - span_x)
    y = min(max(0, length - around.y - span_y / 2), length - span_y)
    return f"{x:g} {y:g} {span_x:g} {span_y:g}"
