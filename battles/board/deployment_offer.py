"""Offers to a player who is setting up: use a saved deployment, or save the current one."""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.battle import Battle as EngineBattle
from battles.engine.steps.turn.deployment import to_place
from battles.models import Battle, SavedDeployment


class DeploymentOffer(NamedTuple):
    has_saved: bool
    """Whether the player has saved a deployment of this warband for tables of this size."""
    can_save: bool
    """Whether all models are placed, so that this deployment can be saved."""


def deployment_offer(battle: Battle, engine: EngineBattle, side: str) -> DeploymentOffer | None:
    """The offer for the side that sets up now; None for others, and for warbands without a roster. One query."""
    if not side or not engine.state.flow or engine.state.flow[-1].kind != "deployment":
        return None
    warband_id = next((seat.warband_id for seat in battle.sides.all() if seat.letter == side), None)
    if warband_id is None:
        return None
    table = engine.game.table
    saved = SavedDeployment.objects.filter(warband_id=warband_id, width=table.width, length=table.length).exists()
    waiting = any(engine.state.models[model_id].gone for model_id in to_place(engine.game, engine.state, side))
    return DeploymentOffer(saved, not waiting)
