"""Shots between two fighters: the table for exact odds, and the odds themselves."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from battles.engine.game import Game, Side
from battles.engine.odds.attack_odds import AttackOdds, shot_odds
from battles.engine.odds.budget import Budget
from battles.engine.profile import Fighter
from battles.engine.rulesets.keys import Rules
from battles.engine.state import MOVED, STANDING, BattleState, Frame, Miniature, SideState
from battles.engine.steps.shooting.cover import view
from battles.engine.steps.shooting.rate_of_fire import ShotPlan, plan_of, shots_at
from battles.engine.table.pieces import TerrainPiece, WallPlan
from battles.engine.table.table import Table

COVERS: Final = ("", "soft", "hard")
_SHOOTER: Final = (1000, 2400)
_WALL_GAP: Final = 40
"""Distance from the target's base to the wall in front of it, hundredths of an inch."""


@cache
def _range(x: int, height: int, cover: str) -> Table:
    """A field that is empty or has a low wall across the line of fire."""
    if not cover:
        return Table.open_field()
    wall = WallPlan(((x, 2200), (x, 2600)), 0, 0, height, cover=cover)
    outline = ((x - 1, 2200), (x + 1, 2200), (x + 1, 2600), (x - 1, 2600))
    piece = TerrainPiece("wall", "wall", "low wall", outline, 0, 0, "open", cover=cover, walls=(wall,))
    return Table(4800, 4800, (piece,))


def shot_game(
    rules: Rules, first: Fighter, second: Fighter, slot: int, *, far: bool = False, cover: str = "", moved: bool = False
) -> tuple[Game, BattleState]:
    """A position in which the first fighter can shoot the weapon at index `slot` at the second, with one of `COVERS`.

    Near is a quarter of the weapon's range, far three quarters. `moved`: the shooter has walked this turn.
    """
    fighter, two = replace(first, id="a1", is_leader=False), replace(second, id="b1", is_leader=False)
    gap = fighter.weapons[slot].reach * (3 if far else 1) // 4
    target = _SHOOTER[0] + fighter.radius + gap + two.radius
    table = _range(target - two.radius - _WALL_GAP, two.height * 6 // 10, cover)
    game = Game(
        rules, {"a": Side("a", fighter.name), "b": Side("b", two.name)}, {"a1": fighter, "b1": two}, table, {}, {}
    )
    state = BattleState()
    for model_id, x, flags in (("a1", _SHOOTER[0], MOVED if moved else 0), ("b1", target, 0)):
        state.models[model_id] = Miniature(
            x, _SHOOTER[1], 0, game.fighters[model_id].profile.wounds, flags=flags, facing=90
        )
        state.sides[model_id[0]] = SideState(started=1, turns_taken=1)
    state.order, state.active, state.turn_number, state.phase = ("a", "b"), "a", 1, "shooting"
    state.flow = (
        Frame("battle", "turns", {"next": 1, "round": 1}),
        Frame("turn", "phases", {"side": "a", "number": 1, "phase": 3}),
        Frame("shooting", "start"),
    )
    return game, state


def missiles(fighter: Fighter) -> list[int]:
    """Indices of the fighter's missile weapons."""
    return [slot for slot, weapon in enumerate(fighter.weapons) if weapon.is_missile and weapon.reach]


def odds_at_range(
    rules: Rules,
    first: Fighter,
    second: Fighter,
    slot: int,
    *,
    far: bool = False,
    cover: str = "",
    moved: bool = False,
    posture: int = STANDING,
    lost: int = 0,
    budget: Budget | None = None,
) -> tuple[ShotPlan, int, AttackOdds | None]:
    """The shot's plan, the number of shots, and the exact odds; None as the odds if the weapon cannot shoot or has no
    target. `posture` and `lost` are the target's posture and the Wounds it has already lost.

    Raises OverBudget.
    """
    game, state = shot_game(rules, first, second, slot, far=far, cover=cover, moved=moved)
    target = state.models["b1"]
    state.models["b1"] = target._replace(posture=posture, wounds=max(1, target.wounds - lost))
    plan = plan_of(game, state, "a1", slot)
    count = shots_at(plan, short=not far)
    if plan.refused or not view(game, state, "a1", "b1").seen:
        return plan, count, None
    return plan, count, shot_odds(game, state, "a1", "b1", plan, count, budget=budget)
