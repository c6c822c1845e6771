"""Spells of the list Prayers of Sigmar."""

from __future__ import annotations

from battles.engine.events import PostureChanged
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.magic.casting import reaches
from battles.engine.steps.magic.spell_parts import around, bless, burn, heal, is_unliving
from battles.engine.steps.magic.spellbook import Casting, Spell, no_target, spell
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.nerve.psychology import is_friend
from battles.engine.table.vectors import within


@spell("the_hammer_of_sigmar", "The Hammer of Sigmar", 7, no_target, is_prayer=True)
def hammer_of_sigmar(ctx: Context, casting: Casting) -> None:
    """The caster's attacks are stronger until the caster's next turn."""
    bless(ctx, casting.who, casting.who, "the_hammer_of_sigmar")


@spell("hearts_of_steel", "Hearts of Steel", 8, no_target, reach=800, is_prayer=True)
def hearts_of_steel(ctx: Context, casting: Casting) -> None:
    """Friends within 8 inches ignore fear and being All Alone."""
    for other in (casting.who, *around(ctx.game, ctx.state, casting.who, casting.spell.reach)):
        if other == casting.who or is_friend(ctx.game, casting.who, other):
            bless(ctx, casting.who, other, "hearts_of_steel", lasts=True)


@spell("soulfire", "Soulfire", 9, no_target, reach=400, is_prayer=True, direct_damage=True)
def soulfire(ctx: Context, casting: Casting) -> None:
    """Every enemy within 4 inches is hit; unliving enemies are hit harder."""
    for other in around(ctx.game, ctx.state, casting.who, casting.spell.reach):
        if ctx.game.are_enemies(casting.who, other) and reaches(ctx, casting, other):
            burn(ctx, casting, other, 5 if is_unliving(ctx.game, other) else 3, armour=False)


@spell("shield_of_faith", "Shield of Faith", 6, no_target, is_prayer=True)
def shield_of_faith(ctx: Context, casting: Casting) -> None:
    """While the shield lasts, spells cannot affect the caster."""
    bless(ctx, casting.who, casting.who, "shield_of_faith", lasts=True)


def _hurt_nearby(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    mine = body_of(game, state, model_id)
    return [
        (other,)
        for other in on_table(state, model_id[0])
        if within(mine, body_of(game, state, other), known.reach)
        and (
            state.models[other].wounds < game.fighters[other].profile.wounds or state.models[other].posture != STANDING
        )
    ]


@spell("healing_hand", "Healing Hand", 5, _hurt_nearby, reach=200, is_prayer=True)
def healing_hand(ctx: Context, casting: Casting) -> None:
    """One model regains all Wounds; fallen friends within 2 inches stand up."""
    heal(ctx, casting.targets[0], ctx.fighter(casting.targets[0]).profile.wounds)
    for other in around(ctx.game, ctx.state, casting.who, casting.spell.reach):
        if is_friend(ctx.game, casting.who, other) and ctx.model(other).posture != STANDING:
            ctx.emit(PostureChanged(other, STANDING, casting.who, "healed"))


@spell("armour_of_righteousness", "Armour of Righteousness", 9, no_target, is_prayer=True)
def armour_of_righteousness(ctx: Context, casting: Casting) -> None:
    """Until the next turn, the caster has a save of 2+ and causes fear."""
    bless(ctx, casting.who, casting.who, "armour_of_righteousness", 2)
