"""The shooting phase: shots, searches for hidden enemies, and spells if the ruleset casts them in this phase.

Rules: SHOOT-ONE-01, SHOOT-WHO-01, SHOOT-LOS-01, SHOOT-COVER-02, SHOOT-REACT-01, MAG-PHASE-01
"""

from __future__ import annotations

from typing import Any

from battles.engine.commands import Cast, Command, Detect, EndStep, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import (
    BattleState,
    Frame,
)
from battles.engine.steps.harm import wounding
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.magic import phase as magic_phase
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.hiding.searching import check_search, searches
from battles.engine.steps.shooting import breath, firing, thrown_items
from battles.engine.steps.shooting.cover import view
from battles.engine.steps.shooting.permission import check_may_shoot, may_shoot
from battles.engine.steps.shooting.rate_of_fire import ShotPlan, plan_of, plans_of
from battles.engine.steps.shooting.targets import Seen, in_sight, legal_targets
from battles.engine.steps.turn import ending
from battles.engine.terrain.buildings.garrisons import near

BREATH = -1
"""Weapon index that stands for a breath attack."""


class ShootingStep(Step):
    """Stages: start, act (waits). Data: `split`, the rest of shots that may be divided among targets: [who, weapon,
    shots left].
    """

    kind = "shooting"

    def enter(self, ctx: Context, frame: Frame) -> None:
        side = ctx.state.active
        first = frame.stage == "start"
        if frame.stage == "close":
            ctx.pop()
        elif self._has_something(ctx.game, ctx.state, side, frame):
            ctx.replace(stage="act")
            ending.await_command(ctx, side)
        else:
            if first:
                ctx.note("nobody_shoots")
            ctx.pop()

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        found: list[Command] = [EndStep()]
        for model_id, model in state.models.items():
            if model_id[0] != side or model.gone:
                continue
            if may_shoot(game, state, model_id) or _is_splitting(frame, model_id):
                for plan in _plans(game, state, frame, model_id):
                    found.extend(
                        Shoot(model_id, entry.who, plan.slot) for entry in _targets(game, state, frame, model_id, plan)
                    )
            found.extend(breath.options(game, state, model_id, BREATH))
            found.extend(thrown_items.options(game, state, model_id))
            found.extend(searches(game, state, model_id, _refusal_to_shoot))
        if game.rules.casting_phase == "shooting":
            found.extend(magic_phase.casts_of(game, state, side))
        return found

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        if isinstance(command, EndStep):
            return
        if isinstance(command, Cast) and game.rules.casting_phase == "shooting":
            magic_phase.check_cast(game, state, side, command)
            return
        if not isinstance(command, Shoot | Detect):
            raise IllegalAction("shooting_now", "Shoot, or end the phase.", "SHOOT-ONE-01")
        if state.models.get(command.who) is None or command.who[0] != side:
            raise IllegalAction("not_yours", "This warrior is not yours.", "SHOOT-ONE-01")
        if isinstance(command, Detect):
            check_search(game, state, command, _refusal_to_shoot)
        elif command.weapon == BREATH:
            breath.check(game, state, command)
        elif command.weapon in thrown_items.THROWN:
            thrown_items.check(game, state, command)
        else:
            _check_shot(game, state, frame, command)

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        ctx.replace(owner="")
        if isinstance(command, EndStep):
            ctx.replace(stage="close")
        elif isinstance(command, Cast):
            magic_phase.cast(ctx, command)
        elif isinstance(command, Detect):
            hiding_rules.search(ctx, command.who, command.target)
        elif isinstance(command, Shoot):
            self._shoot(ctx, frame, command)

    def _shoot(self, ctx: Context, frame: Frame, command: Shoot) -> None:
        model_id = command.who
        if command.weapon == BREATH:
            breath.breathe(ctx, model_id, command.heading)
            return
        if command.weapon in thrown_items.THROWN:
            thrown_items.throw(ctx, command)
            return
        plan, allowed, count = _volley(ctx.game, ctx.state, frame, command)
        ctx.replace(split=[model_id, command.weapon, allowed - count] if plan.may_split and count < allowed else None)
        firing.fire(ctx, model_id, command.target, plan, count, several=plan.may_split and allowed > 1)

    def _has_something(self, game: Game, state: BattleState, side: str, frame: Frame) -> bool:
        for model_id, model in state.models.items():
            if model_id[0] != side or model.gone:
                continue
            if (may_shoot(game, state, model_id) or _is_splitting(frame, model_id)) and any(
                _targets(game, state, frame, model_id, plan) for plan in _plans(game, state, frame, model_id)
            ):
                return True
            if breath.options(game, state, model_id, BREATH) or thrown_items.options(game, state, model_id):
                return True
            if searches(game, state, model_id, _refusal_to_shoot):
                return True
        return game.rules.casting_phase == "shooting" and bool(magic_phase.casts_of(game, state, side))


def _is_splitting(frame: Frame, model_id: str) -> bool:
    split: list[Any] = frame.data.get("split") or [""]
    return bool(split[0] == model_id)


def _plans(game: Game, state: BattleState, frame: Frame, model_id: str) -> list[ShotPlan]:
    if _is_splitting(frame, model_id):
        return [plan_of(game, state, model_id, frame.data["split"][1])]
    return plans_of(game, state, model_id)


def _targets(game: Game, state: BattleState, frame: Frame, model_id: str, plan: ShotPlan) -> list[Seen]:
    """Legal targets. Knives thrown at several enemies may be aimed at any enemy in range."""
    if plan.may_split:
        free = [entry for entry in in_sight(game, state, model_id, plan) if not state.models[entry.who].engaged]
        return [entry for entry in free if entry.far <= plan.reach]
    return legal_targets(game, state, model_id, plan)


def _allowed(game: Game, state: BattleState, frame: Frame, command: Shoot, plan: ShotPlan) -> int:
    if _is_splitting(frame, command.who):
        return int(frame.data["split"][2])
    return firing.allowed_shots(game, state, command.who, command.target, plan)


def _volley(game: Game, state: BattleState, frame: Frame, command: Shoot) -> tuple[ShotPlan, int, int]:
    """The plan of a legal command, the number of shots it allows at the target, and the number that is fired."""
    plan = plan_of(game, state, command.who, command.weapon)
    allowed = _allowed(game, state, frame, command, plan)
    return plan, allowed, command.shots or allowed


def first_shot(game: Game, state: BattleState, frame: Frame, command: Shoot) -> Attack | None:
    """The first shot of a legal command with the scores it needs to hit and to wound; None if no shot rolls to hit.

    `frame` is the shooting phase that waits for the command. Changes nothing.
    """
    if command.weapon < 0:
        return None
    plan, allowed, count = _volley(game, state, frame, command)
    if plan.line or not near(game, state, command.who, command.target, plan.reach):
        return None
    seen, several = view(game, state, command.who, command.target), plan.may_split and allowed > 1
    attack = firing.aim(game, state, command.who, command.target, plan, count, seen, several=several)[0]
    wounding.prepare(game, state, attack)
    return attack


def _check_shot(game: Game, state: BattleState, frame: Frame, command: Shoot) -> None:
    model_id = command.who
    name = game.name(model_id)
    if not _is_splitting(frame, model_id):
        check_may_shoot(game, state, model_id)
    weapons = game.fighters[model_id].weapons
    if not 0 <= command.weapon < len(weapons) or not weapons[command.weapon].is_missile:
        raise IllegalAction("no_such_weapon", say("{name} has no such missile weapon.", name=name), "SHOOT-WHO-01")
    plans = _plans(game, state, frame, model_id)
    plan = next((plan for plan in plans if plan.slot == command.weapon), None)
    if plan is None:
        refused = plan_of(game, state, model_id, command.weapon).refused or "is the same as another one"
        raise IllegalAction(
            "not_ready",
            say("{name}'s {weapon} {refused}.", name=name, weapon=weapons[command.weapon].name, refused=refused),
            "SHOOT-WHO-01",
        )
    target = command.target
    if target not in game.fighters or state.models[target].gone or not game.are_enemies(model_id, target):
        raise IllegalAction("no_such_target", "This enemy does not exist.", "SHOOT-CLOSE-01")
    legal = _targets(game, state, frame, model_id, plan)
    if all(entry.who != target for entry in legal):
        raise firing.refusal_of_target(game, state, model_id, target, plan)
    if not 0 <= command.shots <= _allowed(game, state, frame, command, plan):
        raise IllegalAction("too_many_shots", say("{name} does not have that many shots.", name=name), "SHOOT-ONE-01")


def _refusal_to_shoot(game: Game, state: BattleState, model_id: str) -> IllegalAction | None:
    """Why a model may not shoot now; None if it may."""
    try:
        check_may_shoot(game, state, model_id)
    except IllegalAction as refusal:
        return refusal
    return None


def react(ctx: Context, model_id: str, charger: str, weapon: int) -> None:
    """Shoot once at a charger before it moves. This does not affect the model's own next shooting phase.

    Rule: SHOOT-REACT-01
    """
    plan = plan_of(ctx.game, ctx.state, model_id, weapon)
    firing.fire(ctx, model_id, charger, plan, 1, reaction=True)


register(ShootingStep())
