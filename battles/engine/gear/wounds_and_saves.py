"""Traits that affect wounds, critical hits, saves and injuries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import Modifier, Used
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.gear.conditions import in_phase, is_against, is_mine, with_weapon
from battles.engine.hooks import on
from battles.engine.state import BattleState
from battles.engine.steps.combat.parrying import Parry
from battles.engine.steps.combat.striking import DIVE
from battles.engine.steps.harm.attacks import BURNS, Attack, Group, only_for_shots
from battles.engine.steps.harm.injuries import CONCUSSED_TO, KNOCKED_DOWN_TO, Injury
from battles.engine.steps.harm.saves import Saves
from battles.engine.traits import Flag

QUICKNESS, DODGES, SIDE_STEPS = Flag("quickness"), Flag("avoid_missiles"), Flag("special_save")
QUICKER = 4
"""Score on which quickness avoids a blow if the model could already avoid it in another way."""
CONCUSSION = Flag("concussion")
OWN_BODY = "own body"
"""Default reason why a model cannot be stunned."""
POSTURES = {"knocked_down": 1, "stunned": 2, "out_of_action": 3}


# -- to wound and criticals -------------------------------------------------------------------------------------------


@on("to_wound", "enemy_strength_penalty")
def enemy_strength_penalty(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int, phase: str = ""
) -> None:
    """Hits on the bearer have less Strength, but the same effect on armour saves."""
    if not is_mine(attack, model_id) and in_phase(attack, phase):
        attack.strength -= amount


@on("to_wound", "to_wound_bonus")
def to_wound_bonus(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int, enemies: Sequence[str] = ()
) -> None:
    """Add to rolls to wound."""
    if is_mine(attack, model_id) and is_against(game, attack.whom, enemies):
        attack.wound_mods.append(Modifier("weapon", amount))


@on("to_wound", "wounds_at_worst_on")
def wounds_at_worst_on(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, needs: int, enemies: Sequence[str] = ()
) -> None:
    """Limit the score needed to wound, optionally only against certain enemies."""
    if is_mine(attack, model_id) and is_against(game, attack.whom, enemies):
        attack.wound_worst = min(attack.wound_worst, needs)


@on("critical", "critical_bonus")
def critical_bonus(ctx: Context, model_id: str, attack: Attack, *, amount: int, phase: str = "") -> None:
    """Add to rolls on critical hit charts."""
    if is_mine(attack, model_id) and in_phase(attack, phase):
        attack.chart_bonus += amount


@on("critical", "critical_on")
def critical_on(
    ctx: Context, model_id: str, attack: Attack, *, needs: int, unarmed_only: bool = False, diving: bool = False
) -> None:
    """Lower rolls are critical hits too, optionally only unarmed or in a diving charge."""
    if diving and ctx.state.marks.get(DIVE + model_id, [""])[0] != attack.whom:
        return
    if is_mine(attack, model_id) and (not unarmed_only or attack.weapon.code in ("fist", "natural")):
        attack.critical_face = min(attack.critical_face, needs)


@on("critical", "shrugs_off_criticals")
def shrugs_off_criticals(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """On this score, a critical hit on the model becomes a normal one. Rule: CRIT-TRIG-01"""
    due = attack.whom == model_id and attack.may_be_critical and attack.wound_face >= attack.critical_face
    if due and ctx.roll("die", model_id, need=needs, against=attack.who, rule="CRIT-TRIG-01", about="shrug_off").passed:
        attack.may_be_critical = False


# -- hits undone ------------------------------------------------------------------------------------------------------


@on("hit_rolled", "avoid_missiles")
@only_for_shots
def avoid_missiles(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """On this score, the model dodges a missile hit."""
    if attack.whom != model_id or attack.how not in ("shot", "cover") or not attack.hit:
        return
    if QUICKNESS.of(ctx.fighter(model_id)):
        needs = min(needs, QUICKER)
    if ctx.roll("die", model_id, need=needs, against=attack.who, rule="CONV-PIPE-01", about="dodge").passed:
        attack.hit = False
        ctx.note("dodged", model_id, attack.who)


@on("hit_rolled", "discards_first_hit")
def discards_first_hit(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """On this score, the model ignores the first hit of the battle."""
    if attack.whom != model_id or not attack.hit:
        return
    if any(code == "discards_first_hit" for code, _ in ctx.model(model_id).used):
        return
    ctx.emit(Used(model_id, "discards_first_hit"))
    if ctx.roll("die", model_id, need=needs, against=attack.who, rule="CONV-PIPE-01", about="luck").passed:
        attack.hit = False
        ctx.note("lucky", model_id, attack.who)


# -- saves ------------------------------------------------------------------------------------------------------------


@on("save", "save_modifier")
def save_modifier(game: Game, state: BattleState, model_id: str, saves: Saves, *, amount: int, phase: str = "") -> None:
    """Modify the armour saves of models that the bearer hits."""
    if is_mine(saves.attack, model_id) and in_phase(saves.attack, phase):
        saves.modifiers.append(Modifier("weapon", amount, "ARM-MOD-01"))


@on("save", "save_modifier_total")
def save_modifier_total(game: Game, state: BattleState, model_id: str, saves: Saves, *, amount: int) -> None:
    """Replace the save modifier of the Strength."""
    saves.total_modifier = amount


@on("save", "cutting_edge")
def cutting_edge(game: Game, state: BattleState, model_id: str, saves: Saves) -> None:
    """Armour saves against the weapon are one worse."""
    saves.modifiers.append(Modifier("cutting_edge", -1, "ARM-MOD-01"))


@on("save", "armour_save")
def armour_save(
    game: Game,
    state: BattleState,
    model_id: str,
    saves: Saves,
    *,
    needs: int = 7,
    value: int = 0,
    phase: str = "",
    not_magic: bool = False,
) -> None:
    """Give an armour save from a body or a spell, optionally only against shots or blows, or not against magic."""
    if not_magic and saves.attack.magical:
        return
    if not is_mine(saves.attack, model_id) and in_phase(saves.attack, phase):
        saves.armour = min(saves.armour, value or needs)


@on("save", "special_save")
def special_save(
    game: Game, state: BattleState, model_id: str, saves: Saves, *, needs: int, phase: str = "", not_fire: bool = False
) -> None:
    """Give a save after armour that is never modified. With `not_fire` it is regeneration, which does not work against
    fire.

    Rules: SAVE-WARD-01, SAVE-REGEN-01, SPEC-FLAMING-01
    """
    if is_mine(saves.attack, model_id) or not in_phase(saves.attack, phase):
        return
    if not not_fire:
        saves.special = min(saves.special, needs)
    elif not (saves.attack.flaming or BURNS.on(saves.attack.weapon)):
        saves.regrowth = min(saves.regrowth, needs)


@on("save", QUICKNESS.code)
def quickness(game: Game, state: BattleState, model_id: str, saves: Saves) -> None:
    """The model avoids blows and shots on a 6. A model with a side step avoids blows on a 4+ instead; one that dodges
    shots gets nothing here.
    """
    fighter = game.fighters[model_id]
    if is_mine(saves.attack, model_id) or (saves.attack.how == "shot" and DODGES.of(fighter)):
        return
    if saves.attack.in_combat and SIDE_STEPS.of(fighter):
        saves.special = min(saves.special, QUICKER)
    elif saves.attack.in_combat or saves.attack.how == "shot":
        saves.special = min(saves.special, 6)


@on("save", "ward")
def ward(
    game: Game, state: BattleState, model_id: str, saves: Saves, *, needs: int = 7, value: int = 0, item: bool = False
) -> None:
    """Give a ward save. Rule: SAVE-WARD-01"""
    if not is_mine(saves.attack, model_id) and (item or game.rules.wards):
        saves.ward = min(saves.ward, value or needs)


@on("save", "regeneration")
def regeneration(
    game: Game, state: BattleState, model_id: str, saves: Saves, *, needs: int = 7, value: int = 0, item: bool = False
) -> None:
    """Give a regeneration save. Rule: SAVE-REGEN-01"""
    if not is_mine(saves.attack, model_id) and (item or game.rules.wards):
        saves.regeneration = min(saves.regeneration, value or needs)


@on("save", "magic_resistance")
def magic_resistance(
    game: Game, state: BattleState, model_id: str, saves: Saves, *, amount: int = 0, value: int = 0
) -> None:
    """Add Magic Resistance. Rule: SAVE-MR-01"""
    if not is_mine(saves.attack, model_id) and game.rules.wards:
        saves.magic_resistance = max(saves.magic_resistance, amount or value)


# -- parrying ---------------------------------------------------------------------------------------------------------


@on("parry", "parry")
def gauntlet(game: Game, state: BattleState, model_id: str, parry: Parry, **_: Any) -> None:
    """The model can parry without a weapon (a gauntlet). A buckler is not counted twice."""
    if game.rules.parry == "all" and not game.fighters[model_id].buckler:
        parry.blades += 1


@on("parry", "parry_twice")
def parry_twice(game: Game, state: BattleState, model_id: str, parry: Parry) -> None:
    """The model may try a second parry after a failed one."""
    parry.may_reroll = True


@on("parry", "counts_as_armed_with")
def armed_with_swords(game: Game, state: BattleState, model_id: str, parry: Parry, *, items: Sequence[str]) -> None:
    """Knives that count as swords can parry."""
    if game.rules.parry == "all":
        parry.blades += list(items).count("sword")


# -- injuries ---------------------------------------------------------------------------------------------------------


@on("injury", "concussion")
def concussion(ctx: Context, model_id: str, injury: Injury) -> None:
    """Injury rolls of 2 to 4 stun. Rule: INJ-TABLE-01"""
    injury.knocked_down_to = min(injury.knocked_down_to, CONCUSSED_TO)


@on("injury", "ignore_concussion")
def ignore_concussion(ctx: Context, model_id: str, injury: Injury) -> None:
    """The bearer is not affected by concussion."""
    if injury.who == model_id and CONCUSSION.on(injury.attack.weapon):
        injury.knocked_down_to = KNOCKED_DOWN_TO


@on("injury", "injury_bonus")
def injury_bonus(
    ctx: Context, model_id: str, injury: Injury, *, amount: int, phase: str = "", weapons: Sequence[str] = ()
) -> None:
    """Add to the injury rolls of models that the bearer wounds."""
    if injury.by == model_id and in_phase(injury.attack, phase) and with_weapon(injury.attack, weapons):
        injury.bonus += amount


@on("injury", "injury_table")
def injury_table(ctx: Context, model_id: str, injury: Injury, *, stunned_up_to: int, out_of_action_from: int) -> None:
    """Use different bands of the injury table: the bearer is never knocked down, only stunned or out of action."""
    if injury.by == model_id:
        injury.stunned_to = out_of_action_from - 1
        injury.knocked_down_to = min(injury.knocked_down_to, stunned_up_to - 1 if stunned_up_to < 3 else 0)


@on("injury", "injury_out_of_action_on")
def injury_out_of_action_on(ctx: Context, model_id: str, injury: Injury, *, needs: int) -> None:
    """Only an injury roll of this score or more takes the bearer out of action."""
    if injury.who == model_id:
        injury.stunned_to = max(injury.stunned_to, needs - 1)


@on("injury", "injury_change")
def injury_change(ctx: Context, model_id: str, injury: Injury, **change: str) -> None:
    """Replace one injury result by another: with No Pain, stunned becomes knocked down."""
    if injury.who == model_id and change.get("from") == "stunned" and change.get("to") == "knocked_down":
        injury.stunned_is_knocked_down = True


@on("injury", "no_pain")
def no_pain(ctx: Context, model_id: str, injury: Injury) -> None:
    """Treat stunned as knocked down."""
    if injury.who == model_id:
        injury.stunned_is_knocked_down = True


@on("injury", "ignore_knocked_down")
def ignore_knocked_down(ctx: Context, model_id: str, injury: Injury) -> None:
    """A knocked down result leaves the bearer standing."""
    if injury.who == model_id:
        injury.knocked_down_is_nothing = True


@on("injury", "ignore_stunned")
def ignore_stunned(ctx: Context, model_id: str, injury: Injury) -> None:
    """A stunned result leaves the bearer standing."""
    if injury.who == model_id:
        injury.stunned_is_nothing = True


@on("injury", "avoid_stun")
def avoid_stun(
    ctx: Context, model_id: str, injury: Injury, *, needs: int, with_helmet: int = 0, worn: bool = False, name: str = ""
) -> None:
    """Avoid being stunned on a score: that of a `worn` helmet, or of a skill or body trait `name`, which may be better
    with a helmet.

    In a ruleset without helmets only the helmet has no effect. Rule: ARM-HELMET-01
    """
    if injury.who != model_id:
        return
    in_helmet = ctx.rules.helmets and ctx.fighter(model_id).helmet
    if not worn:
        needs = with_helmet if with_helmet and in_helmet else needs
    elif not in_helmet:
        return
    if injury.avoid_stun and injury.avoid_stun <= needs:
        return
    injury.avoid_stun, injury.avoided_by = needs, "" if worn else name or OWN_BODY


# -- blood and spines -------------------------------------------------------------------------------------------------


@on("wounded", "hits_when_wounded")
def hits_when_wounded(ctx: Context, model_id: str, group: Group, *, strength: int, no_critical: bool = True) -> None:
    """When the bearer loses a Wound in combat, all models in contact are hit."""
    if group.whom != model_id or group.how not in ("blow", "impact", "stomp", "parting"):
        return
    _hurt_all_in_contact(ctx, model_id, strength)


@on("before_combat", "hits_at_combat_start")
def hits_at_combat_start(ctx: Context, model_id: str, *, strength: int, no_critical: bool = True) -> None:
    """At the start of the combat phase, spines hit all models in contact."""
    _hurt_all_in_contact(ctx, model_id, strength)


def _hurt_all_in_contact(ctx: Context, model_id: str, strength: int) -> None:
    from battles.engine.steps.harm.automatic_hits import hit_automatically

    for other in ctx.model(model_id).engaged:
        if not ctx.model(other).gone:
            hit_automatically(ctx, other, strength, how="spines", by=model_id)
