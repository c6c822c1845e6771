"""Previews of moves and charges for pages: cost, tests with their scores, dangers, or why the command is refused.

Nothing changes. Lengths in hundredths of an inch. Where measuring is not free, a charge's preview shows its path but
neither cost nor reach (MV-MEAS-01).
"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.commands import Charge, Move, Segment
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.charge import declarations, routes
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement import walking
from battles.engine.steps.movement.allowances import allowance_of, budget_of
from battles.engine.steps.movement.dangerous_ground import dangers_of
from battles.engine.steps.movement.tracks import Track


class Ahead(NamedTuple):
    """An Initiative test on the way."""

    kind: str
    """Kind of test: "climb_up", "climb_down", "rope_up", "rope_down", "ladder_charge", "jump_down", "gap",
    "gap_landing"; "search" before a charge.
    """
    tests: int
    value: int
    """The Initiative: the test passes if the roll is at most this and not a 6."""
    height: int = 0


class Preview(NamedTuple):
    """The result of a preview."""

    path: tuple[Segment, ...] = ()
    cost: int = -1
    """Cost of the path; -1 if the player may not know it."""
    budget: int = -1
    tests: tuple[Ahead, ...] = ()
    dangers: tuple[str, ...] = ()
    """Ids of dangerous terrain pieces on the way."""
    refusal: IllegalAction | None = None


def _tests(game: Game, state: BattleState, model_id: str, track: Track) -> tuple[Ahead, ...]:
    value = characteristic(game, state, model_id, "initiative")
    return tuple(Ahead(check.kind, max(1, check.tests), value, check.height) for check in track.checks)


def _dangers(game: Game, state: BattleState, model_id: str, manner: str, track: Track) -> tuple[str, ...]:
    return tuple(danger.piece for danger in dangers_of(game, state, model_id, manner, track))


def preview_move(game: Game, state: BattleState, command: Move) -> Preview:
    """The preview of a move after charges and compulsory moves."""
    model_id = command.who
    try:
        track = walking.check_move(game, state, model_id[:1], command)
    except IllegalAction as refusal:
        return Preview(path=command.path, refusal=refusal)
    return Preview(
        track.segments,
        track.cost,
        budget_of(allowance_of(game, state, model_id), command.manner),
        _tests(game, state, model_id, track),
        _dangers(game, state, model_id, command.manner, track),
    )


def preview_charge(
    game: Game, state: BattleState, command: Charge, declared: tuple[declarations.Record, ...] = ()
) -> Preview:
    """The preview of a charge that was or could be declared, if no other model moves first."""
    model_id = command.who
    try:
        search, _ = declarations.check_charge(game, state, model_id[:1], command, declared)
    except IllegalAction as refusal:
        return Preview(path=command.path, refusal=refusal)
    searching = (Ahead("search", 1, characteristic(game, state, model_id, "initiative")),) if search else ()
    open_handed = game.rules.measuring_is_free
    track = routes.route_to(game, state, model_id, command.targets, command.path)
    if track is None or not open_handed:
        line = track or routes.bee_line(game, state, model_id, command.targets[0])
        return Preview(line.segments if command.path or open_handed else (), tests=searching)
    return Preview(
        track.segments,
        track.cost,
        allowance_of(game, state, model_id).charge,
        (*searching, *_tests(game, state, model_id, track)),
        _dangers(game, state, model_id, "charge", track),
    )
