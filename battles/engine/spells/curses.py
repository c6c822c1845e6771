"""Harmful spells from supplements: enemies are held, slowed, cursed, frightened or taken out of action."""

from __future__ import annotations

from typing import Any

from battles.engine.events import EffectAdded, EffectEnded, LoadoutTaken
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.spells.bolts import resists
from battles.engine.state import KNOCKED_DOWN, STANDING, STUNNED, BattleState, Effect
from battles.engine.steps.combat.breaking import take_flight
from battles.engine.steps.combat.loadouts import DISARMED, FISTS
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.combat.striking import blow
from battles.engine.steps.harm import injuries
from battles.engine.steps.harm.attacks import Attack, reroll_to_hit
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.harm.injuries import Injury
from battles.engine.steps.harm.pipeline import lose_wounds
from battles.engine.steps.harm.saves import Saves
from battles.engine.steps.harm.wounding import reroll_wound
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.magic.spell_parts import around, burn, heal, injure_without_wound, is_unliving
from battles.engine.steps.magic.spell_targets import (
    FOR_THE_BATTLE,
    TO_END_OF_NEXT_TURN,
    a_living_enemy,
    an_enemy,
    an_enemy_in_contact,
    any_model,
    but_not,
    charm,
    leave,
    one_of,
    tagged,
    those_near,
)
from battles.engine.steps.magic.spellbook import Casting, Spell, closest_enemy, no_target, one_enemy, spell
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.characteristics import keywords_of
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.table.vectors import distance

ANYWHERE = 20_000
"""A distance greater than any table's length, in hundredths of an inch."""
HELD = EffectRules(pace=0, may_charge=False, may_shoot=False, may_cast=False)
SERVANTS_OF_TAAL = ("jaeger", "horned_hunters_zealot")
UNDEAD = ("undead", "undead_creature", "zombie", "dire_wolf", "vampire", "skeleton", "mummy")
SERVANTS_OF_THE_DEAD = ("dreg", "ghoul", "necromancer")

# -- held, slowed, weakened --------------------------------------------------------------------------------------------

charm(
    "singing_wind", "Singing Wind", 8, HELD._replace(strikes_last=True), reach=1000,
    everybody=lambda game, state, caster, other: other != caster,
)  # fmt: skip
charm(
    "voice_of_command", "Voice of Command", 9, HELD._replace(only_defends=True), one_enemy, reach=2400,
    turns=TO_END_OF_NEXT_TURN,
)  # fmt: skip
charm(
    "tanglefoot", "Tanglefoot", 8, EffectRules(pace=50), reach=1200, everybody=but_not(any_model, *SERVANTS_OF_TAAL),
    is_prayer=True,
)  # fmt: skip
charm(
    "wendalas_maelstrom", "Wendala's Maelstrom", 7, EffectRules(to_shoot=-1), reach=1800, everybody=an_enemy,
)  # fmt: skip
charm(
    "sirens_dreams", "Siren's Dreams", 7, EffectRules(raises={"leadership": -1}), reach=1200,
    everybody=but_not(a_living_enemy, "lizardmen", "skink", "saurus", "undead"),
)  # fmt: skip
charm(
    "curse_of_the_dark_master", "Curse of the Dark Master", 8, EffectRules(to_hit=-1, to_shoot=-1), one_enemy,
    reach=2400,
)  # fmt: skip
charm(
    "age_of_stone", "Age of Stone", 8,
    EffectRules(raises=dict.fromkeys(
        ("movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "initiative", "attacks", "leadership"),
        -1,
    )),
    one_enemy, reach=1200, turns=TO_END_OF_NEXT_TURN,
)  # fmt: skip
define_effect("statue_of_light", EffectRules(raises={"weapon_skill": -2}, ends="moved"))
define_effect(
    "caught_in_light", EffectRules(raises={"weapon_skill": -2}, pace=0, may_charge=False, kept_by="statue_of_light")
)  # fmt: skip


@spell("statue_of_light", "Statue of Light", 7, one_enemy, reach=ANYWHERE)
def statue_of_light(ctx: Context, casting: Casting) -> None:
    """An enemy in sight is held while the mage stands still. Both of them fight worse."""
    leave(ctx, casting, casting.targets[0], "caught_in_light", FOR_THE_BATTLE)
    leave(ctx, casting, casting.who, "statue_of_light", FOR_THE_BATTLE)


def _beside_a_mummy(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    lords = [other for other in state.models if tagged(any_model, "tomb_lord", "mummy")(game, state, model_id, other)]
    touched = {enemy for lord in lords if lord[0] == model_id[0] for enemy in state.models[lord].engaged}
    return [choice for choice in one_of(an_enemy)(game, state, model_id, known) if choice[0] in touched]


charm(
    "horrebes_curse_of_the_mummy", "Horrebe's Curse of the Mummy", 8,
    EffectRules(to_hit=-1, to_shoot=-1, to_wound=-1, armour_bonus=-1), _beside_a_mummy, reach=1800,
)  # fmt: skip

define_effect("stench_of_nurgle", EffectRules(raises={"attacks": -1}))


@spell("stench_of_nurgle", "Stench of Nurgle", 8, no_target, reach=600)
def stench_of_nurgle(ctx: Context, casting: Casting) -> None:
    """Living models nearby that fail a Toughness test lose an Attack."""
    for other in those_near(
        ctx, casting, lambda game, _s, caster, target: target != caster and not is_unliving(game, target)
    ):
        if not resists(ctx, other, "toughness"):
            leave(ctx, casting, other, "stench_of_nurgle", TO_END_OF_NEXT_TURN, theirs=True)


define_effect("quicksand", EffectRules(pace=0, may_charge=False, may_strike=False))


@spell("quicksand", "Quicksand", 6, one_of(an_enemy), reach=600)
def quicksand(ctx: Context, casting: Casting) -> None:
    """The ground within 3 inches of the target holds models that fail a Strength test. They cannot attack either."""
    target = casting.targets[0]
    for other in (target, *around(ctx.game, ctx.state, target, 300)):
        if not resists(ctx, other, "strength"):
            leave(ctx, casting, other, "quicksand", 1)


@on("shoot", "warriors_bane")
def slipping(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
    """The model drops its missile weapon."""
    return plan._replace(refused="slips from the hand")


@spell("warriors_bane", "Warrior's Bane", 7, one_enemy, reach=1800)
def warriors_bane(ctx: Context, casting: Casting) -> None:
    """An enemy drops its weapons: until the end of its next turn it cannot shoot, and fights with its fists."""
    target = casting.targets[0]
    leave(ctx, casting, target, "warriors_bane", TO_END_OF_NEXT_TURN, theirs=True)
    until = next(effect.until_turn for effect in ctx.model(target).effects if effect.code == "warriors_bane")
    for index, weapon in enumerate(ctx.fighter(target).weapons):
        if weapon.is_melee:
            ctx.emit(EffectAdded(target, Effect(DISARMED, index + 1, until, target[0])))
    if ctx.model(target).loadout:
        ctx.emit(LoadoutTaken(target, (FISTS,)))


# -- cursed dice -------------------------------------------------------------------------------------------------------


@on("hit_rolled", "word_of_pain_dark_elf_magic", "curse")
def cursed_aim(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """Re-roll the model's hits."""
    if attack.who == model_id and attack.hit:
        reroll_to_hit(ctx, attack)


@on("wound_rolled", "word_of_pain_dark_elf_magic", "curse")
def cursed_strength(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
    """Re-roll the model's successful rolls to wound."""
    if attack.who == model_id and attack.wounded:
        reroll_wound(ctx, attack)


@on("save", "curse")
def cursed_armour(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """Re-roll the model's successful saves."""
    if saves.attack.whom == model_id:
        saves.must_reroll = True


@on("dares", "word_of_pain_dark_elf_magic")
def pained(ctx: Context, model_id: str, charger: str, target: str, **_: Any) -> bool:
    """The model may charge only after a Leadership test. Rule: CHAR-LD-01"""
    return model_id != charger or take_test(ctx, model_id, "charge", "MV-CHG-17", against=target)


@spell("word_of_pain_dark_elf_magic", "Word of Pain", 8, one_enemy, reach=1200)
def word_of_pain(ctx: Context, casting: Casting) -> None:
    """Until the caster's next turn, an enemy re-rolls its hits and wounds, and takes a Leadership test to charge."""
    leave(ctx, casting, casting.targets[0], "word_of_pain_dark_elf_magic", 1)


@spell("curse", "Curse", 6, one_enemy, reach=1200)
def curse(ctx: Context, casting: Casting) -> None:
    """An enemy re-rolls its hits, wounds and successful saves, this turn and in its next turn."""
    leave(ctx, casting, casting.targets[0], "curse", TO_END_OF_NEXT_TURN, theirs=True)


# -- felled, frightened, drained ---------------------------------------------------------------------------------------


@spell("kiss_of_frost", "Kiss of Frost", 6, one_enemy, reach=1200, is_prayer=True)
def kiss_of_frost(ctx: Context, casting: Casting) -> None:
    """A model that fails an Initiative test is knocked down."""
    if not resists(ctx, casting.targets[0], "initiative"):
        injuries.worsen(ctx, casting.targets[0], KNOCKED_DOWN, by=casting.who, why="spell")


@spell("tawosrets_scroll_of_tomb_dust", "Tawosret's Scroll of Tomb Dust", 7, one_of(a_living_enemy), reach=1200)
def tomb_dust(ctx: Context, casting: Casting) -> None:
    """A living warrior is knocked down."""
    injuries.worsen(ctx, casting.targets[0], KNOCKED_DOWN, by=casting.who, why="spell")


@spell("coils_of_the_serpent", "Coils of the Serpent", 10, one_enemy, reach=600)
def coils_of_the_serpent(ctx: Context, casting: Casting) -> None:
    """A model that fails a Toughness test is out of action, without any save."""
    if not resists(ctx, casting.targets[0], "toughness"):
        injuries.take_out(ctx, casting.targets[0], by=casting.who)


@spell("deathspasm", "Deathspasm", 10, closest_enemy, reach=600)
def deathspasm(ctx: Context, casting: Casting) -> None:
    """The nearest enemy makes an injury roll; then the caster is knocked down."""
    injure_without_wound(ctx, casting.who, casting.targets[0])
    injuries.worsen(ctx, casting.who, KNOCKED_DOWN, why="spell")


@on("injury", "hammerschlag")
def stunning(ctx: Context, model_id: str, injury: Injury, **_: Any) -> None:
    """The hammer stuns, like a club. Rule: INJ-TABLE-01"""
    if injury.who == model_id:
        injury.knocked_down_to = min(injury.knocked_down_to, 1)


@spell("hammerschlag", "Hammerschlag", 10, one_enemy, reach=600, is_prayer=True, direct_damage=True)
def hammerschlag(ctx: Context, casting: Casting) -> None:
    """One hit at Strength 4. Injury rolls of 2 to 4 stun."""
    for target in casting.targets:
        leave(ctx, casting, target, "hammerschlag", 1)
        burn(ctx, casting, target, 4)
        lift(ctx, target, "hammerschlag")


def lift(ctx: Context, model_id: str, code: str) -> None:
    """End an effect on a model, if it has one with this code."""
    if any(effect.code == code for effect in ctx.model(model_id).effects):
        ctx.emit(EffectEnded(model_id, code))


def _scared(ctx: Context, casting: Casting) -> None:
    target = casting.targets[0]
    nerves = keywords_of(ctx.game, ctx.state, target) & {"immune_to_psychology", "immune_to_fear", "unbreakable"}
    if nerves or ctx.model(target).posture != STANDING:
        return
    if not take_test(ctx, target, "fear", "CHAR-LD-01", against=casting.who):
        take_flight(ctx, target, "panic")


@spell("nightmare", "Nightmare", 7, one_enemy, reach=1800)
def nightmare(ctx: Context, casting: Casting) -> None:
    """A model that fails the fear test flees. Rule: PSY-FEAR-01"""
    _scared(ctx, casting)


@spell("neferres_scroll_of_quaking_horror", "Neferre's Scroll of Quaking Horror", 7, one_of(a_living_enemy), reach=1200)
def quaking_horror(ctx: Context, casting: Casting) -> None:
    """A model that fails a Leadership test flees. Undead and fearless models are not affected."""
    _scared(ctx, casting)


@spell("soul_stealer", "Soul Stealer", 9, an_enemy_in_contact)
def soul_stealer(ctx: Context, casting: Casting) -> None:
    """The caster touches an enemy: a hit causes a Wound without an armour save, and the caster gains a Wound for the
    battle, at most one.
    """
    model_id, target = casting.who, casting.targets[0]
    arms = attack_plan(ctx.game, ctx.state, model_id)
    touch = blow(ctx.game, ctx.state, model_id, target, arms[0])
    if (
        not touch.automatic
        and not ctx.roll("hit", model_id, need=touch.need_hit, mods=touch.hit_mods, against=target).passed
    ):
        return
    taken = lose_wounds(ctx, target, how="spell", by=model_id).wounds_lost
    if taken and ctx.model(model_id).wounds <= ctx.fighter(model_id).profile.wounds:
        heal(ctx, model_id, 1, above=True)


def _dead_in_contact(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    doomed = tagged(an_enemy, *UNDEAD, "ghoul", "possessed")
    return [
        choice
        for choice in an_enemy_in_contact(game, state, model_id, known)
        if doomed(game, state, model_id, choice[0])
    ]


@spell("hand_of_morr", "Hand of Morr", 9, _dead_in_contact, is_prayer=True)
def hand_of_morr(ctx: Context, casting: Casting) -> None:
    """Take an Undead in contact out of action; a Ghoul or a Possessed flees instead."""
    target = casting.targets[0]
    if tagged(any_model, "ghoul", "possessed")(ctx.game, ctx.state, casting.who, target):
        take_flight(ctx, target, "panic")
    else:
        injuries.take_out(ctx, target, by=casting.who)


def _dead_first(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """The nearest Undead enemies; if there are none, the nearest servants of the Undead, or else the nearest
    enemies.
    """
    mine = body_of(game, state, model_id)
    for chosen in (tagged(an_enemy, *UNDEAD), tagged(an_enemy, *SERVANTS_OF_THE_DEAD), an_enemy):
        near = [other for (other,) in one_of(chosen)(game, state, model_id, known)]
        if near:
            least = min(distance(mine, body_of(game, state, other)) for other in near)
            return [(other,) for other in near if distance(mine, body_of(game, state, other)) <= least + 1e-6]
    return []


@spell("do_you_know_who_i_am", "Do you know who I am?", 7, _dead_first, reach=600, is_prayer=True)
def do_you_know_who_i_am(ctx: Context, casting: Casting) -> None:
    """Stun the nearest Undead."""
    injuries.worsen(ctx, casting.targets[0], STUNNED, by=casting.who, why="spell")


declare_inner("fog_of_death", "warriors_bane", "word_of_pain_dark_elf_magic", "curse", "hammerschlag")


@on("sight", "fog_of_death")
def fogbound(game: Game, state: BattleState, model_id: str, target: str, seen: bool, *, value: int = 0) -> bool:
    """No model sees farther than the fog permits."""
    return bool(seen) and distance(body_of(game, state, model_id), body_of(game, state, target)) <= value * 100


@spell("fog_of_death", "Fog of Death", 10, no_target)
def fog_of_death(ctx: Context, casting: Casting) -> None:
    """Enemies are hit at Strength 2 on a 4+, friends on a 6. For a turn, no model sees farther than 3D6 inches."""
    far = ctx.sum_of("count", casting.who, 3).total
    for other in those_near(ctx, casting, lambda _g, _s, caster, target: target != caster):
        need = 4 if ctx.game.are_enemies(casting.who, other) else 6
        if ctx.roll("die", other, need=need, rule="MAG-WHO-01", about="fog").passed:
            hit_automatically(ctx, other, 2, how="spell", by=casting.who, magical=True, spell_damage=True)
    for other, model in ctx.state.models.items():
        if not model.gone:
            until = ctx.state.turn_number + 1
            ctx.emit(EffectAdded(other, Effect("fog_of_death", far, until, casting.who[0])))
