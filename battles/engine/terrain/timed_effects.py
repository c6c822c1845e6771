"""Pieces that act by themselves at fixed moments. Rule: TR-PACK-06

Start of a turn (before recovery): Temple of Skulls, Sinister Statue, Nehekharan Sphynx. End of the movement phase:
Wildwood, Mist-Wreathed Swamp, Wyrding Well. End of the shooting phase: Haunted Mansion. End of a turn: Boiling Flood.
Start of the phase in which spells are cast: Sorcerous Portal, then Wizard's Tower. The turn asks `due` and pushes
`Frame("terrain", moment)`. Pieces act in the order of the table, on models of the active side first.
"""

from __future__ import annotations

from collections.abc import Callable

from battles.engine.events import EffectEnded
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState, Frame
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.turn import ending
from battles.engine.steps.turn.battle import roll_off
from battles.engine.table.ground import piece_distance
from battles.engine.table.pieces import TerrainPiece
from battles.engine.terrain import auras, effects, place_effects  # noqa: F401 - powers register themselves on the hooks
from battles.engine.terrain.places import in_turn_order, is_called, pieces_by_kind, stands

TIMINGS: dict[str, tuple[str, ...]] = {
    "turn_start": ("temple_of_skulls", "sinister_statue", "nehekharan_sphynx"),
    "movement_end": ("wildwood", "mist_wreathed_swamp", "wyrding_well"),
    "shooting_end": ("haunted_mansion",),
    "turn_end": ("boiling_flood",),
    "magic_start": ("sorcerous_portal", "wizards_tower"),
}
TOWER = 300
CHOICES = {"temple_of_skulls": "court_the_gods", "nehekharan_sphynx": "riddle", "wyrding_well": "drink"}
"""Pieces whose effect the model's side may decline, with the prompt."""


def due(game: Game, phase_index: int, done: list[str]) -> str:
    """The moment between two phases that has come and has not been handled; "" for none."""
    if not game.rules.terrain_pack:
        return ""
    phases = game.rules.phases
    candidates = []
    if phase_index == 0:
        candidates.append("turn_start")
    else:
        candidates.append(f"{phases[phase_index - 1]}_end")
    if phase_index == len(phases):
        candidates.append("turn_end")
    kinds = pieces_by_kind(game)
    for moment in candidates:
        if moment not in done and any(kind in kinds for kind in TIMINGS.get(moment, ())):
            return moment
    return ""


def opens_with_magic(game: Game, phase: str) -> bool:
    """Whether pieces act at the start of this phase, because it is the ruleset's phase for spells. Rule: TR-PACK-02"""
    kinds = pieces_by_kind(game)
    return phase == game.rules.casting_phase and any(kind in kinds for kind in TIMINGS["magic_start"])


def is_affected(game: Game, state: BattleState, kind: str, piece_id: str, model_id: str) -> bool:
    """Whether a piece affects a model now."""
    model = state.models[model_id]
    if model.gone:
        return False
    piece, body = game.table.piece(piece_id), body_of(game, state, model_id)
    fighter = game.fighters[model_id]
    free = model.posture == STANDING and not model.engaged
    if kind in ("wildwood", "boiling_flood"):
        return stands(game, body, piece, "partly")
    if kind == "mist_wreathed_swamp":
        on_foot = fighter.kind == "infantry" and fighter.size == "small" and fighter.mount is None
        return on_foot and not is_called(game, model_id, "fimir") and stands(game, body, piece, "wholly")
    if kind == "sinister_statue":
        return stands(game, body, piece, auras.SIX)
    if kind == "haunted_mansion":
        return not is_called(game, model_id, "undead") and stands(game, body, piece, auras.SIX)
    if kind == "temple_of_skulls":
        return is_called(game, model_id, "hero") and model.posture == STANDING and stands(game, body, piece, "in")
    if kind == "nehekharan_sphynx":
        mine = model_id[0] == state.active and is_called(game, model_id, "hero")
        return mine and model.posture == STANDING and stands(game, body, piece, auras.SIX)
    if kind in ("sorcerous_portal", "wizards_tower"):
        return True
    return free and stands(game, body, piece, 300)


def nearest(ctx: Context, piece_id: str) -> str:
    """Id of the model closest to a piece, including hidden and fallen ones; a roll-off decides ties. "" on an empty
    table.
    """
    gaps = {
        model_id: piece_distance(ctx.game.table, body_of(ctx.game, ctx.state, model_id), piece_id)
        for model_id, model in ctx.state.models.items()
        if not model.gone
    }
    if not gaps:
        return ""
    least = min(gaps.values())
    return roll_off(ctx, tuple(model_id for model_id, gap in gaps.items() if gap <= least + 1e-9), about="target")[0]


def _by_kind(kinds: tuple[str, ...]) -> Callable[[TerrainPiece], int]:
    """Sort key for the pieces of one moment: by kind in the order of the rule. Rule: TR-PACK-06"""
    return lambda piece: kinds.index(piece.kind)


def _singled_out(ctx: Context, piece: TerrainPiece) -> str:
    """Id of the one model that a piece affects: the nearest to a portal, a wizard near a tower; a roll-off decides
    ties.
    """
    if piece.kind == "sorcerous_portal":
        return nearest(ctx, piece.id)
    near = tuple(model_id for model_id in in_turn_order(ctx.state) if _learns(ctx.game, ctx.state, model_id, piece))
    return roll_off(ctx, near, about="target")[0] if near else ""


def _learns(game: Game, state: BattleState, model_id: str, tower: TerrainPiece) -> bool:
    """Whether a model is a wizard within 3 inches of a tower. Rule: TR-ARC-WIZTOWER-01"""
    return is_called(game, model_id, "wizard") and stands(game, body_of(game, state, model_id), tower, TOWER)


def phase_over(ctx: Context, phase: str) -> None:
    """End the effect of spells learnt from a tower when the phase for spells ends. Rule: TR-ARC-WIZTOWER-01"""
    if phase != ctx.rules.casting_phase or not ctx.rules.terrain_pack:
        return
    for model_id, model in tuple(ctx.state.models.items()):
        if any(effect.code == effects.TAUGHT for effect in model.effects):
            ctx.emit(EffectEnded(model_id, effects.TAUGHT))


class TerrainStep(Step):
    """Each stage is a moment. Data: `queue` of [kind, piece id, model], filled on the first call."""

    kind = "terrain"

    def enter(self, ctx: Context, frame: Frame) -> None:
        if "queue" not in frame.data:
            auras.refresh_all(ctx)
            ctx.replace(queue=self._queue(ctx, frame.stage))
            return
        queue: list[list[str]] = frame.data["queue"]
        if not queue or ending.settle(ctx):
            if ctx.state.outcome is None:
                ctx.pop()
            return
        kind, piece, model_id = queue[0]
        if not is_affected(ctx.game, ctx.state, kind, piece, model_id):
            ctx.replace(queue=queue[1:])
            return
        if kind in CHOICES and ctx.answer is None:
            self._ask(ctx, kind, piece, model_id)
            return
        rest = queue[1:]
        if kind == "nehekharan_sphynx" and ctx.answer == "yes":
            rest = [row for row in rest if row[0] != kind]
        ctx.replace(queue=rest)
        if kind not in CHOICES or ctx.answer == "yes":
            effects.PIECE_EFFECTS[kind](ctx, model_id)

    def _queue(self, ctx: Context, moment: str) -> list[list[str]]:
        kinds = TIMINGS[moment]
        order = sorted(ctx.state.models, key=lambda model_id: model_id[0] != ctx.state.active)
        if not ctx.rules.terrain_pack:
            return []
        if moment == "magic_start":
            pieces = sorted((piece for piece in ctx.game.table.pieces if piece.kind in kinds), key=_by_kind(kinds))
            rows = [(piece, _singled_out(ctx, piece)) for piece in pieces]
            return [[piece.kind, piece.id, model_id] for piece, model_id in rows if model_id]
        return [
            [piece.kind, piece.id, model_id]
            for piece in ctx.game.table.pieces
            if piece.kind in kinds
            for model_id in order
        ]

    def _ask(self, ctx: Context, kind: str, piece: str, model_id: str) -> None:
        name, place = ctx.game.name(model_id), ctx.game.table.piece(piece).name
        options = [
            Choice("no", f"{name} leaves {place} alone", "leave_alone"),
            Choice("yes", f"{name} dares: {place}", CHOICES[kind]),
        ]
        ctx.ask(model_id[0], CHOICES[kind], options, default="no", who=model_id, piece=piece)


register(TerrainStep())
