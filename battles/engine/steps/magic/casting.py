"""Casting of a spell: the roll, re-rolls, dispelling, the effect. Rules: MAG-WHO-01, MAG-UNIT-01, CHAR-ZEROST-01"""

from __future__ import annotations

from typing import Final, NamedTuple

from battles.engine.commands import Cast
from battles.engine.events import EffectAdded, Modifier, Rolled, Used
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import CAST, STANDING, STUNNED, BattleState
from battles.engine.state import Effect as StateEffect
from battles.engine.steps.harm.injuries import take_out
from battles.engine.steps.magic.spell_parts import injure_without_wound
from battles.engine.steps.magic.spellbook import SPELLS, Casting, unit_of
from battles.engine.steps.models.bodies import on_table
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.terrain.pieces import blood_forest
from battles.engine.traits import Flag, Values


class CastReroll(NamedTuple):
    """A re-roll of a failed casting roll: the score on a D6 that it needs (0 for none), and whether only one die is
    re-rolled.
    """

    needs: int
    one_die: bool


CAST_REROLLS: Final = Values(
    "reroll_cast",
    lambda parameters: CastReroll(int(parameters.get("needs", 0)), bool(parameters.get("one_die"))),
)

RUNESTONES = Values("breaks_spells", lambda given: int(given.get("bonus", 0)))
"""Bonus to a mage's roll to dispel a spell with runestones."""
SECOND = Flag("second_spell")
CASTS_HIDDEN = Flag("casts_hidden")
"""Trait of casters that stay hidden when they cast a spell."""
RUINS_TRIED = "ruins:tried"
"""Code of the effect on a caster that has used the re-roll next to arcane ruins this turn. Rule: TR-MON-RUINS-01"""


def cast(ctx: Context, command: Cast) -> None:
    """Roll to cast a spell; if it works and is not dispelled, it takes effect.

    Casting ends hiding, whether it succeeds or not.
    """
    casting = try_to_cast(ctx, command)
    if casting is not None:
        take_effect(ctx, casting)


def try_to_cast(ctx: Context, command: Cast) -> Casting | None:
    """Make the casting roll with its re-rolls, and everything before it. Returns None when the spell fails."""
    model_id = command.who
    known = SPELLS[command.spell]
    if ctx.model(model_id).flags & CAST and not _bears_a_second(ctx, model_id):
        return None
    ctx.flag(model_id, on=CAST, why="casts")
    if not CASTS_HIDDEN.of(ctx.fighter(model_id)):
        hiding_rules.reveal(ctx, model_id, "cast")
    if known.once:
        ctx.emit(Used(model_id, f"cast:{known.code}"))
    ctx.note("casts", model_id, command.targets[0] if command.targets else "", known.name)
    casting = aim(ctx, command)
    if known.difficulty and not (_roll(ctx, casting) or _second_try(ctx, casting)):
        ctx.note("spell_fails", model_id, detail=known.name)
        return None
    return casting


def aim(ctx: Context, command: Cast) -> Casting:
    """The spell with its targets, and with the modifiers of caster and targets."""
    model_id = command.who
    casting = Casting(
        model_id, SPELLS[command.spell], tuple(command.targets), command.x, command.y, is_split=len(command.targets) > 1
    )
    for function, parameters in listeners(ctx.fighter(model_id).hooks, ctx.model(model_id).effects, "spell"):
        function(ctx, model_id, casting, **parameters)
    for target in casting.targets:
        for hinder, parameters in listeners(ctx.fighter(target).hooks, ctx.model(target).effects, "spell_aimed"):
            hinder(ctx.game, ctx.state, target, casting, **parameters)
    return casting


def take_effect(ctx: Context, casting: Casting) -> None:
    """Apply a spell that was cast, and its effect on woods that feed on blood. Rule: MAG-UNIT-01"""
    woods = blood_forest.roused(ctx.game, ctx.state, (casting.who, *casting.targets))
    _apply(ctx, casting)
    blood_forest.feed(ctx, woods)


def may_try_again(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether a model that has cast a spell this turn may try a second one (trait `second_spell`, not in combat)."""
    model = state.models[model_id]
    return (
        SECOND.of(game.fighters[model_id])
        and not model.engaged
        and all(effect.code != SECOND.code for effect in model.effects)
    )


def _bears_a_second(ctx: Context, model_id: str) -> bool:
    """Take the Toughness test for the second spell of a turn. Failure means an injury roll, with stunned as the worst
    result.

    Rule: CHAR-TEST-01
    """
    ctx.emit(EffectAdded(model_id, StateEffect(SECOND.code, 0, ctx.state.turn_number + 1, model_id[0])))
    if ctx.check(
        "char", model_id, characteristic(ctx.game, ctx.state, model_id, "toughness"), about="toughness:second_spell"
    ).passed:
        return True
    injure_without_wound(ctx, "", model_id, STUNNED)
    return False


def _apply(ctx: Context, casting: Casting) -> None:
    """Apply a spell that was cast to its targets."""
    model_id, known = casting.who, casting.spell
    is_aimed = bool(casting.targets)
    if casting.targets and ctx.rules.spell_unit_radius and known.direct_damage:
        casting.targets = unit_of(ctx.game, ctx.state, casting.targets[0], model_id)
    casting.targets = tuple(target for target in casting.targets if reaches(ctx, casting, target))
    if is_aimed and not casting.targets:
        return
    known.effect(ctx, casting)
    remove_withered(ctx)


def remove_withered(ctx: Context) -> None:
    """Remove models reduced to Strength or Toughness 0, in rulesets with this rule. Rule: CHAR-ZEROST-01"""
    if not ctx.rules.zero_strength_kills:
        return
    for model_id in list(on_table(ctx.state)):
        if ctx.model(model_id).effects and any(
            characteristic(ctx.game, ctx.state, model_id, name) == 0 for name in ("strength", "toughness")
        ):
            take_out(ctx, model_id)


def reaches(ctx: Context, casting: Casting, target: str) -> bool:
    """Whether the spell overcomes the target's own protection."""
    if target == casting.who or casting.stopped:
        return not casting.stopped
    if _broken_by_runes(ctx, casting, target):
        return False
    casting_before = casting.stopped
    kept = False
    for function, parameters in listeners(ctx.fighter(target).hooks, ctx.model(target).effects, "spell"):
        kept = bool(function(ctx, target, casting, **parameters)) or kept
    if kept:
        ctx.note("spell_warded", target, casting.who, casting.spell.name)
    return not kept and casting.stopped == casting_before


def _broken_by_runes(ctx: Context, casting: Casting, target: str) -> bool:
    """Whether runestones of a mage on the target's side dispel the spell, with a roll against its difficulty.

    There is one attempt for each spell. The trait is `breaks_spells`; its bearer must be standing. Rule: MAG-WHO-01
    """
    if casting.runes_tried or not ctx.game.are_enemies(casting.who, target):
        return False
    for other in on_table(ctx.state, target[0]):
        bonus = RUNESTONES.of(ctx.fighter(other))
        if bonus and ctx.model(other).posture == STANDING:
            casting.runes_tried = True
            rolled = ctx.sum_of("cast", other, rule="MAG-WHO-01").total + sum(bonus)
            if rolled >= casting.spell.difficulty:
                ctx.note("spell_warded", other, casting.who, casting.spell.name)
                casting.stopped = True
                return True
            return False
    return False


def _roll(ctx: Context, casting: Casting, kept: int = 0) -> bool:
    """Roll to cast. `kept` is the face of a die that is not rolled again, 0 for none."""
    rolled = (ctx.dice.face("cast"),) if kept else (ctx.dice.face("cast"), ctx.dice.face("cast"))
    mods = (*casting.mods, Modifier("kept", kept)) if kept else tuple(casting.mods)
    need = casting.spell.difficulty
    passed = sum(rolled) + kept + casting.bonus >= need
    casting.best = max(*rolled, kept)
    ctx.emit(Rolled("cast", casting.who, rolled, need, passed, mods, rule="MAG-WHO-01"))
    return passed


def _helper_succeeds(ctx: Context, model_id: str, needs: int) -> bool:
    return ctx.roll("die", model_id, need=needs, rule="DICE-REROLL-01", about="cast_again").passed


def _second_try(ctx: Context, casting: Casting) -> bool:
    """Re-roll a failed casting roll once a turn, with a helper or next to arcane ruins.

    A familiar re-rolls both dice, a clear mind the lower one; some helpers work only if a die roll succeeds. Rules:
    MAG-WHO-01, TR-MON-RUINS-01, TR-PACK-02
    """
    for reroll in CAST_REROLLS.of(ctx.fighter(casting.who)):
        if not reroll.needs or _helper_succeeds(ctx, casting.who, reroll.needs):
            ctx.note("rerolled", casting.who, detail=casting.spell.name, rule="DICE-REROLL-01")
            if _roll(ctx, casting, casting.best if reroll.one_die else 0):
                return True
    codes = {effect.code for effect in ctx.model(casting.who).effects}
    if "terrain:second_try" not in codes or RUINS_TRIED in codes:
        return False
    ctx.emit(EffectAdded(casting.who, StateEffect(RUINS_TRIED, 0, ctx.state.turn_number + 1, casting.who[0])))
    ctx.note("rerolled", casting.who, detail=casting.spell.name, rule="TR-MON-RUINS-01")
    return _roll(ctx, casting)
