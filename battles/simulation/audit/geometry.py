"""Checks the geometry of a battle after every command: places, overlaps, contact.

* A model that was moved stands where a move may end: see `footing`.
* No two bases overlap, standing or fallen.
* Standing enemies in contact are engaged, and engaged models are in contact.

Models inside a garrison building have no position on the table and are left out.
Rules: GM-PLACE-01, MV-CHG-07, MV-CHG-10, MV-WALK-02, MV-WALK-03, TR-BLDG-MODE-01
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from battles.engine.battle import Battle
from battles.engine.game import Game
from battles.engine.state import KNOCKED_DOWN, STANDING, STUNNED, BattleState, Miniature
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.simulation.audit.footing import Ground

TOUCHING = 5
FORGIVEN = 2
LEVEL = 100
"""Models whose feet differ by at most this height are on one level. Rule: MV-CHG-07"""
LOW, THIN = 100, 100
"""Maximum height and thickness of an obstacle across which models can fight. Rule: MV-CHG-07"""
ACROSS = 120
"""Bases that are farther apart than this are never in contact."""


class Fault(NamedTuple):
    """One violation: its kind, the models, and a text."""

    kind: str
    """off_table, unsupported, in_wall, in_solid, impassable, overlap, contact_not_engaged, engaged_apart."""
    models: tuple[str, ...]
    words: str


class GeometryAudit:
    """Watches one battle: call `check` after every command."""

    def __init__(self, battle: Battle) -> None:
        self._table: Table | None = None
        self._ground: Ground | None = None
        self._before: dict[str, Miniature] = {}
        self._pairs_before: frozenset[tuple[str, str, str]] = frozenset()
        self.check(battle)

    def check(self, battle: Battle) -> list[Fault]:
        """Every violation that the last command caused. A violation that continues is reported only once."""
        game, state = battle.game, battle.state
        ground = self._ground_of(game)
        inside = {model_id for model_id, row in (state.marks.get("garrison") or {}).items() if row}
        rows = {model_id: row for model_id, row in state.models.items() if not row.gone and model_id not in inside}
        bodies = {model_id: _body(game, model_id, row) for model_id, row in rows.items()}
        found = [
            Fault(kind, (model_id,), f"{model_id} at {bodies[model_id][:3]}: {kind}")
            for model_id, row in rows.items()
            if _has_moved(self._before.get(model_id), row)
            for kind in ground.faults(bodies[model_id])
        ]
        pairs = list(self._pair_faults(game, state, ground, bodies))
        found.extend(fault for fault in pairs if (fault.kind, *fault.models) not in self._pairs_before)
        self._pairs_before = frozenset((fault.kind, fault.models[0], fault.models[1]) for fault in pairs)
        self._before = dict(state.models)
        return found

    def _ground_of(self, game: Game) -> Ground:
        if self._ground is None or self._table is not game.table:
            self._table, self._ground = game.table, Ground(game.table)
        return self._ground

    def _pair_faults(self, game: Game, state: BattleState, ground: Ground, bodies: dict[str, Body]) -> list[Fault]:
        found = []
        names = list(bodies)
        for number, name in enumerate(names):
            a, mine = bodies[name], state.models[name]
            for other in names[number + 1 :]:
                b, theirs = bodies[other], state.models[other]
                engaged = other in mine.engaged
                if engaged != (name in theirs.engaged):
                    found.append(Fault("engaged_one_way", (name, other), f"{name} and {other}"))
                apart = hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius
                if apart > ACROSS and not engaged:
                    continue
                if apart < -FORGIVEN - 1e-9 and _on_one_level(a, b):
                    found.append(Fault("overlap", (name, other), f"{name} {a} and {other} {b}: {apart / 100:.2f}"))
                if not game.are_enemies(name, other):
                    continue
                touching = in_contact(ground, a, b, apart)
                standing = mine.posture == STANDING == theirs.posture
                if touching and standing and not engaged:
                    found.append(Fault("contact_not_engaged", (name, other), f"{name} {a} and {other} {b}"))
                if engaged and not touching:
                    found.append(
                        Fault("engaged_apart", (name, other), f"{name} {a} and {other} {b}: {apart / 100:.2f}")
                    )
        return found


def _body(game: Game, model_id: str, row: Miniature) -> Body:
    """The cylinder of a model. A model that lies down is a quarter as high. Rule: GM-MODEL-01"""
    fighter = game.fighters[model_id]
    height = fighter.height // 4 if row.posture in (KNOCKED_DOWN, STUNNED) else fighter.height
    return Body(row.x, row.y, row.z, fighter.radius, height)


def _has_moved(before: Miniature | None, now: Miniature) -> bool:
    return before is None or bool(before.gone) or (before.x, before.y, before.z) != (now.x, now.y, now.z)


def _on_one_level(a: Body, b: Body) -> bool:
    return abs(a.z - b.z) < LEVEL or (a.z < b.z + b.height and b.z < a.z + a.height)


def in_contact(ground: Ground, a: Body, b: Body, apart: float) -> bool:
    """Whether two models are in contact: their bases touch, on one level or on a hillside, or both are at the same low
    thin obstacle. `apart` is the gap between the bases in plan. Rule: MV-CHG-07"""
    if apart <= TOUCHING + 1e-9:
        if abs(a.z - b.z) <= LEVEL:
            return True
        if any(ground.hill_under(body.x, body.y, body.z) for body in (a, b)):
            return True
    if abs(a.z - b.z) > LEVEL or apart > ACROSS:
        return False
    return any(
        first <= TOUCHING + 1e-9 and other <= TOUCHING + 1e-9
        for first, other in ground.low_things_between(a, b, LOW, THIN)
    )
