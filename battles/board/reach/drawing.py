"""Reach of a model for pages: its outline, places as text, and the path to a selected position.

A reach is computed once for a position and cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot
from threading import Lock
from typing import TypedDict

from django.utils.translation import gettext as _

from battles.board.model_views import place_word
from battles.board.options.types import Option
from battles.board.previews import risks
from battles.board.text.table import part_of_table
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Deploy, Move
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.steps.movement import walking
from battles.engine.steps.movement.allowances import allowance_of, budget_of
from battles.engine.steps.movement.options import reach_for
from battles.engine.steps.movement.tracks import segments_of
from battles.engine.steps.turn import deployment
from battles.engine.table.ground import heights_at
from battles.engine.table.movement.bare_steps import STEP
from battles.engine.table.movement.reach import ReachArea

_KEPT = 24
_cache: OrderedDict[tuple[str, str, str], tuple[Game, ReachArea]] = OrderedDict()
"""Reaches by position. Each is stored with its game object, so that no other object can get the id that is used in the
key."""
_lock = Lock()


def area_of(engine: EngineBattle, model_id: str, manner: str) -> ReachArea:
    """The reach of a model in a manner of moving, cached for this position."""
    key = (position(engine), model_id, manner)
    with _lock:
        if key in _cache:
            _cache.move_to_end(key)
            return _cache[key][1]
    area = reach_for(engine.game, engine.state, model_id, manner)
    with _lock:
        _cache[key] = (engine.game, area)
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    return area


def position(engine: EngineBattle) -> str:
    """Text that identifies the position: the game, the current step, and the position and state of every model."""
    state = engine.state
    under_way = repr(state.flow[-1]) if state.flow else ""
    return str(hash((id(engine.game), state.turn_number, under_way, tuple(state.models.values()))))


DIRECTIONS = (
    lambda: _("north"), lambda: _("north-east"), lambda: _("east"), lambda: _("south-east"),
    lambda: _("south"), lambda: _("south-west"), lambda: _("west"), lambda: _("north-west"),
)  # fmt: skip


def direction(dx: float, dy: float) -> str:
    """The compass direction of a step. North is away from side A."""
    return DIRECTIONS[round(degrees(atan2(dx, dy)) / 45) % 8]()


def place_label(game: Game, x: int, y: int, z: int) -> str:
    """A place on the table as text: the part of the table, and the storey."""
    return _("%(where)s, %(floor)s (%(x).1f, %(y).1f)") % {
        "where": part_of_table(game.table, x, y), "floor": place_word(z), "x": x / 100, "y": y / 100,
    }  # fmt: skip


def option_of(engine: EngineBattle, move: Move) -> Option:
    """A move as an option: direction, cost, storey, tests on the path."""
    model = engine.state.models[move.who]
    _kind, x, y, z = move.path[-1]
    way = judged_way(engine, move._replace(hide=False))
    spent = _("uses %(cost).1f of %(all).1f inches") % {"cost": way.cost / 100, "all": way.allowance / 100}
    label = _("%(where)s, %(floor)s, %(spent)s") % {
        "where": direction(x - model.x, y - model.y).capitalize(),
        "floor": place_word(z),
        "spent": spent,
    }
    if move.hide:
        label = _("%(label)s, and hide") % {"label": label}
    return Option(
        label=label,
        command=commands.to_data(move),
        note="; ".join(part for part in (*way.checks, way.risk) if part),
        is_final=way.is_final,
        spot=(x / 100, y / 100, z / 100),
    )


class WayJson(TypedDict):
    """A path to a position, checked by the rules, for the script. Lengths are in inches."""

    command: Mapping[str, object]
    cost: float
    checks: list[str]
    points: list[list[float]]
    sentence: str
    final: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A path to a position, checked by the rules: its cost, the tests on it as text, and whether a die would be
    rolled."""

    command: Mapping[str, object]
    cost: int
    allowance: int
    checks: tuple[str, ...]
    points: tuple[tuple[float, float], ...]
    sentence: str
    risk: str = ""
    """The risk of ending the move there, as text."""

    @property
    def is_final(self) -> bool:
        return bool(self.checks)

    def as_json(self) -> WayJson:
        """Plain values for the script."""
        return {
            "command": self.command,
            "cost": self.cost / 100,
            "checks": list(self.checks),
            "points": [list(point) for point in self.points],
            "sentence": self.sentence,
            "final": self.is_final,
        }


def judged_way(engine: EngineBattle, move: Move) -> Way:
    """The path of a move, checked by the rules. Raises IllegalAction as the engine does."""
    game, state = engine.game, engine.state
    track = walking.check_move(game, state, move.who[0], move)
    allowance = budget_of(allowance_of(game, state, move.who), move.manner)
    checks = risks.checks_on(engine, move.who, move.manner, track)
    risk = risks.edge_risk(game, state, move.who, track.end)
    model = state.models[move.who]
    points = ((model.x / 100, model.y / 100), *((leg.x / 100, leg.y / 100) for leg in track.legs))
    words = {"who": game.name(move.who), "cost": f"{track.cost / 100:.1f}", "all": f"{allowance / 100:.1f}"}
    verb = {
        "run": _("%(who)s runs, using %(cost)s of %(all)s inches."),
        "crawl": _("%(who)s crawls %(cost)s inches."),
    }.get(move.manner, _("%(who)s walks, using %(cost)s of %(all)s inches."))
    sentence = verb % words
    if checks:
        sentence += " " + _("Tests on the path: %(checks)s.") % {"checks": "; ".join(checks)}
    if risk:
        sentence += " " + _("Ends %(risk)s.") % {"risk": risk}
    return Way(commands.to_data(move), track.cost, allowance, checks, points, sentence, risk)


def way_to(engine: EngineBattle, model_id: str, x: int, y: int, *, manner: str, level: int | None) -> Way:
    """The path to the reachable place nearest to a selected position, on the highest floor there.

    `level` is the height (1/100 inch) up to which floors are shown: floors above it are ignored. None shows all floors.

    Raises IllegalAction, also when the position is far outside the reach.
    """
    game = engine.game
    if engine.state.flow and engine.state.flow[-1].kind == "deployment":
        return _placing(engine, model_id, x, y, level)
    area = area_of(engine, model_id, manner)
    heights = tuple(z for z in (0, *area.lattice.levels) if level is None or z <= level)
    found = [
        (hypot(spot.x - x, spot.y - y), -spot.z, node)
        for z in heights
        if (node := area.nearest(x, y, z)) is not None and (spot := area.lattice.spot(node))
    ]
    if not found:
        raise IllegalAction("no_way", _("%(who)s cannot move there.") % {"who": game.name(model_id)}, "MV-WALK-01")
    nearest = min(found)[0]
    away, _z, node = min((entry for entry in found if entry[0] <= nearest + STEP * 0.75), key=lambda entry: entry[1])
    if away > 2 * STEP:
        sentence = _("%(who)s cannot move that far.") % {"who": game.name(model_id)}
        raise IllegalAction("out_of_reach", sentence, "MV-WALK-01")
    return judged_way(engine, Move(model_id, manner, segments_of(area.path_to(node))))


def _placing(engine: EngineBattle, model_id: str, x: int, y: int, level: int | None) -> Way:
    game, state = engine.game, engine.state
    first: IllegalAction | None = None
    for z in reversed(heights_at(game.table, x, y)):
        if level is not None and z > level:
            continue
        fault = deployment.place_fault(game, state, model_id, x, y, z)
        if fault is None:
            sentence = _("%(who)s is set up here.") % {"who": game.name(model_id)}
            return Way(commands.to_data(Deploy(model_id, x, y, z)), 0, 0, (), ((x / 100, y / 100),), sentence)
        first = first or fault
    raise first or IllegalAction("in_the_air", _("A model cannot be placed there."), "GM-SURF-01")
