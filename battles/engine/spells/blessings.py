"""Helpful spells from supplements: for the caster, for a friend, or for all models nearby."""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectEnded, PostureChanged
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import on
from battles.engine.spells.necromancy import call_back, may_rise
from battles.engine.state import FLEEING, SHOT, STANDING, STUPID, BattleState, Frame
from battles.engine.steps.combat.phase import FALLEN
from battles.engine.steps.magic.spell_effects import EffectRules, caster_of, define_effect
from battles.engine.steps.magic.spell_parts import beside_an_enemy, bless, fly, heal, stands_by_a_wall
from battles.engine.steps.magic.spell_targets import (
    FOR_THE_BATTLE,
    TO_END_OF_NEXT_TURN,
    a_friend,
    a_living_enemy,
    charm,
    leave,
    one_of,
    tagged,
    those_near,
)
from battles.engine.steps.magic.spellbook import Casting, Spell, no_target, spell
from battles.engine.steps.models.bodies import body_of, is_hidden, on_table
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.table.vectors import within

SPRINT = 400
"""Additional distance of Itzl's gift, in hundredths of an inch."""
FRIEND = one_of(a_friend)
GREENSKINS = ("orc", "goblin")
LIZARDMEN = ("skink", "saurus", "lizardmen")
SERVANTS_OF_NURGLE = ("plague_bearer", "nurgling")

# -- the caster himself ------------------------------------------------------------------------------------------------

charm("clubba", "Clubba", 7, EffectRules(raises={"attacks": 1}, strength=2, ends="wounded"), turns=FOR_THE_BATTLE)
charm(
    "idol_of_gork_forest_goblin_magic", "Idol of Gork", 8,
    EffectRules(raises={"weapon_skill": 1, "strength": 1, "attacks": 1}, ends="wounded"), turns=FOR_THE_BATTLE,
)  # fmt: skip
charm("scabrous_hide", "Scabrous Hide", 8, EffectRules(armour=2))
charm("shimmering_shield", "Shimmering Shield", 7, EffectRules(extra_save=5))
charm(
    "snow_squall", "Snow Squall", 6, EffectRules(enemies_to_hit=-1, ends="apart"), turns=FOR_THE_BATTLE, is_prayer=True
)  # fmt: skip
charm(
    "death_holds_no_fear", "Death Holds No Fear", 0, EffectRules(keywords=("immune_to_fear",)), turns=FOR_THE_BATTLE,
    is_prayer=True,
)  # fmt: skip
charm(
    "bears_might", "Bear's Might", 9,
    EffectRules(raises={"attacks": 1, "strength": 2, "toughness": 2, "initiative": -2}, ends="test"),
    turns=FOR_THE_BATTLE, is_prayer=True, once=True,
)  # fmt: skip

# -- one friend --------------------------------------------------------------------------------------------------------

charm("bears_paw", "Bear's Paw", 7, EffectRules(raises={"strength": 2}), FRIEND, reach=600, is_prayer=True)
charm("shield_of_shadow", "Shield of Shadow", 7, EffectRules(extra_save=5), FRIEND, reach=1200)
charm("light_of_battle", "Light of Battle", 6, EffectRules(extra_save=5), FRIEND, reach=1200)
charm("blessing_of_valour", "Blessing of Valour", 8, EffectRules(to_hit=1, ends="turn"), FRIEND, reach=2400)
charm("flamesword", "Flamesword", 8, EffectRules(strength=2, pierces=True), FRIEND, reach=600)
charm(
    "wolfs_hunger", "Wolf's Hunger", 7, EffectRules(keywords=("frenzy",)), FRIEND, turns=FOR_THE_BATTLE, is_prayer=True
)
charm(
    "tincis_rage", "Tinci's Rage", 8, EffectRules(raises={"strength": 1}, keywords=("frenzy",), ends="test"),
    one_of(tagged(a_friend, *LIZARDMEN)), reach=600, turns=FOR_THE_BATTLE, is_prayer=True,
)  # fmt: skip

# -- all about him -----------------------------------------------------------------------------------------------------

charm(
    "ledz_go", "Led'z go", 9, EffectRules(strikes_first=True, ends="down", kept_by="ledz_go"),
    reach=400, turns=FOR_THE_BATTLE,
    everybody=tagged(a_friend, *GREENSKINS),
)  # fmt: skip
charm(
    "ere_we_go_forest_goblin_magic", "'Ere we go", 8,
    EffectRules(no_pain=True, ends="wounded", kept_by="ere_we_go_forest_goblin_magic"),
    reach=600,
    turns=FOR_THE_BATTLE, everybody=a_friend,
)  # fmt: skip
charm(
    "daemonic_vigour", "Daemonic Vigour", 8, EffectRules(armour=4), reach=800,
    everybody=tagged(a_friend, *SERVANTS_OF_NURGLE),
)  # fmt: skip
charm(
    "serpents_strength", "Serpent's Strength", 9, EffectRules(raises={"strength": 1}, ends="last_turn"), reach=800,
    turns=TO_END_OF_NEXT_TURN, everybody=a_friend, from_combat=False,
)  # fmt: skip
charm(
    "the_old_ones_protection", "The Old Ones' Protection", 6,
    EffectRules(spell_save=4, kept_by="the_old_ones_protection"),
    reach=400,
    turns=FOR_THE_BATTLE, everybody=tagged(a_friend, *LIZARDMEN), is_prayer=True,
)  # fmt: skip
charm(
    "boon_of_courage", "Boon of Courage", 8,
    EffectRules(keywords=("immune_to_psychology",), calm=("all_alone", "fear", "terror"), ends="last_turn"), reach=1200,
    turns=TO_END_OF_NEXT_TURN, everybody=a_friend,
)  # fmt: skip
charm("angvars_fury", "Angvar's Fury", 7, EffectRules(to_hit=1), reach=800, everybody=a_friend, is_prayer=True)


@spell("divination_of_shirath", "Divination of Shirath", 6, no_target)
def divination_of_shirath(ctx: Context, casting: Casting) -> None:
    """Re-roll the mage's failed dice until the mage's next turn."""
    bless(ctx, casting.who, casting.who, "luck_of_shemtek")


@spell("ulrics_howl", "Ulric's Howl", 10, no_target, is_prayer=True)
def ulrics_howl(ctx: Context, casting: Casting) -> None:
    """For the rest of the battle the whole warband ignores fear and being All Alone, and has better Leadership."""
    for other in those_near(ctx, casting, a_friend):
        bless(ctx, casting.who, other, "hearts_of_steel", lasts=True)


define_effect("howl_of_the_north", EffectRules(shot_proof=True))


@spell("howl_of_the_north", "Howl of the North", 9, no_target, is_prayer=True)
def howl_of_the_north(ctx: Context, casting: Casting) -> None:
    """Missiles cannot harm the shaman while the wind lasts."""
    leave(ctx, casting, casting.who, "howl_of_the_north", FOR_THE_BATTLE)


@on("recovery", "howl_of_the_north")
def wind_fades(ctx: Context, model_id: str, **_: Any) -> None:
    """In each recovery phase, the wind ends on a 1 or 2."""
    if not ctx.roll("die", model_id, need=3, rule="MAG-WHO-01", about="spell_holds").passed:
        ctx.emit(EffectEnded(model_id, "howl_of_the_north"))


define_effect("bloodlust", EffectRules(strength=2, critical_on=5))


@spell("bloodlust", "Bloodlust", 7, no_target, is_prayer=True)
def bloodlust(ctx: Context, casting: Casting) -> None:
    """While the prayer is maintained, the caster's attacks are stronger and critical on 5 and 6."""
    leave(ctx, casting, casting.who, "bloodlust", FOR_THE_BATTLE)


@on("turn_start", "bloodlust")
def lust_fades(ctx: Context, model_id: str, **_: Any) -> None:
    """Roll against the prayer's difficulty each turn to maintain it."""
    if not _kept_up(ctx, model_id, 7):
        ctx.emit(EffectEnded(model_id, "bloodlust"))


def _kept_up(ctx: Context, model_id: str, difficulty: int) -> bool:
    return ctx.sum_of("cast", model_id, rule="MAG-WHO-01").total >= difficulty


define_effect("skin_of_stone", EffectRules(raises={"initiative": -1}, armour_bonus=2))


@spell("skin_of_stone", "Skin of Stone", 7, FRIEND, reach=600)
def skin_of_stone(ctx: Context, casting: Casting) -> None:
    """One warrior at a time has less Initiative and saves 2 better, while the caster is near and maintains the
    spell.
    """
    for other in on_table(ctx.state, casting.who[0]):
        if any(effect.code == "skin_of_stone" for effect in ctx.model(other).effects):
            ctx.emit(EffectEnded(other, "skin_of_stone"))
    leave(ctx, casting, casting.targets[0], "skin_of_stone", FOR_THE_BATTLE)


@on("recovery", "skin_of_stone")
def stone_crumbles(ctx: Context, model_id: str, *, value: int = 0) -> None:
    """The spell ends when its caster is more than 6 inches away, or fails to maintain it."""
    caster = caster_of(model_id, model_id[0], value)
    model = ctx.model(caster)
    near = not model.gone and within(body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, caster), 600)
    if not near or not _kept_up(ctx, caster, 7):
        ctx.emit(EffectEnded(model_id, "skin_of_stone"))


BLESSINGS = ("sotecs_skill", "sotecs_hide", "sotecs_speed")
define_effect(BLESSINGS[0], EffectRules(raises={"ballistic_skill": 1}, to_hit=1, ends="down"))
define_effect(BLESSINGS[1], EffectRules(raises={"toughness": 1}, ends="down"))
define_effect(BLESSINGS[2], EffectRules(raises={"movement": 1, "initiative": 1}, ends="down"))


@spell("sotecs_blessing", "Sotec's Blessing", 7, FRIEND, reach=600, is_prayer=True)
def sotecs_blessing(ctx: Context, casting: Casting) -> None:
    """A die decides which characteristic of a friend improves; only one friend at a time is affected."""
    for other in on_table(ctx.state, casting.who[0]):
        for effect in ctx.model(other).effects:
            if effect.code in BLESSINGS:
                ctx.emit(EffectEnded(other, effect.code))
    face = ctx.roll("die", casting.who, rule="MAG-WHO-01", about="blessing").total
    leave(ctx, casting, casting.targets[0], BLESSINGS[(face - 1) // 2], FOR_THE_BATTLE)


@spell("huanchis_stealth", "Huanchi's Stealth", 7, no_target, reach=600, is_prayer=True)
def huanchis_stealth(ctx: Context, casting: Casting) -> None:
    """Skinks in cover nearby hide, even after moving or shooting. Rule: MV-HIDE-01"""
    for other in those_near(ctx, casting, tagged(a_friend, "skink")):
        model, body = ctx.model(other), body_of(ctx.game, ctx.state, other)
        if model.posture != STANDING or model.engaged or is_hidden(model):
            continue
        if hiding_rules.fault_of_place(ctx.game, ctx.state, other, body) is None:
            hiding_rules.hide(ctx, other)


# -- healing, raising, moving ------------------------------------------------------------------------------------------

define_effect("blessed_ale", EffectRules(raises={"attacks": -1}))


@spell("blessed_ale", "Blessed Ale", 5, FRIEND, reach=200, is_prayer=True)
def blessed_ale(ctx: Context, casting: Casting) -> None:
    """One model regains all Wounds. Living enemies at the same distance lose an Attack until the next turn."""
    heal(ctx, casting.targets[0], ctx.fighter(casting.targets[0]).profile.wounds)
    for other in those_near(ctx, casting, a_living_enemy):
        leave(ctx, casting, other, "blessed_ale", 1)


@spell("cure", "Cure", 6, no_target, reach=600)
def cure(ctx: Context, casting: Casting) -> None:
    """Friends nearby regain a Wound, and those who are down stand up."""
    for other in those_near(ctx, casting, a_friend):
        heal(ctx, other, 1)
        if ctx.model(other).posture != STANDING:
            ctx.emit(PostureChanged(other, STANDING, casting.who, "healed"))


define_effect("stags_leap", EffectRules(strength=1, ends="turn"))


@spell("stags_leap", "Stag's Leap", 7, beside_an_enemy, reach=900, places=True, from_combat=False, is_prayer=True)
def stags_leap(ctx: Context, casting: Casting) -> None:
    """The priest leaps up to 9 inches; a leap into contact is a charge at +1 Strength."""
    if fly(ctx, casting) and casting.targets and not ctx.model(casting.who).gone:
        leave(ctx, casting, casting.who, "stags_leap", 1)


@spell("witch_flight", "Witch Flight", 7, beside_an_enemy, reach=1200, places=True, from_combat=False)
def witch_flight(ctx: Context, casting: Casting) -> None:
    """The sorceress flies up to 12 inches, optionally into contact."""
    fly(ctx, casting)


@spell(
    "wings_of_night", "Wings of Night", 6, beside_an_enemy, reach=1200, places=True, from_combat=False,
    fits=stands_by_a_wall,
)  # fmt: skip
def wings_of_night(ctx: Context, casting: Casting) -> None:
    """The caster flies up to 12 inches from wall to wall, optionally into contact."""
    fly(ctx, casting)


define_effect("itzls_speed", EffectRules(may_charge=False))


@on("move", "itzls_speed")
def sprinting(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """Limit the run to exactly the spell's distance."""
    return allowance._replace(walk=SPRINT, run=SPRINT, charge=0, may_charge=False)


def _runners(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    barred = SHOT | FLEEING | STUPID
    return [
        choice
        for choice in one_of(tagged(a_friend, *LIZARDMEN))(game, state, model_id, known)
        if state.models[choice[0]].posture == STANDING
        and not state.models[choice[0]].engaged
        and not state.models[choice[0]].flags & barred
    ]


@spell("itzls_speed", "Itzl's Speed", 7, _runners, reach=600, is_prayer=True)
def itzls_speed(ctx: Context, casting: Casting) -> None:
    """A friend who has not shot runs up to 4 inches more, but not into contact."""
    leave(ctx, casting, casting.targets[0], "itzls_speed", 1)
    ctx.push(Frame("extra_move", "start", {"who": casting.targets[0], "charges": False}))


def _walking_skeletons(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [
        choice
        for choice in one_of(tagged(a_friend, "skeleton_warrior"))(game, state, model_id, known)
        if state.models[choice[0]].posture == STANDING and not state.models[choice[0]].engaged
    ]


@spell("menkares_scroll_of_urgency", "Menkare's Scroll of Urgency", 6, _walking_skeletons, reach=600)
def menkares_urgency(ctx: Context, casting: Casting) -> None:
    """A skeleton moves once more, optionally into contact."""
    ctx.push(Frame("extra_move", "start", {"who": casting.targets[0]}))


def _fallen_skeletons(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [
        (other,)
        for other in state.marks.get(FALLEN, ())
        if may_rise(state, other) and tagged(a_friend, "skeleton_warrior")(game, state, model_id, other)
    ]


@spell("djedres_summonation_of_the_vengeful_dead", "Djedre's Summonation of the Vengeful Dead", 5, _fallen_skeletons,
       reach=600)  # fmt: skip
def djedres_summonation(ctx: Context, casting: Casting) -> None:
    """A skeleton lost in the last combat returns near the priest, away from enemies."""
    call_back(ctx, casting)
