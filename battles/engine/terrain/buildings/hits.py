"""Shots and bursts at a garrison building, and the occupants that they hit.

Rules: TR-BLDG-SHOOTAT-01, TR-BLDG-MAGIC-01, TR-BLDG-SHOOTOUT-01
"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.events import Attacked
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import SHOT, BattleState
from battles.engine.steps.harm import pipeline
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.terrain.buildings.garrisons import FIVE, floor_of, garrison_of, occupants

SIX = 6


def strike_inside(ctx: Context, model_id: str, target: str, attacks: list[Attack]) -> Group:
    """Roll to hit for shots at a garrison. Each hit strikes a random occupant. Returns the last group."""
    section = garrison_of(ctx.state, target)
    group = Group(model_id, target, "shot", attacks)
    ctx.emit(Attacked(model_id, target, attacks[0].weapon.name, "shot", len(attacks)))
    pipeline.roll_hits(ctx, group)
    for attack in attacks:
        inside = occupants(ctx.state, section)
        if attack.lands and inside:
            attack.whom = one_of(ctx, model_id, inside)
            group = Group(model_id, attack.whom, "shot", [attack], posture_before=ctx.model(attack.whom).posture)
            ctx.go_through(pipeline.STAGES[1:], group)
    return group


def one_of(ctx: Context, model_id: str, candidates: Sequence[str]) -> str:
    """One of the candidates at random: equal shares of a D6 (two D6 for more than six); other results are rolled
    again.
    """
    count = len(candidates)
    if count == 1:
        return candidates[0]
    dice = 1 if count <= SIX else 2
    each = (SIX if dice == 1 else SIX * SIX) // count
    while True:
        value = 0
        for _ in range(dice):
            value = SIX * value + ctx.roll("die", model_id, rule="TR-BLDG-SHOOTAT-01", about="which_warrior").total - 1
        if value < each * count:
            return candidates[value // each]


def burst(
    ctx: Context, section: str, strength: int, *, by: str = "", low_strength: int = 0, over: bool = True,
    flaming: bool = False,
) -> list[str]:  # fmt: skip
    """Resolve a template that touches a building: D6 hits, each on a different occupant. Returns the models that were
    hit.

    `low_strength` applies when the middle of the template is not over the building. Rule: TR-BLDG-MAGIC-01
    """
    hits = ctx.roll("count", by, rule="TR-BLDG-MAGIC-01").total
    inside = occupants(ctx.state, section)
    struck: list[str] = []
    if hits >= len(inside):
        struck = list(inside)
    else:
        for _ in range(hits):
            struck.append(one_of(ctx, by, [model_id for model_id in inside if model_id not in struck]))
    for model_id in struck:
        hit_automatically(
            ctx, model_id, strength if over or not low_strength else low_strength, how="burst", by=by, flaming=flaming
        )
    return struck


def floor_is_full(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether five models on the occupant's floor have already shot in this phase. Rule: TR-BLDG-SHOOTOUT-01"""
    section = garrison_of(state, model_id)
    if not section:
        return False
    floor = floor_of(state, model_id)
    same = [other for other in occupants(state, section) if floor_of(state, other) == floor]
    return sum(bool(state.models[other].flags & SHOT) for other in same) >= FIVE
