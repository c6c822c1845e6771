"""Toughness against injuries: injury bands, stunned enemies, sickness.

Hooks `injury`, `before_out`. Rules: INJ-TABLE-01, INJ-OOA-01
"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.flow import Context
from battles.engine.gear.conditions import is_against
from battles.engine.hooks import on
from battles.engine.steps.harm.injuries import Injury
from battles.engine.steps.models.characteristics import characteristic


@on("injury", "injury_bands")
def injury_bands(
    ctx: Context, model_id: str, injury: Injury, *, knocked_down_up_to: int, stunned_up_to: int = 0
) -> None:
    """Use other bands for injury rolls against the bearer; concussion has its usual effect."""
    if injury.who != model_id:
        return
    if injury.knocked_down_to == 2 or knocked_down_up_to < injury.knocked_down_to:
        injury.knocked_down_to = knocked_down_up_to
    injury.stunned_to = stunned_up_to or injury.stunned_to


@on("injury", "injury_penalty")
def injury_penalty(ctx: Context, model_id: str, injury: Injury, *, amount: int) -> None:
    """Lower injury rolls against the bearer."""
    if injury.who == model_id:
        injury.bonus -= amount


@on("injury", "fells_senseless")
def stuns_instead(ctx: Context, model_id: str, injury: Injury) -> None:
    """An enemy that the model would knock down in combat is stunned instead."""
    if injury.by == model_id and injury.attack.in_combat:
        injury.knocked_down_to = 0


@on("before_out", "sickens_slayer")
def sickens_slayer(ctx: Context, model_id: str, by: str, *, spares: Sequence[str] = ()) -> bool:
    """An enemy who takes the model out of action in combat takes a Toughness test, or loses a Wound. Rule:
    CHAR-TEST-01"""
    from battles.engine.steps.harm.pipeline import lose_wounds

    if not by or by not in ctx.model(model_id).engaged or (spares and is_against(ctx.game, by, spares)):
        return False
    if not ctx.check(
        "char", by, characteristic(ctx.game, ctx.state, by, "toughness"), about="toughness:sickness"
    ).passed:
        lose_wounds(ctx, by, how="poison", by=model_id)
    return False
