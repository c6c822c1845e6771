"""What a model sees of each enemy in three dimensions: the position of its eye, and the 25 rays to each silhouette with
the point where each ends. Lengths are hundredths of an inch. Looking is allowed in every ruleset (MV-MEAS-01). Rules:
LS-TRUE-01, LS-BLOCK-01."""

from __future__ import annotations

from typing import TypedDict

from battles.board.sight.lines import SightLine, lines_of
from battles.board.sight.rays import SIDE, Eye
from battles.engine.battle import Battle as EngineBattle
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.hiding.visibility import eye_of
from battles.engine.table.sight.ray_masks import Frame


class Ray(TypedDict):
    """One ray: the point where it ends, [x, y, z], and what blocks it (`by` is empty if nothing does)."""

    end: list[int]
    is_clear: bool
    by: str


class Look(TypedDict):
    """The view of one enemy. `kind` is clear, cover or unseen; `label` is the same as text; `why` lists what blocks
    rays. `rays` is empty if the ruleset uses sight values instead, or if the enemy is not on the table."""

    who: str
    name: str
    kind: str
    label: str
    why: str
    rays: list[Ray]


class Looks(TypedDict):
    """Everything that a model sees from its position. `eye` is empty if the model is not on the table."""

    who: str
    name: str
    eye: list[int]
    looks: list[Look]


def looks_of(engine: EngineBattle, model_id: str) -> Looks:
    """What a model sees of every enemy on the table. Raises KeyError for an unknown model."""
    game, state = engine.game, engine.state
    if not state.models[model_id].on_table:
        return {"who": model_id, "name": game.name(model_id), "eye": [], "looks": []}
    eye = eye_of(game, state, model_id)
    return {
        "who": model_id,
        "name": game.name(model_id),
        "eye": list(eye),
        "looks": [_look(engine, eye, line) for line in lines_of(engine, model_id)],
    }


def _look(engine: EngineBattle, eye: Eye, line: SightLine) -> Look:
    return {
        "who": line.who,
        "name": line.name,
        "kind": line.kind,
        "label": line.label,
        "why": line.rays.why if line.rays is not None else "",
        "rays": _rays(engine, eye, line),
    }


def _rays(engine: EngineBattle, eye: Eye, line: SightLine) -> list[Ray]:
    if line.rays is None:
        return []
    frame = Frame.of(eye, body_of(engine.game, engine.state, line.who))
    stopped = {
        (stop.column, stop.row): (stop.share, name)
        for stop, name in zip(line.rays.sight.stops, line.rays.names, strict=True)
    }
    found: list[Ray] = []
    for column in range(SIDE):
        for row in range(SIDE):
            share, by = stopped.get((column, row), (1.0, ""))
            across = frame.offsets[column]
            end = (
                eye[0] + (frame.dx + frame.lx * across) * share,
                eye[1] + (frame.dy + frame.ly * across) * share,
                eye[2] + frame.rises[row] * share,
            )
            found.append({"end": [round(value) for value in end], "is_clear": not by, "by": by})
    return found
