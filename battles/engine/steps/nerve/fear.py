"""Fear and terror tests: before a charge, when charged, and for an interception.

Rules: PSY-FEAR-01 to 03, PSY-TERROR-01
"""

from __future__ import annotations

from typing import Final

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import FEAR_SIX, BattleState
from battles.engine.steps.charge.evasion import slips_past
from battles.engine.steps.harm.attacks import is_flaming
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.nerve.psychology import is_immune
from battles.engine.traits import Values

FEARS_KIND: Final = Values("fears_kind", lambda parameters: frozenset(map(str, parameters["enemies"])))
FEARED_BY: Final = Values("fear_in", lambda parameters: frozenset(map(str, parameters.get("enemies", ()))))
WARDS_OFF: Final = Values("wards_off", lambda parameters: frozenset(map(str, parameters["races"])))
"""Traits that list tags and keywords: of enemies that the bearer fears, of enemies that fear the bearer, and of enemies
that the bearer keeps away.
"""


def fear_of(game: Game, state: BattleState, model_id: str, source: str) -> str:
    """What a model must test for when it faces another: "fear", "terror" or "" for nothing.

    Models that cause fear or terror do not fear. Terror also affects models that cause fear and those immune only to
    fear.
    """
    if not game.are_enemies(model_id, source):
        return ""
    theirs = keywords_of(game, state, source)
    daunting = {"fear", "terror"} & theirs or is_afraid_of_fire(game, state, model_id, source)
    if not daunting and not is_scared_by(game, model_id, source):
        return ""
    if is_immune(game, state, model_id):
        return ""
    own = keywords_of(game, state, model_id)
    if "terror" in own:
        return ""
    if "terror" in theirs:
        return "terror"
    return "" if "fear" in own or "immune_to_fear" in own else "fear"


def is_afraid_of_fire(game: Game, state: BattleState, model_id: str, source: str) -> bool:
    """Whether the model is an animal and the other one has fire. Rule: SPEC-FLAMING-01"""
    fighter = game.fighters[model_id]
    if not game.rules.keywords or fighter.mount is not None:
        return False
    if fighter.kind not in ("war_beast", "swarm") and "animal" not in fighter.keywords | fighter.tags:
        return False
    armed = any(map(is_flaming, game.fighters[source].weapons))
    return armed or "flaming_attacks" in keywords_of(game, state, source)


def is_scared_by(game: Game, model_id: str, source: str) -> bool:
    """Whether the source carries something that this kind of model fears (a torch, a whip); trait `fear_in`."""
    own, holder = game.fighters[model_id], game.fighters[source]
    if any(kinds & (holder.tags | holder.keywords) for kinds in FEARS_KIND.of(own)):
        return True
    carried = [*FEARED_BY.of(holder), *(kinds for weapon in holder.weapons for kinds in FEARED_BY.among(weapon.traits))]
    return any(kinds & (own.tags | own.keywords) for kinds in carried)


def dares_to_charge(ctx: Context, model_id: str, target: str) -> bool:
    """Take the test of a charger before it moves. After a failure the charge fails. Rule: PSY-FEAR-02"""
    if is_warded_off(ctx.game, model_id, target) and not take_test(
        ctx, model_id, "charge", "MV-CHG-17", against=target
    ):
        return False
    if not slips_past(ctx, model_id, target) or not _hooks_permit(ctx, model_id, target):
        return False
    reason = fear_of(ctx.game, ctx.state, model_id, target)
    return not reason or take_test(ctx, model_id, reason, "PSY-FEAR-02", against=target)


def _hooks_permit(ctx: Context, model_id: str, target: str) -> bool:
    """Whether every `dares` hook of the charger and the target permits the charge."""
    for model in (model_id, target):
        for function, parameters in listeners(ctx.fighter(model).hooks, ctx.model(model).effects, "dares"):
            if not function(ctx, model, model_id, target, **parameters):
                return False
    return True


def is_warded_off(game: Game, model_id: str, target: str) -> bool:
    """Whether the target carries something (garlic) that this kind of charger fears; trait `wards_off`."""
    own = game.fighters[model_id].tags
    return any(own & races for races in WARDS_OFF.of(game.fighters[target]))


def dares_to_intercept(ctx: Context, model_id: str, charger: str) -> bool:
    """Take the test of a model that wants to intercept. After a failure it stays where it is. Rule: PSY-FEAR-03"""
    reason = fear_of(ctx.game, ctx.state, model_id, charger)
    return not reason or take_test(ctx, model_id, reason, "PSY-FEAR-03", against=charger)


def faces_charge(ctx: Context, model_id: str, charger: str) -> bool:
    """Take the test of a model in contact that is charged or intercepted by one that causes fear. Returns whether it
    passed.

    After a failure it needs sixes to hit in this round. Rules: PSY-FEAR-01, PSY-FEAR-03
    """
    reason = fear_of(ctx.game, ctx.state, model_id, charger)
    if not reason or ctx.state.models[model_id].flags & FEAR_SIX:
        return True
    if take_test(ctx, model_id, reason, "PSY-FEAR-01" if reason == "fear" else "PSY-TERROR-01", against=charger):
        return True
    ctx.flag(model_id, on=FEAR_SIX, why=reason)
    return False
