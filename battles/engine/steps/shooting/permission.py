"""Which models may shoot now. Rules: SHOOT-WHO-01, SHOOT-PISTOL-01, CHAR-ZEROWS-01"""

from __future__ import annotations

from typing import Final

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import (
    FAILED_CHARGE,
    FELL,
    FLEEING,
    RALLIED,
    RAN,
    SEARCH_FAILED,
    SHOT,
    STANDING,
    STUPID,
    BattleState,
)
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.terrain.buildings import hits
from battles.engine.traits import Values

RUNS_AND_SHOOTS: Final = Values("runs_and_shoots", lambda parameters: bool(parameters.get("mounted_only")))
"""Trait of models that can shoot after running; the value is whether they must be mounted for it."""

_BARRED = (
    (RAN, "ran", "ran this turn"),
    (FAILED_CHARGE, "failed_charge", "failed a charge this turn"),
    (RALLIED, "rallied", "has just rallied"),
    (FLEEING, "fleeing", "is fleeing"),
    (STUPID, "stupid", "is affected by stupidity"),
    (SHOT, "has_shot", "has already shot"),
)


def check_may_shoot(game: Game, state: BattleState, model_id: str, *, breathes: bool = False) -> None:
    """Raise IllegalAction unless the model is able to shoot at all now.

    Rules: SHOOT-WHO-01, SHOOT-PISTOL-01, CHAR-ZEROWS-01
    """
    model = state.models[model_id]
    name = game.name(model_id)
    if model.gone:
        raise IllegalAction("gone", say("{name} is no longer on the table.", name=name), "SHOOT-WHO-01")
    if model.posture != STANDING:
        raise IllegalAction("down", say("{name} is down and cannot shoot.", name=name), "SHOOT-WHO-01")
    if model.engaged and not breathes:
        raise IllegalAction("engaged", say("{name} is in combat and cannot shoot.", name=name), "SHOOT-WHO-01")
    for bits, code, words in _BARRED:
        if model.flags & bits and not (bits == RAN and _shoots_on_the_run(game, model_id)):
            raise IllegalAction(code, say("{name} {words} and cannot shoot.", name=name, words=words), "SHOOT-WHO-01")
    if model.flags & FELL and not game.rules.fallen_may_shoot:
        raise IllegalAction("fell", say("{name} fell this turn and cannot shoot.", name=name), "SHOOT-WHO-01")
    if model.flags & SEARCH_FAILED and not game.rules.search_failed_may_shoot:
        raise IllegalAction(
            "search_failed",
            say("{name} failed to detect an enemy to charge and cannot shoot.", name=name),
            "SHOOT-WHO-01",
        )
    if hits.floor_is_full(game, state, model_id):
        raise IllegalAction(
            "floor_full",
            say("Five warriors have already shot from the floor of {name}.", name=name),
            "TR-BLDG-SHOOTOUT-01",
        )
    if not breathes and characteristic(game, state, model_id, "ballistic_skill") == 0:
        raise IllegalAction("no_skill", say("{name} cannot shoot.", name=name), "CHAR-ZEROWS-01")


def _shoots_on_the_run(game: Game, model_id: str) -> bool:
    """Whether the model can shoot after running; some models can only when mounted."""
    fighter = game.fighters[model_id]
    return any(fighter.mount is not None or not mounted_only for mounted_only in RUNS_AND_SHOOTS.of(fighter))


def may_shoot(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model may shoot now; see `check_may_shoot`."""
    try:
        check_may_shoot(game, state, model_id)
    except IllegalAction:
        return False
    return True
