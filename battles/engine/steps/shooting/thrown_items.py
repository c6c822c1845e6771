"""Items thrown in the shooting phase instead of a shot: nets, vials of blessed water, bombs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from battles.engine.commands import Command, Shoot
from battles.engine.dice import counted
from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Used
from battles.engine.flow import Context
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

BLAST = 100
"""Distance a bomb reaches beyond its target, hundredths of an inch."""
NETTED = "netted"
"""Effect of a model caught in a net: no move, shot or spell in its next turn. Movement and shooting check it."""


class Thrown(NamedTuple):
    """An item that a model can throw."""

    reach: int
    """Hundredths of an inch."""
    enemies: frozenset[str]
    """Tags, keywords or warbands of the targets that it works on; empty for all."""
    wounds: int
    """Wounds that a vial takes."""
    dice: str
    """Number of hits of a bomb on its target."""
    strength: int
    splash: int
    """Strength of a bomb's hits on its target and on the models nearby; 0 for other items."""

    @classmethod
    def read(cls, given: Mapping[str, Any], reach: int) -> Thrown:
        """From the parameters of the trait."""
        return cls(
            reach, frozenset(given.get("enemies", ())), int(given.get("wounds", 1)), str(given.get("dice", "D3")),
            int(given.get("strength", 0)), int(given.get("splash", 0)),
        )  # fmt: skip


def thing_of(game: Game, state: BattleState, model_id: str, code: str) -> Thrown | None:
    """An item that the model can still throw, or None."""
    parameters = next((row for name, row in game.fighters[model_id].skills if name == code), None)
    if parameters is None or any(name == code for name, _ in state.models[model_id].used):
        return None
    if code == "throw_net":
        return Thrown.read(parameters, int(parameters.get("range", 8)) * 100)
    strength = characteristic(game, state, model_id, "strength")
    return Thrown.read(parameters, int(parameters.get("range_per_strength", 2)) * strength * 100)


def _plan(code: str, reach: int) -> ShotPlan:
    thing = weapon_from_data({"code": code, "name": code, "kind": "thrown", "reach": reach, "traits": ["thrown"]})
    return ShotPlan(-1, thing, reach)


def options(game: Game, state: BattleState, model_id: str, throws: dict[int, str]) -> list[Command]:
    """Every throw that the model may make now."""
    found: list[Command] = []
    for index, code in throws.items():
        thing = thing_of(game, state, model_id, code)
        if thing is None or not may_shoot(game, state, model_id):
            continue
        plan = _plan(code, thing.reach)
        for entry in legal_targets(game, state, model_id, plan):
            if entry.far <= plan.reach and _worth(game, entry.who, thing):
                found.append(Shoot(model_id, entry.who, index))
    return found


def _worth(game: Game, target: str, thing: Thrown) -> bool:
    names = thing.enemies
    fighter = game.fighters[target]
    return not names or bool(names & (fighter.tags | fighter.keywords | game.sides[target[0]].tags))


def check(game: Game, state: BattleState, command: Shoot, code: str) -> None:
    """Raise IllegalAction unless the item may be thrown at this target now."""
    throws = {command.weapon: code}
    wanted = Shoot(command.who, command.target, command.weapon)
    if wanted not in options(game, state, command.who, throws):
        raise IllegalAction(
            "cannot_throw", say("{who} cannot throw this there.", who=game.name(command.who)), "SHOOT-WHO-01"
        )


def throw(ctx: Context, command: Shoot, code: str) -> None:
    """Roll to hit with Ballistic Skill; a net holds unless a Strength test is passed, a vial wounds without a save."""
    model_id, target = command.who, command.target
    thing = thing_of(ctx.game, ctx.state, model_id, code)
    assert thing is not None
    ctx.flag(model_id, on=SHOT, why="throws")
    ctx.emit(Used(model_id, code))
    hiding_rules.reveal(ctx, model_id, "shot")
    attack = shot(ctx.game, ctx.state, model_id, target, _plan(code, thing.reach).weapon, reach=thing.reach)
    rolled = ctx.roll("hit", model_id, need=attack.need_hit, mods=attack.hit_mods, against=target, rule="SHOOT-BS-01")
    if code == "thrown_bomb":
        if rolled.passed or rolled.total == 1:
            _explode(ctx, model_id, model_id if rolled.total == 1 else target, thing)
        return
    if not rolled.passed or rolled.total == 1:
        return
    if code == "thrown_vial":
        lose_wounds(ctx, target, thing.wounds, how="vial", by=model_id)
        return
    strength = characteristic(ctx.game, ctx.state, target, "strength")
    if not ctx.check("char", target, strength, about="strength:net").passed:
        until = ctx.state.turn_number + (1 if _plays_later(ctx, target) else 2)
        ctx.emit(EffectAdded(target, Effect(NETTED, 0, until, target[0])))


def _explode(ctx: Context, by: str, target: str, thing: Thrown) -> None:
    """D3 hits without armour save on the target, or on the thrower after a natural 1, and one weaker hit on all models
    nearby.
    """
    centre = body_of(ctx.game, ctx.state, target)
    beside = [
        other
        for other in on_table(ctx.state)
        if other != target and within(centre, body_of(ctx.game, ctx.state, other), BLAST)
    ]
    count = counted(ctx.roll("count", by).total, thing.dice)
    hit_automatically(ctx, target, thing.strength, count, how="fire", by=by, armour=False, flaming=True)
    for other in beside:
        if not ctx.model(other).gone:
            hit_automatically(ctx, other, thing.splash, how="fire", by=by, flaming=True, second=True)


def _plays_later(ctx: Context, target: str) -> bool:
    order = ctx.state.order
    return order.index(target[0]) > order.index(ctx.state.active)
