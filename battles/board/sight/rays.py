"""The 25 rays of one view, with what blocks each: a small picture, a text, and the points where they end. Rules:
LS-TRUE-01, LS-BLOCK-01"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.table.sight.ray_masks import Frame
from battles.engine.table.sight.rays import Sight, Stop, look
from battles.engine.table.vectors import Body
from mordheim_site.look.svg.elements import circle, drawing, element, joined, path

Eye = tuple[int, int, int]
SIDE = 5
"""Number of columns and rows of the silhouette."""
NAMED = 2
"""Number of blocking objects that the short text names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rays:
    """The rays of one view. `ends` are the distinct points, in inches, where blocked rays end."""

    sight: Sight
    names: tuple[str, ...]
    """What blocks each of the blocked rays, in the order of `sight.stops`."""
    counts: tuple[tuple[str, int], ...]
    """(object, number of rays that it blocks), the highest number first."""
    ends: tuple[tuple[float, float], ...]

    @property
    def what(self) -> str:
        """The objects that block the most rays, as text."""
        return _(" and ").join(name for name, _count in self.counts[:NAMED])

    @property
    def why(self) -> str:
        """Everything that blocks rays, with the number of rays, as text."""
        return ", ".join(_("%(name)s blocks %(n)d") % {"name": name, "n": count} for name, count in self.counts)

    @property
    def picture(self) -> SafeString:
        """The silhouette as seen from the eye, head at the top: filled squares are visible, crossed ones blocked."""
        stopped = {(stop.column, stop.row): stop for stop in self.sight.stops}
        squares = joined(
            _square(SIDE - 1 - column, SIDE - 1 - row, stopped.get((column, row)))
            for column in range(SIDE)
            for row in range(SIDE)
        )
        text = _("%(n)d of 25 lines are clear") % {"n": self.sight.clear}
        return drawing(squares, class_="rays", viewBox="0 0 5 5", width=40, height=40, role="img", aria_label=text)


def _square(column: int, row: int, stop: Stop | None) -> SafeString:
    if stop is None:
        return element("rect", class_="ray-clear", x=f"{column}.08", y=f"{row}.08", width=".84", height=".84")
    kind = "hard" if stop.hard else "soft"
    return path(f"M{column}.2 {row}.2l.6.6m0-.6l-.6.6", class_=f"ray-{kind}")


def rays_between(game: Game, state: BattleState, eye: Eye, aim: Body, without: Collection[str]) -> Rays:
    """The view from an eye of a silhouette. All models block rays except those in `without`."""
    left, right = sorted((eye[0], aim.x))
    low, high = sorted((eye[1], aim.y))
    others = [
        (model_id, body)
        for model_id, model in state.models.items()
        if model.on_table and model_id not in without and (body := body_of(game, state, model_id))
        and left - aim.radius <= body.x + body.radius and body.x - body.radius <= right + aim.radius
        and low - aim.radius <= body.y + body.radius and body.y - body.radius <= high + aim.radius
    ]  # fmt: skip
    sight = look(game.table, eye, aim, [body for _who, body in others], explain=True)
    pieces = {piece.id: piece.name or piece.kind.replace("_", " ") for piece in game.table.pieces}
    names = tuple(
        game.name(others[stop.number][0]) if stop.kind == "body" else pieces.get(stop.piece, stop.kind)
        for stop in sight.stops
    )
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return Rays(
        sight=sight,
        names=names,
        counts=tuple(sorted(counts.items(), key=lambda row: -row[1])),
        ends=_ends(Frame.of(eye, aim), sight.stops),
    )


def _ends(frame: Frame, stops: tuple[Stop, ...]) -> tuple[tuple[float, float], ...]:
    found = {
        (
            round((frame.ex + (frame.dx + frame.lx * frame.offsets[stop.column]) * stop.share) / 100, 1),
            round((frame.ey + (frame.dy + frame.ly * frame.offsets[stop.column]) * stop.share) / 100, 1),
        )
        for stop in stops
    }
    return tuple(sorted(found))


def ends_svg(rays: Rays, length: float) -> SafeString:
    """Small bars at the points where rays are blocked."""
    return joined(circle((x, length - y), 0.08, class_="ray-end") for x, y in rays.ends)
