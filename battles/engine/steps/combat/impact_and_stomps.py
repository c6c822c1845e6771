"""Impact hits before a combat, stomps after it.

Rules: SPEC-IMPACT-01, SPEC-IMPACT-02, SPEC-STOMP-01 to 03
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.combat.striking import dive_strength
from battles.engine.steps.harm.attacks import NO_WEAPON, Attack, Group
from battles.engine.steps.harm.pipeline import resolve
from battles.engine.steps.models.bodies import is_out_of_the_fight
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve.psychology import is_incapacitated
from battles.engine.traits import Values


class ImpactHits(NamedTuple):
    """The number of impact hits that a charger makes: a number or dice such as "D6", plus a number."""

    number: int | str
    plus: int


IMPACT_HITS: Final = Values[ImpactHits | None](
    "impact_hits",
    lambda parameters: ImpactHits(
        parameters.get("dice") or parameters.get("amount", 1), int(parameters.get("plus", 0))
    ),
)

LARGE, GIGANTIC = 2, 4
"""Indices of sizes. Rule: CHAR-SIZE-01"""


def dice_of(ctx: Context, model_id: str, raw: Any, rule: str) -> int:
    """The value of a trait: a number, or the roll of "D3", "D6" or "2D6". Dice are rolled with the purpose "count"."""
    text = str(raw).upper()
    if "D" not in text:
        return int(raw)
    number, _, sides = text.partition("D")
    faces = ctx.sum_of("count", model_id, int(number or 1), rule=rule).faces
    return sum((face + 1) // 2 if sides == "3" else face for face in faces)


def impact_count(ctx: Context, model_id: str) -> int:
    """The number of impact hits that a charger makes, by its trait. Rule: SPEC-IMPACT-02"""
    hits = IMPACT_HITS.first(ctx.fighter(model_id), None)
    return dice_of(ctx, model_id, hits.number, "SPEC-IMPACT-02") + hits.plus if hits is not None else 0


def impact(ctx: Context, model_id: str, target: str, count: int) -> Group:
    """Make automatic hits at the model's own Strength, with a dive's bonus but no weapon's. Rule: SPEC-IMPACT-02"""
    strength = characteristic(ctx.game, ctx.state, model_id, "strength") + dive_strength(
        ctx.game, ctx.state, model_id, target
    )
    return _tread(ctx, model_id, target, count, "impact", strength, "")


def stompers(game: Game, state: BattleState) -> list[str]:
    """Big models of any side that may stomp now, in Initiative order. Rules: SPEC-STOMP-01, CHAR-SIZE-01"""
    if not game.rules.keywords:
        return []
    big = [
        model_id
        for model_id, model in state.models.items()
        if model.engaged and game.fighters[model_id].size_rank >= LARGE and not is_incapacitated(state, model_id)
    ]
    return sorted(big, key=lambda model_id: -characteristic(game, state, model_id, "initiative"))


def stomp_targets(game: Game, state: BattleState, model_id: str) -> list[str]:
    """Small enemies in contact; knocked down or stunned ones only if no enemy in contact can fight.

    Rules: SPEC-STOMP-01, SPEC-STOMP-02
    """
    if not game.rules.keywords or is_incapacitated(state, model_id):
        return []
    touching = [other for other in state.models[model_id].engaged if not state.models[other].gone]
    small = [other for other in touching if game.fighters[other].size_rank == 0]
    if any(not is_out_of_the_fight(game, state.models[other]) for other in touching):
        return [other for other in small if not is_out_of_the_fight(game, state.models[other])]
    return small


def stomp_count(ctx: Context, model_id: str) -> int:
    """The number of stomps: one, or D6+1 for gigantic models. Rule: SPEC-STOMP-03"""
    if ctx.fighter(model_id).size_rank < GIGANTIC:
        return 1
    return ctx.roll("count", model_id, rule="SPEC-STOMP-03").total + 1


def stomp(ctx: Context, model_id: str, targets: list[str]) -> list[Group]:
    """Stomp on each target as often as it is named; one group per target. Rules: SPEC-STOMP-01, SPEC-STOMP-02"""
    strength = characteristic(ctx.game, ctx.state, model_id, "strength")
    trodden = []
    for target in dict.fromkeys(targets):
        downed = "" if ctx.model(target).posture == STANDING else "injury_is_out"
        trodden.append(_tread(ctx, model_id, target, targets.count(target), "stomp", strength, downed))
    return trodden


def _tread(ctx: Context, model_id: str, target: str, count: int, how: str, strength: int, downed: str) -> Group:
    attacks = [
        Attack(model_id, target, how, NO_WEAPON, strength, strength, automatic=True, may_be_critical=False)
        for _ in range(count)
    ]
    return resolve(ctx, Group(model_id, target, how, attacks, downed))
