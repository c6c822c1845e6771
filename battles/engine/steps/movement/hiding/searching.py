"""Searches for hidden enemies, to shoot at them or cast spells at them. Rules: MV-HIDE-07, SHOOT-LOS-01

A shooter must have a missile weapon and be allowed to shoot. A caster needs neither: a model that may cast a spell now
may search, even after running. Searches for a charge are part of its declaration (`charge.charger_checks`).
"""

from __future__ import annotations

from collections.abc import Callable

from battles.engine.commands import Detect
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import DETECT_TRIED, HIDDEN, BattleState
from battles.engine.steps.magic import phase as magic_phase
from battles.engine.steps.magic.spellbook import SPELLS
from battles.engine.steps.models.bodies import enemies_of, is_hidden
from battles.engine.steps.movement.hiding import rules
from battles.engine.steps.shooting.rate_of_fire import plans_of

Reason = Callable[[Game, BattleState, str], IllegalAction | None]
"""Function that returns why a model may not shoot now; None if it may."""


def check_search(game: Game, state: BattleState, command: Detect, why_not_shoot: Reason) -> None:
    """Raise IllegalAction unless the model may search for that hidden enemy now."""
    model_id, target = command.who, command.target
    if target not in game.fighters or not game.are_enemies(model_id, target):
        raise IllegalAction("no_such_target", "This enemy does not exist.", "MV-HIDE-07")
    if not may_cast_something(game, state, model_id):
        refusal = why_not_shoot(game, state, model_id)
        if refusal is not None:
            raise refusal
        if not plans_of(game, state, model_id):
            raise IllegalAction(
                "no_weapon",
                say("{who} has nothing to shoot with and no spell to cast.", who=game.name(model_id)),
                "SHOOT-LOS-01",
            )
    rules.check_may_search(game, state, model_id, target)


def may_cast_something(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether this is the phase for spells and the model may still cast one. Rule: MAG-WHO-01"""
    if game.rules.casting_phase != "shooting" or not game.fighters[model_id].spells:
        return False
    try:
        magic_phase.check_may_cast(game, state, model_id)
    except IllegalAction:
        return False
    return any(code in SPELLS for code in magic_phase.spells_left(game, state, model_id))


def searches(game: Game, state: BattleState, model_id: str, why_not_shoot: Reason) -> list[Detect]:
    """Useful searches: by shooters for every hidden enemy, by others for enemies whom a spell could reach."""
    if game.rules.detection != "test" or state.models[model_id].flags & DETECT_TRIED:
        return []
    found: list[Detect] = []
    for other in enemies_of(game, state, model_id):
        if not is_hidden(state.models[other]):
            continue
        command = Detect(model_id, other)
        try:
            check_search(game, state, command, why_not_shoot)
        except IllegalAction:
            continue
        shoots = bool(plans_of(game, state, model_id)) and why_not_shoot(game, state, model_id) is None
        if shoots or _could_be_cast_at(game, state, model_id, other):
            found.append(command)
    return found


def _could_be_cast_at(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether a spell could be cast at an enemy if it were not hidden."""
    seen = state.fork()
    seen.models[target] = seen.models[target]._replace(flags=seen.models[target].flags & ~HIDDEN)
    return any(
        target in targets
        for code in magic_phase.spells_left(game, seen, model_id)
        for targets in SPELLS[code].targets(game, seen, model_id, SPELLS[code])
    )
