"""What pieces that act at fixed moments (`timed_effects`) do to one model. Rules: TR-PACK-03, TR-PACK-06"""

from __future__ import annotations

from collections.abc import Callable

from battles.engine.dice import d3
from battles.engine.events import EffectAdded, EffectEnded, WoundsLost
from battles.engine.flow import Context
from battles.engine.profile import CHARACTERISTICS
from battles.engine.state import STUPID, Effect
from battles.engine.steps.harm import injuries, pipeline
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.terrain.pieces import blood_forest
from battles.engine.terrain.unit_hits import FOUR, strike_unit

RAISED = "skulls:"
"""Prefix of the codes of the effects that the Temple of Skulls gives. Rule: TR-HILL-SKULLS-01"""


def wildwood(ctx: Context, model_id: str) -> None:
    """Branches hit the model on a 4+. Rule: TR-FOREST-WILD-01"""
    if ctx.roll("die", model_id, need=4, rule="TR-FOREST-WILD-01", about="branches").passed:
        strike_unit(ctx, model_id, rule="TR-FOREST-WILD-01")


def swamp(ctx: Context, model_id: str) -> None:
    """The model goes out of action if it fails an Initiative test. Rule: TR-MARSH-MIST-02"""
    if not initiative_test(ctx, model_id, "swamp", "TR-MARSH-MIST-02"):
        injuries.take_out(ctx, model_id)


def statue(ctx: Context, model_id: str) -> None:
    """The statue hits the model on a 1 to 3. Rule: TR-MON-STATUE-01"""
    if not ctx.roll("die", model_id, need=4, rule="TR-MON-STATUE-01", about="statue").passed:
        strike_unit(ctx, model_id, rule="TR-MON-STATUE-01")


def mansion(ctx: Context, model_id: str) -> None:
    """Ghostly hands hit the model, without armour saves. Rule: TR-ARC-MANSION-01"""
    strike_unit(ctx, model_id, armour=False, strength=1, rule="TR-ARC-MANSION-01")


def flood(ctx: Context, model_id: str) -> None:
    """Scalding water hits the model, unless it is immune to flames. Rule: TR-RIVER-BOIL-01"""
    if "immune_to_flaming" not in keywords_of(ctx.game, ctx.state, model_id):
        hit_automatically(ctx, model_id, FOUR, how="terrain", armour=False)


def skulls(ctx: Context, model_id: str) -> None:
    """The model receives a gift on a 2 to 6; on a 1 it goes out of action. Rule: TR-HILL-SKULLS-01"""
    if not ctx.roll("die", model_id, need=2, rule="TR-HILL-SKULLS-01", about="skulls").passed:
        injuries.take_out(ctx, model_id)
        return
    row = d3(ctx.roll("die", model_id, rule="TR-HILL-SKULLS-01", about="skulls_row").total)
    column = d3(ctx.roll("die", model_id, rule="TR-HILL-SKULLS-01", about="skulls_row").total)
    gift = d3(ctx.roll("die", model_id, rule="TR-HILL-SKULLS-01", about="skulls_points").total)
    name = CHARACTERISTICS[(row - 1) * 3 + column - 1]
    held = next((effect.value for effect in ctx.state.models[model_id].effects if effect.code == RAISED + name), 0)
    ctx.emit(EffectAdded(model_id, Effect(RAISED + name, held + gift)))
    if name == "wounds":
        ctx.emit(WoundsLost(model_id, 0, min(10, ctx.state.models[model_id].wounds + gift)))


def sphynx(ctx: Context, model_id: str) -> None:
    """The model must solve a riddle with an Initiative test: failure costs a Wound, success gives a gift. Rule:
    TR-ARC-SPHYNX-01
    """
    if not initiative_test(ctx, model_id, "riddle", "TR-ARC-SPHYNX-01"):
        pipeline.lose_wounds(ctx, model_id, how="terrain")
        return
    gift = d3(ctx.roll("die", model_id, rule="TR-ARC-SPHYNX-01", about="riddle_gift").total)
    code = ("sphynx:devastating_charge", "sphynx:heroic_killing_blow", "sphynx:loremaster")[gift - 1]
    ctx.emit(EffectAdded(model_id, Effect(code)))


def well(ctx: Context, model_id: str) -> None:
    """The model drinks: on a 1 it is stupid, on 2 to 4 healed, on 5 and 6 frenzied for the rest of the battle. Rule:
    TR-MON-WELL-01
    """
    face = ctx.roll("die", model_id, rule="TR-MON-WELL-01", about="well").total
    if face == 1:
        ctx.flag(model_id, on=STUPID, why="wyrding_well")
    elif face <= 4:
        gained = ctx.sum_of("die", model_id, 2, rule="TR-MON-WELL-01", about="well_heals").total
        model = ctx.state.models[model_id]
        healed = min(ctx.fighters[model_id].profile.wounds, model.wounds + gained)
        if healed > model.wounds:
            ctx.emit(WoundsLost(model_id, 0, healed))
    else:
        ctx.emit(EffectAdded(model_id, Effect("river:stupidity")))
        ctx.emit(EffectAdded(model_id, Effect("river:unbreakable")))


def portal(ctx: Context, model_id: str) -> None:
    """The portal casts a random spell at the closest model, without a casting roll. Its previous spell ends. Rule:
    TR-MON-PORTAL-01
    """
    for other, model in tuple(ctx.state.models.items()):
        for effect in model.effects:
            if effect.code.startswith("portal:") and effect.code != "portal:rust":
                ctx.emit(EffectEnded(other, effect.code))
    woods = blood_forest.roused(ctx.game, ctx.state, (model_id,))
    _bewitch(ctx, model_id, ctx.sum_of("die", model_id, 2, rule="TR-MON-PORTAL-01", about="which_spell").total)
    blood_forest.feed(ctx, woods)


def _bewitch(ctx: Context, model_id: str, total: int) -> None:
    if total >= 10:
        strike_unit(ctx, model_id, flaming=True, rule="TR-MON-PORTAL-01")
        return
    code = next(code for most, code in ((4, "soulblight"), (6, "wildform"), (7, "rust"), (9, "speed")) if total <= most)
    ctx.emit(EffectAdded(model_id, Effect(f"portal:{code}")))


TAUGHT = "tower:loremaster"


def tower(ctx: Context, model_id: str) -> None:
    """The wizard knows every spell of its list during this phase. Rule: TR-ARC-WIZTOWER-01"""
    ctx.emit(EffectAdded(model_id, Effect(TAUGHT)))


PIECE_EFFECTS: dict[str, Callable[[Context, str], None]] = {
    "wildwood": wildwood, "mist_wreathed_swamp": swamp, "sinister_statue": statue, "haunted_mansion": mansion,
    "boiling_flood": flood, "temple_of_skulls": skulls, "nehekharan_sphynx": sphynx, "wyrding_well": well,
    "sorcerous_portal": portal, "wizards_tower": tower,
}  # fmt: skip
