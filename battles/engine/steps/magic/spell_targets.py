"""Spells as data: bolts that hit automatically, and effects that last for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battles.engine.dice import counted
from battles.engine.events import EffectAdded
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import FRENZIED, BattleState, Effect
from battles.engine.steps.magic.casting import reaches
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.magic.spell_parts import burn, is_unliving
from battles.engine.steps.magic.spellbook import Casting, Spell, Targets, no_target, spell
from battles.engine.steps.models.bodies import body_of, enemies_of, on_table
from battles.engine.table.vectors import within

TO_NEXT_TURN, TO_END_OF_NEXT_TURN, FOR_THE_BATTLE = 1, 2, 0
"""How long an effect lasts: the number of turns of a side at whose start it ends; 0 for the rest of the battle."""
Chosen = Callable[[Game, BattleState, str, str], bool]
"""Function (game, state, caster, other): whether a spell may affect the other model."""


# -- whom a spell means ------------------------------------------------------------------------------------------------


def any_model(game: Game, state: BattleState, caster: str, other: str) -> bool:
    """Accepts friends and enemies, including the caster."""
    return True


def a_friend(game: Game, state: BattleState, caster: str, other: str) -> bool:
    """Accepts models of the caster's side, including the caster."""
    return other[0] == caster[0]


def an_enemy(game: Game, state: BattleState, caster: str, other: str) -> bool:
    """Accepts models of an enemy side."""
    return game.are_enemies(caster, other)


def a_living_enemy(game: Game, state: BattleState, caster: str, other: str) -> bool:
    """Accepts living enemies."""
    return game.are_enemies(caster, other) and not is_unliving(game, other)


def tagged(chosen: Chosen, *words: str) -> Chosen:
    """Accepts the models of `chosen` that have a tag or keyword with one of these endings."""

    def means(game: Game, state: BattleState, caster: str, other: str) -> bool:
        fighter = game.fighters[other]
        return chosen(game, state, caster, other) and any(
            word.endswith(words) for word in fighter.tags | fighter.keywords
        )

    return means


def but_not(chosen: Chosen, *words: str) -> Chosen:
    """Accepts the models of `chosen` without a tag or keyword with one of these endings."""
    spared = tagged(any_model, *words)

    def means(game: Game, state: BattleState, caster: str, other: str) -> bool:
        return chosen(game, state, caster, other) and not spared(game, state, caster, other)

    return means


def those_near(ctx: Context, casting: Casting, chosen: Chosen) -> list[str]:
    """All models in range of the caster that are chosen and that the spell can affect. Range 0 is the whole table."""
    model_id, reach = casting.who, casting.spell.reach
    mine = body_of(ctx.game, ctx.state, model_id)
    return [
        other
        for other in on_table(ctx.state)
        if chosen(ctx.game, ctx.state, model_id, other)
        and (not reach or within(mine, body_of(ctx.game, ctx.state, other), reach))
        and reaches(ctx, casting, other)
    ]


def one_of(chosen: Chosen) -> Targets:
    """One choice for each model in range that is chosen. Range 0 is the whole table."""

    def targets(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
        mine = body_of(game, state, model_id)
        return [
            (other,)
            for other in on_table(state)
            if chosen(game, state, model_id, other)
            and (not known.reach or within(mine, body_of(game, state, other), known.reach))
        ]

    return targets


def an_enemy_in_contact(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """One choice for each enemy in contact with the caster."""
    touching = set(state.models[model_id].engaged)
    return [(other,) for other in enemies_of(game, state, model_id) if other in touching]


# -- spells as data ----------------------------------------------------------------------------------------------------


def bolt(
    code: str,
    name: str,
    difficulty: int,
    targets: Targets,
    *,
    reach: int,
    strength: int,
    dice: str = "",
    armour: bool = True,
    **about: Any,
) -> None:
    """Register a spell that hits its target automatically: `dice` hits (D3, D6 or 2D6), or one. Rule: CRIT-SCOPE-01"""

    @spell(code, name, difficulty, targets, reach=reach, direct_damage=True, **about)
    def strike(ctx: Context, casting: Casting) -> None:
        count = how_many(ctx, casting.who, dice)
        for target in casting.targets:
            burn(ctx, casting, target, strength, count, armour=armour)


def how_many(ctx: Context, model_id: str, dice: str) -> int:
    """Roll for the number of hits; "" means one."""
    if dice == "2D6":
        return ctx.sum_of("count", model_id).total
    return counted(ctx.roll("count", model_id).total, dice) if dice else 1


def blast(
    code: str,
    name: str,
    difficulty: int,
    chosen: Chosen,
    *,
    reach: int,
    strength: int,
    armour: bool = True,
    **about: Any,
) -> None:
    """Register a spell that hits all chosen models in range once."""

    @spell(code, name, difficulty, no_target, reach=reach, direct_damage=True, **about)
    def strike(ctx: Context, casting: Casting) -> None:
        for other in those_near(ctx, casting, chosen):
            burn(ctx, casting, other, strength, armour=armour)


def leave(ctx: Context, casting: Casting, target: str, code: str, turns: int, *, theirs: bool = False) -> None:
    """Put an effect on a model, until a turn of the caster's side begins or, with `theirs`, one of the model's side."""
    side = target[0] if theirs else casting.who[0]
    order = ctx.state.order
    late = theirs and order.index(side) > order.index(ctx.state.active)
    until = ctx.state.turn_number + turns - late if turns else 0
    if any(effect.code == code for effect in ctx.model(target).effects):
        return
    ctx.emit(EffectAdded(target, Effect(code, int(casting.who[1:]), until, side)))


def charm(
    code: str,
    name: str,
    difficulty: int,
    holds: EffectRules,
    targets: Targets = no_target,
    *,
    turns: int = TO_NEXT_TURN,
    everybody: Chosen | None = None,
    **about: Any,
) -> None:
    """Register a spell that puts an effect with its own code on its target, on all chosen models nearby, or on the
    caster.
    """
    define_effect(code, holds)

    @spell(code, name, difficulty, targets, **about)
    def endow(ctx: Context, casting: Casting) -> None:
        if everybody is not None:
            chosen = those_near(ctx, casting, everybody)
        else:
            chosen = list(casting.targets) or [casting.who]
        if holds.kept_by == code and casting.who not in chosen:
            chosen.append(casting.who)
        for other in chosen:
            leave(ctx, casting, other, code, turns, theirs=turns == TO_END_OF_NEXT_TURN and other[0] != casting.who[0])
            if "frenzy" in holds.keywords:
                ctx.flag(other, on=FRENZIED, why="frenzy")
