"""Attacks at a model that breaks from combat. Rule: CC-BREAK-01"""

from __future__ import annotations

from battles.engine.flow import Context, Step, register
from battles.engine.state import STANDING, STUPID, Frame
from battles.engine.steps.combat.loadouts import usable_weapons
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm.attacks import Group
from battles.engine.steps.harm.pipeline import resolve
from battles.engine.steps.models.characteristics import characteristic


class PartingStep(Step):
    """Every opponent able to attack hits the fleeing model once automatically, in Initiative order.

    Data: `who` is the model that flees from the combat.
    """

    kind = "parting"

    def enter(self, ctx: Context, frame: Frame) -> None:
        ctx.pop()
        model_id = frame.data["who"]
        game, state = ctx.game, ctx.state
        opponents = [
            other
            for other in ctx.model(model_id).engaged
            if state.models[other].posture == STANDING and not state.models[other].flags & STUPID
        ]
        opponents.sort(key=lambda other: -characteristic(game, state, other, "initiative"))
        for other in opponents:
            if ctx.model(model_id).gone:
                return
            weapon = usable_weapons(game, state, other)[0]
            attack = blow(game, state, other, model_id, weapon, how="parting")
            resolve(ctx, Group(other, model_id, "parting", [attack]))


register(PartingStep())
