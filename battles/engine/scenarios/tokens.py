"""Objects on the table or carried: wyrdstone counters, a chest. They are stored in `state.marks` under `token:<n>`.

A warrior picks one up by moving into contact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from battles.engine.events import Marked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.base import is_able
from battles.engine.state import BattleState
from battles.engine.traits import Flag

KEEPS_FINDS = Flag("keeps_finds")
"""Trait of warriors who keep the objects that they carry home for themselves."""
REACH = 50
"""Radius of a token, in hundredths of an inch."""
LEVEL = 100
SCENERY = frozenset({"carcass", "grave", "tree", "bush"})
"""Kinds of token that mark a place and cannot be picked up."""


class Token(TypedDict):
    """An object on the table or carried; positions in hundredths of an inch."""

    kind: str
    x: int
    y: int
    z: int
    by: str
    """Id of the carrier; "" while the object is on the table."""


def tokens(state: BattleState, kind: str = "") -> dict[str, Token]:
    """The tokens of a kind by key, in the order they were placed."""
    return {
        key: value
        for key, value in sorted(state.marks.items())
        if key.startswith("token:") and (not kind or value["kind"] == kind)
    }


def put(ctx: Context, number: int, kind: str, x: int, y: int, z: int, by: str = "") -> None:
    """Place a token on the table, or change it."""
    ctx.emit(Marked(f"token:{number}", {"kind": kind, "x": x, "y": y, "z": z, "by": by}))


def may_carry(game: Game, model_id: str) -> bool:
    """Whether a model can carry objects. Animals cannot."""
    fighter = game.fighters[model_id]
    return fighter.role != "animal" and "animal" not in fighter.keywords and fighter.kind not in ("war_beast", "swarm")


def drop_and_pick_up(ctx: Context, kind: str, allowed: Callable[[str], bool] = lambda _who: True) -> None:
    """Drop the objects of carriers who went out of action or fled, then let able warriors pick up what they touch.

    The active side picks up first; `allowed` limits which models may.
    """
    for key in tokens(ctx.state, kind):
        _drop_of_fallen(ctx, key)
        token = ctx.state.marks[key]
        finder = "" if token["by"] else _finder(ctx, token, allowed)
        if finder:
            _pick_up(ctx, key, token, finder)


def drop_of_fallen(ctx: Context, kind: str) -> None:
    """Drop the objects of carriers who went out of action or fled, where the carrier was."""
    for key in tokens(ctx.state, kind):
        _drop_of_fallen(ctx, key)


def _drop_of_fallen(ctx: Context, key: str) -> None:
    token = ctx.state.marks[key]
    if token["by"] and ctx.state.models[token["by"]].gone in ("out", "fled"):
        drop(ctx, key)


def drop(ctx: Context, key: str) -> None:
    """The carrier drops the object."""
    token = ctx.state.marks[key]
    carrier = ctx.state.models[token["by"]]
    ctx.emit(Marked(key, {**token, "x": carrier.x, "y": carrier.y, "z": carrier.z, "by": ""}))
    ctx.note("dropped", token["by"], detail=token["kind"], rule="SCN-TOKEN-01")


def take_after_a_turn(ctx: Context, kind: str, side: str) -> None:
    """At the start of a side's turn, let warriors who have been next to an object since its last turn pick it up."""
    waiting: dict[str, list[str]] = dict(ctx.state.marks.get("waiting", {}))
    for key, token in tokens(ctx.state, kind).items():
        if token["by"]:
            continue
        touched = [model_id for model_id in touching(ctx, token) if model_id[0] == side]
        ready = [model_id for model_id in touched if model_id in waiting.get(side, ())]
        if ready:
            _pick_up(ctx, key, token, ready[0])
        waiting[side] = touched
    ctx.emit(Marked("waiting", waiting))


def _pick_up(ctx: Context, key: str, token: Token, finder: str) -> None:
    ctx.emit(Marked(key, {**token, "by": finder}))
    ctx.note("picked_up", finder, detail=token["kind"], rule="SCN-TOKEN-01")


def _finder(ctx: Context, token: Token, allowed: Callable[[str], bool]) -> str:
    """Id of the model that picks up an object now, or "". Models of the active side come first."""
    found = [model_id for model_id in touching(ctx, token) if allowed(model_id)]
    return next((model_id for model_id in found if model_id[0] == ctx.state.active), found[0] if found else "")


def touching(ctx: Context, token: Token) -> list[str]:
    """Able warriors in contact with an object, apart from animals and neutral creatures."""
    found = []
    for model_id, model in ctx.state.models.items():
        if ctx.game.sides[model_id[0]].neutral:
            continue
        if not is_able(ctx.state, model_id) or not may_carry(ctx.game, model_id) or abs(model.z - token["z"]) > LEVEL:
            continue
        reach = ctx.game.fighters[model_id].radius + REACH
        if (model.x - token["x"]) ** 2 + (model.y - token["y"]) ** 2 <= reach * reach:
            found.append(model_id)
    return found


def held_by(state: BattleState, side: str, kind: str) -> int:
    """Number of tokens of a kind that the side's warriors carry."""
    return sum(1 for token in tokens(state, kind).values() if token["by"] and token["by"][0] == side)


def keeps(game: Game, model_id: str) -> bool:
    """Whether this model keeps what it carries, so that its warband gets nothing."""
    return model_id in game.fighters and KEEPS_FINDS.of(game.fighters[model_id])


def brought_home(game: Game, state: BattleState, side: str, kind: str) -> int:
    """Number of tokens of a kind that the side's warriors bring home for the warband."""
    mine = (token["by"] for token in tokens(state, kind).values() if token["by"])
    return sum(1 for model_id in mine if model_id[0] == side and not keeps(game, model_id))
