"""Lasting effects as data: `EffectRules` states what they do and what ends them.

The value of such an effect is the caster's number on its side, so that an effect which the caster maintains can end
with the caster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from battles.engine.events import EffectAdded, EffectEnded, Modifier
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.state import MOVED, RAN, STANDING, BattleState, Effect
from battles.engine.steps.combat.strike_order import Entry
from battles.engine.steps.combat.strikers import Striker
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.injuries import Injury
from battles.engine.steps.harm.saves import NO_SAVE, Saves
from battles.engine.steps.magic.spellbook import Casting
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.movement.initiative_tests import next_turn
from battles.engine.steps.nerve.leaders import LeadershipTest, take_test
from battles.engine.steps.shooting.rate_of_fire import ShotPlan

if TYPE_CHECKING:
    from battles.engine.steps.harm.attacks import Group

NEVER = -99
"""Modifier of a casting roll that makes it fail."""


class EffectRules(NamedTuple):
    """What applies while an effect lasts. Fields that are not set change nothing."""

    raises: Mapping[str, int] = {}
    """Changes of characteristics by name. The result is at least 1, for Attacks at least 0."""
    strength: int = 0
    """Modifier of the Strength of attacks."""
    to_hit: int = 0
    """Modifier of the model's rolls to hit in combat."""
    to_shoot: int = 0
    to_wound: int = 0
    enemies_to_hit: int = 0
    """Modifier of rolls to hit the model in combat."""
    critical_on: int = 6
    armour: int = 0
    """Score of an armour save that the model has at least; 0 for none."""
    armour_bonus: int = 0
    extra_save: int = 0
    """Score of an additional save that is never modified; 0 for none."""
    spell_save: int = 0
    """Score with which spells of others fail; 0 for never."""
    keywords: tuple[str, ...] = ()
    strikes_first: bool = False
    strikes_last: bool = False
    pierces: bool = False
    """Whether the model's attacks ignore armour saves."""
    shot_proof: bool = False
    """Whether missiles cannot harm the model."""
    calm: tuple[str, ...] = ()
    """Kinds of Leadership tests that pass automatically."""
    no_pain: bool = False
    pace: int = 100
    """Percentage of the model's moves that remains; 0 means that it cannot move."""
    may_charge: bool = True
    may_shoot: bool = True
    may_cast: bool = True
    may_strike: bool = True
    only_defends: bool = False
    """Whether the model does not attack in its own turn."""
    ends: str = ""
    """What ends the effect early: "wounded", "down", "test" (a Leadership test at the start of each own turn), "apart"
    (out of combat), "turn" (the end of the turn it was cast in), "last_turn" (a turn before its usual end), "moved"
    (when the model moved in its turn).
    """
    kept_by: str = ""
    """Code of an effect on the caster: on other models, this effect lasts only while the caster has that one. "" for
    none.
    """


def caster_of(model_id: str, side: str, value: int) -> str:
    """Id of the model that maintains an effect. The effect's value is its number on the owner's side."""
    return f"{side or model_id[0]}{value}"


def add_until_next_turn(ctx: Context, model_id: str, code: str) -> None:
    """Add an effect that ends when the next side's turn begins, unless the model has it already."""
    if all(effect.code != code for effect in ctx.model(model_id).effects):
        ctx.emit(EffectAdded(model_id, Effect(code, 0, *next_turn(ctx.state))))


def define_effect(code: str, about: EffectRules) -> None:
    """Register an effect of this code on the hooks it needs."""
    declare_inner(code)

    def holds(state: BattleState, model_id: str) -> bool:
        if not about.kept_by:
            return True
        effect = next((effect for effect in state.models[model_id].effects if effect.code == code), None)
        if effect is None:
            return False
        caster = caster_of(model_id, effect.owner, effect.value)
        bearer = state.models.get(caster)
        return bearer is not None and not bearer.gone and any(effect.code == about.kept_by for effect in bearer.effects)

    _profile(code, about, holds)
    _blows(code, about, holds)
    _guards(code, about, holds)
    _minds(code, about, holds)
    _limbs(code, about, holds)
    _ends(code, about)


Holds = Callable[[BattleState, str], bool]


def _profile(code: str, about: EffectRules, holds: Holds) -> None:
    if about.raises:

        @on("characteristic", code)
        def changed(game: Game, state: BattleState, model_id: str, name: str, present: int, **_: Any) -> int:
            by = about.raises.get(name, 0)
            if not by or not holds(state, model_id):
                return present
            least = 0 if name == "attacks" else 1
            return present + by if by > 0 else max(min(present, least), present + by)


def _blows(code: str, about: EffectRules, holds: Holds) -> None:
    if about.strength or about.to_hit or about.to_shoot or about.enemies_to_hit or about.pierces:

        @on("to_hit", code)
        def aimed(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
            if not holds(state, model_id):
                return
            if attack.whom == model_id and attack.in_combat and about.enemies_to_hit:
                attack.hit_mods.append(Modifier("spell", about.enemies_to_hit))
            if attack.who != model_id:
                return
            by = about.to_hit if attack.in_combat else about.to_shoot if attack.how == "shot" else 0
            if by:
                attack.hit_mods.append(Modifier("spell", by))
            if attack.in_combat:
                attack.strength += about.strength
                attack.save_strength += about.strength
                attack.armour = attack.armour and not about.pierces

    if about.to_wound:

        @on("to_wound", code)
        def struck(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
            if attack.who == model_id and holds(state, model_id):
                attack.wound_mods.append(Modifier("spell", about.to_wound))

    if about.critical_on < 6:

        @on("critical", code)
        def deadly(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
            if attack.who == model_id and attack.in_combat and holds(ctx.state, model_id):
                attack.critical_face = min(attack.critical_face, about.critical_on)

    if about.strikes_first or about.strikes_last:

        @on("strike_order", code)
        def ordered(game: Game, state: BattleState, model_id: str, entry: Entry, **_: Any) -> Entry:
            if not holds(state, model_id):
                return entry
            return entry._replace(first=entry.first or about.strikes_first, last=entry.last or about.strikes_last)

    if not about.may_strike or about.only_defends:

        @on("attacks", code)
        def stayed(game: Game, state: BattleState, model_id: str, striker: Striker, **_: Any) -> None:
            if striker.who == model_id and (not about.may_strike or model_id[0] == state.active):
                striker.attacks = striker.second_attacks = 0
                striker.weapons = striker.weapons[:1]
                striker.extra.clear()


def _guards(code: str, about: EffectRules, holds: Holds) -> None:
    if about.armour or about.armour_bonus or about.extra_save:

        @on("save", code)
        def guarded(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
            if saves.attack.whom != model_id or not holds(state, model_id):
                return
            saves.armour = min(saves.armour, about.armour or NO_SAVE)
            if about.armour_bonus:
                saves.modifiers.append(Modifier("spell", about.armour_bonus))
            saves.special = min(saves.special, about.extra_save or NO_SAVE)

    if about.shot_proof:

        @on("hit_rolled", code)
        def blown_aside(ctx: Context, model_id: str, attack: Attack, **_: Any) -> None:
            if attack.whom == model_id and attack.how == "shot" and attack.hit:
                attack.hit = False
                ctx.note("dodged", model_id, attack.who)

    if about.no_pain:

        @on("injury", code)
        def numbed(ctx: Context, model_id: str, injury: Injury, **_: Any) -> None:
            if injury.who == model_id and holds(ctx.state, model_id):
                injury.stunned_is_knocked_down = True

    if about.spell_save or not about.may_cast:

        @on("spell", code)
        def spelled(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
            if casting.who == model_id:
                if not about.may_cast:
                    casting.bonus += NEVER
                    casting.mods.append(Modifier(code, NEVER))
                return False
            saves = about.spell_save and holds(ctx.state, model_id)
            return (
                bool(saves)
                and ctx.roll(
                    "die", model_id, need=about.spell_save, against=casting.who, rule="MAG-WHO-01", about="spell_ward"
                ).passed
            )


def _minds(code: str, about: EffectRules, holds: Holds) -> None:
    if about.keywords:

        @on("psychology", code)
        def minded(game: Game, state: BattleState, model_id: str, keywords: frozenset[str], **_: Any) -> frozenset[str]:
            return keywords | set(about.keywords) if holds(state, model_id) else keywords

    if about.calm:

        @on("leadership", code)
        def calmed(game: Game, state: BattleState, model_id: str, test: LeadershipTest, **_: Any) -> LeadershipTest:
            return test._replace(needed=False) if test.reason in about.calm and holds(state, model_id) else test


def _limbs(code: str, about: EffectRules, holds: Holds) -> None:
    if about.pace < 100 or not about.may_charge:

        @on("move", code)
        def slowed(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
            if not holds(state, model_id):
                return allowance
            charges = about.may_charge and about.pace > 0
            return allowance._replace(
                walk=allowance.walk * about.pace // 100,
                run=allowance.run * about.pace // 100,
                charge=allowance.charge * about.pace // 100,
                may_run=allowance.may_run and about.pace > 0,
                may_charge=allowance.may_charge and charges,
                climbs=allowance.climbs and about.pace > 0,
            )

    if not about.may_shoot:

        @on("shoot", code)
        def bound(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
            return plan._replace(refused="is held by a spell")


def _ends(code: str, about: EffectRules) -> None:
    def end(ctx: Context, model_id: str) -> None:
        if any(effect.code == code for effect in ctx.model(model_id).effects):
            ctx.emit(EffectEnded(model_id, code))

    if about.ends in ("wounded", "down"):

        @on("wounded", code)
        def hurt(ctx: Context, model_id: str, group: Group, **_: Any) -> None:
            if group.whom == model_id and (about.ends == "wounded" or not ctx.model(model_id).wounds):
                end(ctx, model_id)

    if about.ends in ("down", "test", "apart"):

        @on("turn_start", code)
        def tested(ctx: Context, model_id: str, **_: Any) -> None:
            model = ctx.model(model_id)
            keeps = {
                "down": model.posture == STANDING,
                "apart": bool(model.engaged),
            }.get(about.ends, True)
            if not keeps or (
                about.ends == "test" and not take_test(ctx, model_id, "spell", "MAG-WHO-01", own_only=True)
            ):
                end(ctx, model_id)

    if about.ends in ("turn", "last_turn", "moved"):

        @on("turn_end", code)
        def over(ctx: Context, model_id: str, **_: Any) -> None:
            model = ctx.model(model_id)
            effect = next(effect for effect in model.effects if effect.code == code)
            last = effect.until_turn <= ctx.state.turn_number + 1
            if about.ends == "turn" or (last if about.ends == "last_turn" else model.flags & (MOVED | RAN)):
                end(ctx, model_id)
