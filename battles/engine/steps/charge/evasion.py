"""Tricks that stop a charge before it moves: stepping aside, a blinding flash, a persuasive voice. Rule: MV-CHG-17

The traits are `evades_charges`, `stops_chargers` (once per battle) and `sways_chargers`.
"""

from __future__ import annotations

from battles.engine.events import Used
from battles.engine.flow import Context
from battles.engine.state import STANDING
from battles.engine.steps.models.bodies import body_of, is_watchful, on_table
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.table.vectors import within
from battles.engine.traits import Flag, Values

RULE = "MV-CHG-17"
EVADES = Flag("evades_charges")
FLASH = Flag("stops_chargers")
PERSUADES = Values("sways_chargers", lambda given: int(given["distance"]) * 100)
"""Distance within which the model can talk chargers out of their charge, in hundredths of an inch."""


def slips_past(ctx: Context, model_id: str, target: str) -> bool:
    """Whether the charger overcomes every trick of the target and its friends. Otherwise the charge fails."""
    if not is_watchful(ctx.model(target)):
        return True
    return not (_is_talked_out(ctx, model_id, target) or _is_blinded(ctx, model_id, target) or _is_evaded(ctx, target))


def _is_evaded(ctx: Context, target: str) -> bool:
    """Whether the target steps aside, which needs an Initiative test."""
    able = EVADES.of(ctx.fighter(target)) and ctx.model(target).posture == STANDING
    return able and not ctx.model(target).engaged and initiative_test(ctx, target, "evade", RULE)


def _is_blinded(ctx: Context, model_id: str, target: str) -> bool:
    """Whether a flash blinds the charger, once per battle. The charger's Initiative test prevents it."""
    if not FLASH.of(ctx.fighter(target)) or any(code == FLASH.code for code, _ in ctx.model(target).used):
        return False
    ctx.emit(Used(target, FLASH.code))
    return not initiative_test(ctx, model_id, "flash", RULE)


def _is_talked_out(ctx: Context, model_id: str, target: str) -> bool:
    """Whether a persuasive friend near the target stops the charger.

    The charger's Leadership test prevents it; animals and stupid models are immune.
    """
    fighter = ctx.fighter(model_id)
    if {"animal", "stupidity"} & (fighter.tags | keywords_of(ctx.game, ctx.state, model_id)):
        return False
    for other in on_table(ctx.state, target[0]):
        reach = max(PERSUADES.of(ctx.fighter(other)), default=0)
        bodies = body_of(ctx.game, ctx.state, other), body_of(ctx.game, ctx.state, target)
        if reach and is_watchful(ctx.model(other)) and within(*bodies, reach):
            return not take_test(ctx, model_id, "charge", RULE, against=other)
    return False
