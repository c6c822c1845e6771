"""Items that are thrown in the shooting phase instead of a shot: nets, vials of blessed water, bombs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from battles.engine.commands import Command, Shoot
from battles.engine.dice import counted
from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Used
from battles.engine.flow import Context, Roll
from battles.engine.game import Game
from battles.engine.profile import weapon_from_data
from battles.engine.sentences import say
from battles.engine.state import SHOT, BattleState, Effect
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.harm.pipeline import lose_wounds
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.shooting.permission import may_shoot
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.steps.shooting.targets import legal_targets
from battles.engine.steps.shooting.to_hit import shot
from battles.engine.table.vectors import within
from battles.engine.traits import Values

BLAST = 100
"""Distance from the target within which a bomb hits other models, in hundredths of an inch."""
NETTED = "netted"
"""Code of the effect on a model caught in a net, which movement and shooting check: no move, shot or spell in its next
turn.
"""


class ThrownItem:
    """A kind of item that can be thrown.

    Subclasses state its trait, its range, and what a throw does.
    """

    trait: Values[Mapping[str, Any]]
    """The trait of models that carry the item."""

    def reach(self, game: Game, state: BattleState, model_id: str, given: Mapping[str, Any]) -> int:
        """The maximum distance, in hundredths of an inch."""
        return int(given.get("range_per_strength", 2)) * characteristic(game, state, model_id, "strength") * 100

    def land(self, ctx: Context, model_id: str, target: str, rolled: Roll, given: Mapping[str, Any]) -> None:
        """Apply the result of the roll to hit."""
        raise NotImplementedError


class Net(ThrownItem):
    """A net, which holds its target for a turn unless the target passes a Strength test."""

    trait = Values[Mapping[str, Any]]("throw_net", dict)

    def reach(self, game: Game, state: BattleState, model_id: str, given: Mapping[str, Any]) -> int:
        return int(given.get("range", 8)) * 100

    def land(self, ctx: Context, model_id: str, target: str, rolled: Roll, given: Mapping[str, Any]) -> None:
        if not rolled.passed or rolled.total == 1:
            return
        strength = characteristic(ctx.game, ctx.state, target, "strength")
        if not ctx.check("char", target, strength, about="strength:net").passed:
            until = ctx.state.turn_number + (1 if _plays_later(ctx, target) else 2)
            ctx.emit(EffectAdded(target, Effect(NETTED, 0, until, target[0])))


class Vial(ThrownItem):
    """A vial of blessed water, which wounds some kinds of enemies without a save."""

    trait = Values[Mapping[str, Any]]("thrown_vial", dict)

    def land(self, ctx: Context, model_id: str, target: str, rolled: Roll, given: Mapping[str, Any]) -> None:
        if rolled.passed and rolled.total != 1:
            lose_wounds(ctx, target, int(given.get("wounds", 1)), how="vial", by=model_id)


class Bomb(ThrownItem):
    """A bomb, which explodes at its target, or in the thrower's hand after a natural 1."""

    trait = Values[Mapping[str, Any]]("thrown_bomb", dict)

    def land(self, ctx: Context, model_id: str, target: str, rolled: Roll, given: Mapping[str, Any]) -> None:
        if rolled.passed or rolled.total == 1:
            _explode(ctx, model_id, model_id if rolled.total == 1 else target, given)


THROWN: dict[int, ThrownItem] = {-2: Net(), -3: Vial(), -4: Bomb()}
"""The items by the weapon index of the command `Shoot`."""


class Throw(NamedTuple):
    """A throw that a model can still make."""

    reach: int
    """Range in hundredths of an inch."""
    given: Mapping[str, Any]
    """Parameters of the trait."""

    @property
    def enemies(self) -> frozenset[str]:
        """Tags, keywords or warbands of the targets that the item affects; empty for all."""
        return frozenset(self.given.get("enemies", ()))


def throw_of(game: Game, state: BattleState, model_id: str, index: int) -> Throw | None:
    """The throw with this weapon index that the model can still make, or None."""
    item = THROWN[index]
    given = next(iter(item.trait.of(game.fighters[model_id])), None)
    if given is None or any(code == item.trait.code for code, _ in state.models[model_id].used):
        return None
    return Throw(item.reach(game, state, model_id, given), given)


def _plan(code: str, reach: int) -> ShotPlan:
    weapon = weapon_from_data({"code": code, "name": code, "kind": "thrown", "reach": reach, "traits": ["thrown"]})
    return ShotPlan(-1, weapon, reach)


def options(game: Game, state: BattleState, model_id: str, indices: Iterable[int] = THROWN) -> list[Command]:
    """Every throw that the model may make now."""
    found: list[Command] = []
    for index in indices:
        throw = throw_of(game, state, model_id, index)
        if throw is None or not may_shoot(game, state, model_id):
            continue
        plan = _plan(THROWN[index].trait.code, throw.reach)
        for entry in legal_targets(game, state, model_id, plan):
            if entry.far <= plan.reach and _works_on(game, entry.who, throw.enemies):
                found.append(Shoot(model_id, entry.who, index))
    return found


def _works_on(game: Game, target: str, names: frozenset[str]) -> bool:
    fighter = game.fighters[target]
    return not names or bool(names & (fighter.tags | fighter.keywords | game.sides[target[0]].tags))


def check(game: Game, state: BattleState, command: Shoot) -> None:
    """Raise IllegalAction unless the item may be thrown at this target now."""
    wanted = Shoot(command.who, command.target, command.weapon)
    if wanted not in options(game, state, command.who, (command.weapon,)):
        raise IllegalAction(
            "cannot_throw", say("{who} cannot throw this there.", who=game.name(command.who)), "SHOOT-WHO-01"
        )


def throw(ctx: Context, command: Shoot) -> None:
    """Roll to hit with Ballistic Skill, and let the item apply the result."""
    model_id, target = command.who, command.target
    item = THROWN[command.weapon]
    code = item.trait.code
    thrown = throw_of(ctx.game, ctx.state, model_id, command.weapon)
    assert thrown is not None
    ctx.flag(model_id, on=SHOT, why="throws")
    ctx.emit(Used(model_id, code))
    hiding_rules.reveal(ctx, model_id, "shot")
    attack = shot(ctx.game, ctx.state, model_id, target, _plan(code, thrown.reach).weapon, reach=thrown.reach)
    rolled = ctx.roll("hit", model_id, need=attack.need_hit, mods=attack.hit_mods, against=target, rule="SHOOT-BS-01")
    item.land(ctx, model_id, target, rolled, thrown.given)


def _explode(ctx: Context, by: str, target: str, given: Mapping[str, Any]) -> None:
    """D3 hits without armour save on the target, or on the thrower after a natural 1; then one weaker hit on each model
    nearby.
    """
    centre = body_of(ctx.game, ctx.state, target)
    nearby = [
        other
        for other in on_table(ctx.state)
        if other != target and within(centre, body_of(ctx.game, ctx.state, other), BLAST)
    ]
    strength, splash = int(given.get("strength", 0)), int(given.get("splash", 0))
    count = counted(ctx.roll("count", by).total, str(given.get("dice", "D3")))
    hit_automatically(ctx, target, strength, count, how="fire", by=by, armour=False, flaming=True)
    for other in nearby:
        if not ctx.model(other).gone:
            hit_automatically(ctx, other, splash, how="fire", by=by, flaming=True, second=True)


def _plays_later(ctx: Context, target: str) -> bool:
    order = ctx.state.order
    return order.index(target[0]) > order.index(ctx.state.active)
