"""Traits that act on wounds, criticals, saves and injuries."""

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
"""Score on which a quick model avoids what it could avoid without that."""
CONCUSSION = Flag("concussion")
OWN_BODY = "own body"
"""Default reason why a model cannot be stunned."""
POSTURES = {"knocked_down": 1, "stunned": 2, "out_of_action": 3}


# -- to wound and criticals -------------------------------------------------------------------------------------------


@on("to_wound", "enemy_strength_penalty")
def enemy_strength_penalty(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int, phase: str = ""
) -> None:
    """Hits on the bearer are weaker, but not against armour."""
    if not is_mine(attack, model_id) and in_phase(attack, phase):
        attack.strength -= amount


@on("to_wound", "to_wound_bonus")
def to_wound_bonus(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, amount: int, enemies: Sequence[str] = ()
) -> None:
    """Improves rolls to wound."""
    if is_mine(attack, model_id) and is_against(game, attack.whom, enemies):
        attack.wound_mods.append(Modifier("weapon", amount))


@on("to_wound", "wounds_at_worst_on")
def wounds_at_worst_on(
    game: Game, state: BattleState, model_id: str, attack: Attack, *, needs: int, enemies: Sequence[str] = ()
) -> None:
    """Never needs more than this to wound, optionally only against some enemies."""
    if is_mine(attack, model_id) and is_against(game, attack.whom, enemies):
        attack.wound_worst = min(attack.wound_worst, needs)


@on("critical", "critical_bonus")
def critical_bonus(ctx: Context, model_id: str, attack: Attack, *, amount: int, phase: str = "") -> None:
    """Improves rolls on critical hit charts."""
    if is_mine(attack, model_id) and in_phase(attack, phase):
        attack.chart_bonus += amount


@on("critical", "critical_on")
def critical_on(
    ctx: Context, model_id: str, attack: Attack, *, needs: int, unarmed_only: bool = False, diving: bool = False
) -> None:
    """Lower faces are critical too, optionally only in a diving charge."""
    if diving and ctx.state.marks.get(DIVE + model_id, [""])[0] != attack.whom:
        return
    if is_mine(attack, model_id) and (not unarmed_only or attack.weapon.code in ("fist", "natural")):
        attack.critical_face = min(attack.critical_face, needs)


@on("critical", "shrugs_off_criticals")
def shrugs_off_criticals(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """A critical hit on the model becomes a normal one on this score. Rule: CRIT-TRIG-01"""
    due = attack.whom == model_id and attack.may_be_critical and attack.wound_face >= attack.critical_face
    if due and ctx.roll("die", model_id, need=needs, against=attack.who, rule="CRIT-TRIG-01", about="shrug_off").passed:
        attack.may_be_critical = False


# -- hits undone ------------------------------------------------------------------------------------------------------


@on("hit_rolled", "avoid_missiles")
@only_for_shots
def avoid_missiles(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """A missile hit is dodged on this score."""
    if attack.whom != model_id or attack.how not in ("shot", "cover") or not attack.hit:
        return
    if QUICKNESS.of(ctx.fighter(model_id)):
        needs = min(needs, QUICKER)
    if ctx.roll("die", model_id, need=needs, against=attack.who, rule="CONV-PIPE-01", about="dodge").passed:
        attack.hit = False
        ctx.note("dodged", model_id, attack.who)


@on("hit_rolled", "discards_first_hit")
def discards_first_hit(ctx: Context, model_id: str, attack: Attack, *, needs: int) -> None:
    """The first hit of the battle is ignored on this score."""
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
    """Modifies the armour save of models it hits."""
    if is_mine(saves.attack, model_id) and in_phase(saves.attack, phase):
        saves.modifiers.append(Modifier("weapon", amount, "ARM-MOD-01"))


@on("save", "save_modifier_total")
def save_modifier_total(game: Game, state: BattleState, model_id: str, saves: Saves, *, amount: int) -> None:
    """The whole modifier, in place of the one for Strength."""
    saves.total_modifier = amount


@on("save", "cutting_edge")
def cutting_edge(game: Game, state: BattleState, model_id: str, saves: Saves) -> None:
    """Saves are one worse."""
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
    """An armour save from a body or a spell, perhaps against shots or blows only, or none against magic."""
    if not_magic and saves.attack.magical:
        return
    if not is_mine(saves.attack, model_id) and in_phase(saves.attack, phase):
        saves.armour = min(saves.armour, value or needs)


@on("save", "special_save")
def special_save(
    game: Game, state: BattleState, model_id: str, saves: Saves, *, needs: int, phase: str = "", not_fire: bool = False
) -> None:
    """A save after armour, never modified; with `not_fire` that of a body that heals unless it is burnt.

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
    """Avoids harm on a 6; beside a side step blows on 4 and more, and dodges shots the better."""
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
    """Rule: SAVE-WARD-01"""
    if not is_mine(saves.attack, model_id) and (item or game.rules.wards):
        saves.ward = min(saves.ward, value or needs)


@on("save", "regeneration")
def regeneration(
    game: Game, state: BattleState, model_id: str, saves: Saves, *, needs: int = 7, value: int = 0, item: bool = False
) -> None:
    """Rule: SAVE-REGEN-01"""
    if not is_mine(saves.attack, model_id) and (item or game.rules.wards):
        saves.regeneration = min(saves.regeneration, value or needs)


@on("save", "magic_resistance")
def magic_resistance(
    game: Game, state: BattleState, model_id: str, saves: Saves, *, amount: int = 0, value: int = 0
) -> None:
    """Rule: SAVE-MR-01"""
    if not is_mine(saves.attack, model_id) and game.rules.wards:
        saves.magic_resistance = max(saves.magic_resistance, amount or value)


# -- parrying ---------------------------------------------------------------------------------------------------------


@on("parry", "parry")
def gauntlet(game: Game, state: BattleState, model_id: str, parry: Parry, **_: Any) -> None:
    """A fighter who parries without a weapon's help (a gauntlet); a buckler's own entry is not counted twice."""
    if game.rules.parry == "all" and not game.fighters[model_id].buckler:
        parry.blades += 1


@on("parry", "parry_twice")
def parry_twice(game: Game, state: BattleState, model_id: str, parry: Parry) -> None:
    """A failed parry is tried once more."""
    parry.may_reroll = True


@on("parry", "counts_as_armed_with")
def armed_with_swords(game: Game, state: BattleState, model_id: str, parry: Parry, *, items: Sequence[str]) -> None:
    """Knives that serve as swords parry like swords."""
    if game.rules.parry == "all":
        parry.blades += list(items).count("sword")


# -- injuries ---------------------------------------------------------------------------------------------------------


@on("injury", "concussion")
def concussion(ctx: Context, model_id: str, injury: Injury) -> None:
    """Two to four stun. Rule: INJ-TABLE-01"""
    injury.knocked_down_to = min(injury.knocked_down_to, CONCUSSED_TO)


@on("injury", "ignore_concussion")
def ignore_concussion(ctx: Context, model_id: str, injury: Injury) -> None:
    """Concussion does nothing to the bearer."""
    if injury.who == model_id and CONCUSSION.on(injury.attack.weapon):
        injury.knocked_down_to = KNOCKED_DOWN_TO


@on("injury", "injury_bonus")
def injury_bonus(
    ctx: Context, model_id: str, injury: Injury, *, amount: int, phase: str = "", weapons: Sequence[str] = ()
) -> None:
    """Worse injuries for those the bearer hurts."""
    if injury.by == model_id and in_phase(injury.attack, phase) and with_weapon(injury.attack, weapons):
        injury.bonus += amount


@on("injury", "injury_table")
def injury_table(ctx: Context, model_id: str, injury: Injury, *, stunned_up_to: int, out_of_action_from: int) -> None:
    """Other bands: knocked down does not occur, only stunned."""
    if injury.by == model_id:
        injury.stunned_to = out_of_action_from - 1
        injury.knocked_down_to = min(injury.knocked_down_to, stunned_up_to - 1 if stunned_up_to < 3 else 0)


@on("injury", "injury_out_of_action_on")
def injury_out_of_action_on(ctx: Context, model_id: str, injury: Injury, *, needs: int) -> None:
    """Only a high injury roll takes the bearer out of action."""
    if injury.who == model_id:
        injury.stunned_to = max(injury.stunned_to, needs - 1)


@on("injury", "injury_change")
def injury_change(ctx: Context, model_id: str, injury: Injury, **change: str) -> None:
    """One result counts as another: with No Pain stunned becomes knocked down."""
    if injury.who == model_id and change.get("from") == "stunned" and change.get("to") == "knocked_down":
        injury.stunned_is_knocked_down = True


@on("injury", "no_pain")
def no_pain(ctx: Context, model_id: str, injury: Injury) -> None:
    """Stunned counts as knocked down."""
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
    """The score of a helmet that is `worn`, or of a skill or body trait `name`, which may be better with a helmet.

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
    """Losing a Wound in combat hits all models in contact."""
    if group.whom != model_id or group.how not in ("blow", "impact", "stomp", "parting"):
        return
    _hurt_all_in_contact(ctx, model_id, strength)


@on("before_combat", "hits_at_combat_start")
def hits_at_combat_start(ctx: Context, model_id: str, *, strength: int, no_critical: bool = True) -> None:
    """Spines hit all models in contact at the start of the phase."""
    _hurt_all_in_contact(ctx, model_id, strength)


def _hurt_all_in_contact(ctx: Context, model_id: str, strength: int) -> None:
    from battles.engine.steps.harm.automatic_hits import hit_automatically

    for other in ctx.model(model_id).engaged:
        if not ctx.model(other).gone:
            hit_automatically(ctx, other, strength, how="spines", by=model_id)
