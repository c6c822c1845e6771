"""What a model sees of each enemy: a line on the board and a sentence in the list, computed from the engine's sight
rays. Looking is allowed in every ruleset, and nothing here reveals a distance (MV-MEAS-01). Rules: LS-TRUE-01,
LS-COVER-01."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from battles.board.sight.rays import Rays, ends_svg, rays_between
from battles.engine.battle import Battle as EngineBattle
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of, enemies_of, is_hidden
from battles.engine.steps.movement.hiding.visibility import eye_of, look_between
from battles.engine.steps.shooting.cover import HARD, view
from mordheim_site.look.svg.elements import element, group, joined, line_through, path, upright

LINES = 5
"""Number of lines drawn in plan if the ruleset uses sight values. Rule: LS-VALUE-01"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SightLine:
    """The view of one model. Positions are in inches."""

    who: str
    name: str
    kind: str
    """clear, cover or unseen."""
    label: str
    short: str
    start: tuple[float, float]
    end: tuple[float, float]
    rays: Rays | None = None
    """The single rays; None if the ruleset uses sight values, or if the target is not on the table."""

    @property
    def side(self) -> str:
        """The side of the model that is looked at."""
        return self.who[0]


def lines_of(engine: EngineBattle, model_id: str) -> list[SightLine]:
    """A line of sight to every enemy on the table, in the order of the list; empty if the model is not on the table."""
    game, state = engine.game, engine.state
    if not state.models[model_id].on_table:
        return []
    return [
        _line(game, state, model_id, enemy)
        for enemy in enemies_of(game, state, model_id)
        if state.models[enemy].on_table
    ]


def _line(game: Game, state: BattleState, model_id: str, enemy: str) -> SightLine:
    mine, theirs = state.models[model_id], state.models[enemy]
    seen = view(game, state, model_id, enemy)
    kind = "unseen" if not seen.seen else "cover" if seen.cover else "clear"
    rays = None
    if game.rules.sight_mode == "value":
        lines = look_between(game, state, model_id, enemy)
        counted = (lines.clear, lines.stopped, LINES, _("obstacles"))
    else:
        rays = rays_between(game, state, eye_of(game, state, model_id), body_of(game, state, enemy), (model_id, enemy))
        counted = (rays.sight.clear, rays.sight.stopped, 25, rays.what)
    is_lost = kind == "unseen" and is_hidden(theirs)
    label, short = (_("not seen: hidden"), _("hidden")) if is_lost else words_of(game, kind, seen.cover, *counted)
    return SightLine(
        who=enemy, name=game.name(enemy), kind=kind, label=label, short=short, rays=None if is_lost else rays,
        start=(mine.x / 100, mine.y / 100), end=(theirs.x / 100, theirs.y / 100),
    )  # fmt: skip


def words_of(game: Game, kind: str, cover: str, clear: int, stopped: int, count: int, what: str) -> tuple[str, str]:
    """The result as a phrase for the list and as a short label for the board."""
    by = -2 if game.rules.cover_kinds and cover == HARD else -1
    counted = {"clear": clear, "stopped": stopped, "all": count, "by": by, "what": what}
    if kind == "unseen":
        return (_("not seen: %(what)s") % counted if what else _("not seen")), _("not seen")
    if kind == "cover":
        return _("cover %(by)d: %(what)s blocks %(stopped)d of %(all)d lines") % counted, f"{by}"
    return _("%(clear)d of %(all)d lines are clear") % counted, f"{clear}/{count}"


MARKS = {
    "clear": element("circle", class_="sight-dot", r=".16"),
    "cover": path("M-.26-.15h.52v.3h-.52zM-.26 0h.52M0-.15V0M-.13 0v.15M.13 0v.15", class_="sight-brick"),
    "unseen": joined(()),
}


def lines_svg(lines: list[SightLine], length: float) -> SafeString:
    """The lines as an SVG layer; `length` (the table's, in inches) is needed to flip the y axis."""
    return joined(_line_svg(line, length) for line in lines)


def _line_svg(line: SightLine, length: float) -> SafeString:
    (ax, ay), (bx, by) = line.start, line.end
    dx, dy = bx - ax, by - ay
    far = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / far, dy / far
    ex, ey = bx - ux * 0.7, by - uy * 0.7
    bar = joined(())
    if line.kind == "unseen":
        ends = (ex - uy * 0.3, length - ey - ux * 0.3), (ex + uy * 0.3, length - ey + ux * 0.3)
        bar = path(line_through(ends), class_="sight-bar")
    mx, my = ax + dx * 0.6, ay + dy * 0.6
    label = upright("" if line.kind == "unseen" else line.short, y="-.3", class_="sight-label")
    return group(
        path(line_through(((ax, length - ay), (ex, length - ey))), class_="sight-line"),
        bar,
        group(MARKS[line.kind], label, at=(mx, length - my)),
        ends_svg(line.rays, length) if line.rays is not None else "",
        class_=f"sight {line.kind}",
        data_sight=line.who,
    )
