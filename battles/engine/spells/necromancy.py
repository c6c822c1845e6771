"""Spells of the list Necromancy. Raising dead heroes belongs to the aftermath."""

from __future__ import annotations

from math import cos, sin

from battles.engine.events import Placed, PostureChanged, WoundsLost
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.combat.phase import FALLEN
from battles.engine.steps.harm.pipeline import lose_wounds
from battles.engine.steps.magic.spell_parts import bless, heal, injure_without_wound, is_unliving
from battles.engine.steps.magic.spellbook import Casting, Spell, no_target, one_enemy, other_model, spell
from battles.engine.steps.models.bodies import body_at, body_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.placement import end_fault
from battles.engine.table.vectors import TOUCH, Body, Spot, round_half_up


def _living(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [choice for choice in other_model(game, state, model_id, known) if not is_unliving(game, choice[0])]


@spell("lifestealer", "Lifestealer", 10, _living, reach=600)
def lifestealer(ctx: Context, casting: Casting) -> None:
    """A living model loses a Wound without a save, and the caster gains one."""
    lose_wounds(ctx, casting.targets[0], 1, how="spell", by=casting.who, ward=False)
    heal(ctx, casting.who, 1, above=True)


@spell("death_vision", "Death Vision", 6, no_target)
def death_vision(ctx: Context, casting: Casting) -> None:
    """The caster causes fear for the rest of the battle."""
    bless(ctx, casting.who, casting.who, "death_vision", lasts=True)


@spell("spell_of_doom", "Spell of Doom", 9, one_enemy, reach=1200)
def spell_of_doom(ctx: Context, casting: Casting) -> None:
    """The enemy makes an injury roll if a D6 is higher than its Strength."""
    target = casting.targets[0]
    strength = characteristic(ctx.game, ctx.state, target, "strength")
    if (
        ctx.roll("die", target, need=strength + 1, against=casting.who, rule="MAG-WHO-01", about="doom").total
        > strength
    ):
        injure_without_wound(ctx, casting.who, target)


def _fallen_zombies(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """Zombies of the caster's side that went out of action in the last combat phase, one choice for each profile."""
    return [
        (other,)
        for other in state.marks.get(FALLEN, ())
        if other[0] == model_id[0] and may_rise(state, other) and _is_zombie(game, other)
    ]


def may_rise(state: BattleState, model_id: str) -> bool:
    """Whether the model is out of action and no rite prevents its return."""
    model = state.models[model_id]
    return model.gone == "out" and all(effect.code != "sanctity_of_the_fallen" for effect in model.effects)


def _is_zombie(game: Game, model_id: str) -> bool:
    fighter = game.fighters[model_id]
    return any(word.endswith("zombie") for word in fighter.tags | fighter.keywords)


@spell("re_animation", "Re-Animation", 5, _fallen_zombies, reach=600)
def re_animation(ctx: Context, casting: Casting) -> None:
    """A zombie that went out of action in the last combat phase returns near the caster, away from enemies."""
    call_back(ctx, casting)


def call_back(ctx: Context, casting: Casting) -> None:
    """Return the target, who is out of action, to the table with all its Wounds: near the caster, not in contact with
    enemies.
    """
    target = casting.targets[0]
    spot = _grave(ctx, casting.who, target, casting.spell.reach)
    if spot is None:
        ctx.note("no_room", casting.who, target)
        return
    ctx.emit(Placed(target, *spot))
    ctx.emit(WoundsLost(target, -1, ctx.fighter(target).profile.wounds))
    ctx.emit(PostureChanged(target, STANDING, casting.who, "raised"))


def _grave(ctx: Context, model_id: str, target: str, reach: int) -> Spot | None:
    """The free spot nearest to the caster, within reach and not in contact with enemies."""
    caster = body_of(ctx.game, ctx.state, model_id)
    return free_place(ctx, target, caster, caster.radius + ctx.fighter(target).radius + 5, reach)


def free_place(ctx: Context, target: str, centre: Body, nearest: int = 0, farthest: int = 600) -> Spot | None:
    """The free spot nearest to a point, for a model that is not on the table; it touches no other
    model. Returns None if there is no such spot.

    `nearest` and `farthest` are the limits of its distance from the point, in hundredths of an inch.
    """
    game, state = ctx.game, ctx.state
    others = others_of(game, state, target)
    bodies, radius = [other.body for other in others], ctx.fighter(target).radius
    for far in range(nearest, farthest + 1, 50):
        for step in range(16 if far else 1):
            angle = step * 0.3927
            x, y = centre.x + round_half_up(sin(angle) * far), centre.y + round_half_up(cos(angle) * far)
            there = body_at(game, state, target, x, y, centre.z)
            free = all((body.x - x) ** 2 + (body.y - y) ** 2 > (body.radius + radius + TOUCH) ** 2 for body in bodies)
            if free and end_fault(game.table, there, others) is None:
                return Spot(x, y, centre.z)
    return None
