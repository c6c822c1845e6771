"""The moving model and everybody in its way, in the words of the geometry."""

from __future__ import annotations

from collections.abc import Collection

from battles.engine.game import Game
from battles.engine.rulesets.moving import move_rules
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.allowances import Allowance, allowance_of, budget_of, can_climb, is_chariot, is_mounted
from battles.engine.steps.bodies import body_of
from battles.engine.table.moverules import Mover, MoveRules, Other


def rules_of(game: Game, who: str) -> MoveRules:
    """The geometry's switches for this model."""
    return move_rules(game.rules, is_mounted(game.fighters[who]))


def mover_of(
    game: Game,
    state: BattleState,
    who: str,
    manner: str,
    *,
    budget: int | None = None,
    allowance: Allowance | None = None,
) -> Mover:
    """The model as a mover in one manner; `budget` replaces the allowance of the manner."""
    fighter = game.fighters[who]
    given = allowance or allowance_of(game, state, who)
    return Mover(
        body=body_of(game, state, who),
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
    )


def others_of(
    game: Game, state: BattleState, who: str, *, targets: Collection[str] = (), without: Collection[str] = ()
) -> list[Other]:
    """Everybody else on the table. Rules: MV-WALK-02, MV-WALK-03"""
    found: list[Other] = []
    for other, model in state.models.items():
        if other == who or model.gone or other in without:
            continue
        found.append(
            Other(
                body=body_of(game, state, other),
                standing=model.posture == STANDING,
                enemy=game.are_enemies(who, other),
                target=other in targets,
            )
        )
    return found
