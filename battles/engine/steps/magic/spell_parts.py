"""Functions that several spells share: durations, hits, healing, flight."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Moved, WoundsLost
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import CHARGED, MOVED, BattleState, Effect
from battles.engine.steps.harm import injuries
from battles.engine.steps.harm.attacks import NO_WEAPON, Attack, Group
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.magic.spellbook import Casting, Spell
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of, enemies_of, on_table, other_bodies
from battles.engine.steps.movement import dangerous_ground
from battles.engine.table.ground import can_stand, heights_at
from battles.engine.table.vectors import Body, Spot, polygon_distance, round_half_up, segment_distance, within

FLIGHT = 1200
"""Distance of flying spells that do not state their own, in hundredths of an inch."""
UNLIVING = frozenset({"undead", "undead_creature", "possessed"})
"""Tags of models that some spells spare or hit harder."""


def until_next_turn(ctx: Context, model_id: str) -> int:
    """The turn number at which an effect that lasts until the owner's next turn ends."""
    return ctx.state.turn_number + 1


def bless(ctx: Context, caster: str, target: str, code: str, value: int = 0, *, lasts: bool = False) -> None:
    """Put an effect on a model, until the caster's next turn or for the rest of the battle."""
    until = 0 if lasts else until_next_turn(ctx, caster)
    ctx.emit(EffectAdded(target, Effect(code, value, until, caster[0])))


def is_unliving(game: Game, model_id: str) -> bool:
    """Whether a model is Undead or Possessed."""
    fighter = game.fighters[model_id]
    return bool(UNLIVING & (fighter.tags | fighter.keywords))


def burn(ctx: Context, casting: Casting, target: str, strength: int, count: int = 1, *, armour: bool = True) -> None:
    """Hit the target automatically with a spell; such hits are never critical. Rule: CRIT-SCOPE-01"""
    if not ctx.model(target).gone:
        hit_automatically(
            ctx, target, strength, count, how="spell", by=casting.who, armour=armour, magical=True, spell_damage=True
        )


def around(game: Game, state: BattleState, model_id: str, reach: int) -> list[str]:
    """All other models within reach, in roster order."""
    mine = body_of(game, state, model_id)
    return [
        other for other in on_table(state) if other != model_id and within(mine, body_of(game, state, other), reach)
    ]


def heal(ctx: Context, model_id: str, count: int, *, above: bool = False) -> None:
    """Restore Wounds, up to the profile's value; beyond it with `above`."""
    model = ctx.model(model_id)
    most = model.wounds + count if above else min(ctx.fighter(model_id).profile.wounds, model.wounds + count)
    if most > model.wounds:
        ctx.emit(WoundsLost(model_id, model.wounds - most, most))


# -- flight -----------------------------------------------------------------------------------------------------------


def landing_beside(game: Game, state: BattleState, model_id: str, enemy: str, flight: int = FLIGHT) -> Spot | None:
    """The nearest free spot in contact with an enemy within flight distance, or None."""
    mine, theirs = body_of(game, state, model_id), body_of(game, state, enemy)
    start = atan2(mine.y - theirs.y, mine.x - theirs.x)
    both = mine.radius + theirs.radius
    for step in range(16):
        angle = start + (step + 1) // 2 * (1 if step % 2 else -1) * 0.3927
        spot = Spot(round_half_up(theirs.x + cos(angle) * both), round_half_up(theirs.y + sin(angle) * both), theirs.z)
        there = mine.at(spot.x, spot.y, spot.z)
        if hypot(spot.x - mine.x, spot.y - mine.y) > flight or not game.table.on_table(there):
            continue
        blocked = any(
            hypot(body.x - there.x, body.y - there.y) < body.radius + there.radius - 2
            for other, body in other_bodies(game, state, model_id)
            if other != enemy and abs(body.z - there.z) < body.height
        )
        if not blocked and can_stand(game.table, there):
            return spot
    return None


def beside_an_enemy(game: Game, state: BattleState, model_id: str, spell: Spell) -> list[tuple[str, ...]]:
    """Enemies that a flying caster can reach. Flights to a point are checked by `check_landing`."""
    if state.models[model_id].engaged:
        return []
    flight, mine = spell.reach or FLIGHT, body_of(game, state, model_id)
    if spell.fits is not None and not spell.fits(game, mine):
        return []
    spots = [
        (other, landing_beside(game, state, model_id, other, flight)) for other in enemies_of(game, state, model_id)
    ]
    return [
        (other,)
        for other, spot in spots
        if spot is not None and (spell.fits is None or spell.fits(game, mine.at(spot.x, spot.y, spot.z)))
    ]


def check_landing(game: Game, state: BattleState, model_id: str, x: int, y: int, flight: int = FLIGHT) -> Spot:
    """The end of a flight to a point. Raises IllegalAction if it is too far or the model cannot be placed there."""
    body = body_of(game, state, model_id)
    z = max(heights_at(game.table, x, y), default=0)
    there = body.at(x, y, z)
    if hypot(x - body.x, y - body.y) > flight:
        raise IllegalAction("too_far", say("{who} cannot fly that far.", who=game.name(model_id)), "MAG-WHO-01")
    taken = any(
        hypot(other.x - x, other.y - y) < other.radius + body.radius and abs(other.z - z) < other.height
        for _, other in other_bodies(game, state, model_id)
    )
    if taken or not game.table.on_table(there) or not can_stand(game.table, there):
        raise IllegalAction("no_room", say("{who} cannot land there.", who=game.name(model_id)), "MAG-WHO-01")
    return Spot(x, y, z)


def fly(ctx: Context, casting: Casting) -> bool:
    """Move the caster to an enemy, which counts as a charge, or to a point. Returns whether the caster moved."""
    model_id, flight = casting.who, casting.spell.reach or FLIGHT
    if casting.targets:
        spot = landing_beside(ctx.game, ctx.state, model_id, casting.targets[0], flight)
        if spot is None:
            return False
    else:
        spot = check_landing(ctx.game, ctx.state, model_id, casting.x, casting.y, flight)
    start = body_of(ctx.game, ctx.state, model_id)
    ctx.emit(Moved(model_id, "charge" if casting.targets else "walk", (("fly", spot.x, spot.y, spot.z),), 0))
    contact.settle(ctx, model_id)
    if not dangerous_ground.lands_safely(ctx, model_id, start):
        if not ctx.state.models[model_id].gone:
            contact.engage_all(ctx, model_id)
        return True
    ctx.flag(model_id, on=CHARGED if casting.targets else MOVED, why="flight")
    contact.engage_all(ctx, model_id)
    return True


NEAR_WALL = 200
"""Distance to a wall that counts as next to it, hundredths of an inch."""


def stands_by_a_wall(game: Game, body: Body) -> bool:
    """Whether a wall, or another solid object, is within 2 inches of the base."""
    reach = body.radius + NEAR_WALL
    box = (body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    walls = (segment_distance(body.x, body.y, wall.a, wall.b) for wall in game.table.wall_grid.within(*box))
    solids = (polygon_distance(body.x, body.y, solid.outline) for solid in game.table.solid_grid.within(*box))
    return any(gap <= reach for gap in (*walls, *solids))


def injure_without_wound(ctx: Context, by: str, target: str, worst: int = 3) -> None:
    """One injury roll without a wound; no worse than `worst`."""
    attack = Attack(by, target, "spell", NO_WEAPON, automatic=True)
    group = Group(by, target, "spell", [attack], posture_before=ctx.model(target).posture)
    result = injuries.roll_injury(ctx, attack, group).result
    injuries.worsen(ctx, target, min(result, worst), by=by, why="spell")
