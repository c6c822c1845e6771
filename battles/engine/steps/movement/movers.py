"""The moving model and all models in its way, as the geometry needs them."""

from __future__ import annotations

from collections.abc import Collection

from battles.engine.game import Game
from battles.engine.rulesets.movement import move_rules
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import (
    Allowance,
    allowance_of,
    budget_of,
    can_climb,
    is_chariot,
    is_mounted,
)
from battles.engine.table.movement.rules import Mover, MoveRules, Other


def rules_of(game: Game, model_id: str) -> MoveRules:
    """The movement rules of the geometry for this model."""
    mounted = is_mounted(game.fighters[model_id])
    known = game.caches.move_rules.get(mounted)
    if known is None:
        known = game.caches.move_rules[mounted] = move_rules(game.rules, mounted)
    return known


def mover_of(
    game: Game,
    state: BattleState,
    model_id: str,
    manner: str,
    *,
    budget: int | None = None,
    allowance: Allowance | None = None,
) -> Mover:
    """The model as the geometry moves it, in one manner of moving. `budget` replaces the allowance of this manner."""
    fighter = game.fighters[model_id]
    given = allowance or allowance_of(game, state, model_id)
    return Mover(
        body=body_of(game, state, model_id),
        movement=given.movement,
        allowance=budget_of(given, manner) if budget is None else budget,
        mode=manner,
        small=fighter.size == "small",
        animal=not can_climb(game, fighter) or not given.climbs,
        mounted=is_mounted(fighter),
        chariot=is_chariot(fighter),
        aquatic=given.aquatic,
        climb_share=given.climb_share,
        safe_drop=given.safe_drop,
        anywhere=given.anywhere,
        ghostly=given.ghostly,
        sure_footed=given.sure_footed,
        swings=given.swings,
    )


def others_of(
    game: Game, state: BattleState, model_id: str, *, targets: Collection[str] = (), without: Collection[str] = ()
) -> list[Other]:
    """All other models on the table, as obstacles. Rules: MV-WALK-02, MV-WALK-03"""
    side, models, turned = game.side_of(model_id), state.models, game.turned
    allies = game.sides[side].allies
    kept = game.caches.others
    found: list[Other] = []
    for other, model in models.items():
        if other == model_id or model.gone or other in without:
            continue
        theirs = turned.get(other, other[0]) if turned else other[0]
        enemy = theirs != side and theirs not in allies
        known = kept.get((other, enemy))
        if known is None or known[0] is not model:
            mine = Other(body_of(game, state, other), model.posture == STANDING, enemy)
            known = kept[other, enemy] = model, mine
        found.append(known[1]._replace(target=True) if other in targets else known[1])
    return found
