"""Searches for hidden enemies, to shoot at them or to cast spells at them. Rules: MV-HIDE-07, SHOOT-LOS-01

A shooter needs a missile weapon and the right to shoot. A caster needs neither: a model that may cast a spell now may
search, also after running. Searches for a charge are part of its declaration (`charging`).
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
"""Why a model may not shoot now, None when it may."""


def check_search(game: Game, state: BattleState, command: Detect, why_not_shoot: Reason) -> None:
    """Raise IllegalAction unless the model may look for that hidden enemy now."""
    who, target = command.who, command.target
    if target not in game.fighters or not game.are_enemies(who, target):
        raise IllegalAction("no_such_target", "This enemy does not exist.", "MV-HIDE-07")
    if not may_cast_something(game, state, who):
        refusal = why_not_shoot(game, state, who)
        if refusal is not None:
            raise refusal
        if not plans_of(game, state, who):
            raise IllegalAction(
                "no_weapon",
                say("{who} has nothing to shoot with and no spell to cast.", who=game.name(who)),
                "SHOOT-LOS-01",
            )
    rules.check_may_search(game, state, who, target)


def may_cast_something(game: Game, state: BattleState, who: str) -> bool:
    """Whether this is the phase for spells and the model may still cast one. Rule: MAG-WHO-01"""
    if game.rules.casting_phase != "shooting" or not game.fighters[who].spells:
        return False
    try:
        magic_phase.check_may_cast(game, state, who)
    except IllegalAction:
        return False
    return any(code in SPELLS for code in magic_phase.spells_left(game, state, who))


def searches(game: Game, state: BattleState, who: str, why_not_shoot: Reason) -> list[Detect]:
    """Useful searches: by shooters for every hidden enemy, by others for enemies whom a spell could reach."""
    if game.rules.detection != "test" or state.models[who].flags & DETECT_TRIED:
        return []
    found: list[Detect] = []
    for other in enemies_of(game, state, who):
        if not is_hidden(state.models[other]):
            continue
        command = Detect(who, other)
        try:
            check_search(game, state, command, why_not_shoot)
        except IllegalAction:
            continue
        shoots = bool(plans_of(game, state, who)) and why_not_shoot(game, state, who) is None
        if shoots or _could_be_cast_at(game, state, who, other):
            found.append(command)
    return found


def _could_be_cast_at(game: Game, state: BattleState, who: str, target: str) -> bool:
    """Whether some spell could be cast at an enemy if it were not hidden."""
    seen = state.fork()
    seen.models[target] = seen.models[target]._replace(flags=seen.models[target].flags & ~HIDDEN)
    return any(
        target in targets
        for code in magic_phase.spells_left(game, seen, who)
        for targets in SPELLS[code].targets(game, seen, who, SPELLS[code])
    )
