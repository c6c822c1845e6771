"""What lays a fighter low: bands of injury rolls, senseless foes. Hook `injury`. Rule: INJ-TABLE-01"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.hooks import on
from battles.engine.steps.injuries import Injury


@on("injury", "injury_bands")
def injury_bands(ctx: Context, who: str, injury: Injury, *, knocked_down_up_to: int, stunned_up_to: int = 0) -> None:
    """Other bands for injury rolls against the bearer; concussion still stuns where it does."""
    if injury.who != who:
        return
    if injury.knocked_down_to == 2 or knocked_down_up_to < injury.knocked_down_to:
        injury.knocked_down_to = knocked_down_up_to
    injury.stunned_to = stunned_up_to or injury.stunned_to


@on("injury", "injury_penalty")
def injury_penalty(ctx: Context, who: str, injury: Injury, *, amount: int) -> None:
    """Injury rolls against the bearer are lower."""
    if injury.who == who:
        injury.bonus -= amount


@on("injury", "fells_senseless")
def fells_senseless(ctx: Context, who: str, injury: Injury) -> None:
    """Whom he knocks down in combat is stunned."""
    if injury.by == who and injury.attack.in_combat:
        injury.knocked_down_to = 0
