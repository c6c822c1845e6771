"""Skills and items of the movement phase: speed, climbing, falling. Hooks `move`, `climb` and `characteristic`."""

from __future__ import annotations

from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.state import BattleState
from battles.engine.steps.movement.allowances import Allowance, is_mounted
from battles.engine.steps.movement.initiative_tests import MoveTest
from battles.engine.traits import Flag

CLIMBS = frozenset({"climb", "descend", "rope", "ladder"})
"""Kinds of tests that belong to climbing."""
STEADIED = "steadied"
"""Code of the effect that marks a model that has used its re-roll this turn."""
declare_inner(STEADIED)
USED_TO_ARMOUR = Flag("used_to_armour")
UP_ANY_WALL = 10_000
"""A height above that of every table."""


@on("move", "run_multiplier")
def run_multiplier(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, amount: int) -> Allowance:
    """The model runs and charges at a multiple of its Movement; a rider's mount does not. Rules: MV-RUN-01,
    MV-CHG-01
    """
    if is_mounted(game.fighters[model_id]):
        return allowance
    far = amount * allowance.movement
    return allowance._replace(run=max(allowance.run, far), charge=max(allowance.charge, far))


@on("move", "no_running")
def no_running(game: Game, state: BattleState, model_id: str, allowance: Allowance) -> Allowance:
    """The model cannot run, but charges like other models. Rule: MV-RUN-05"""
    return allowance._replace(may_run=False)


@on("move", "climb_multiplier")
def climb_multiplier(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, amount: int) -> Allowance:
    """The model climbs up to a multiple of its Movement in a phase. Rule: MV-CLIMB-03"""
    return allowance._replace(movement=amount * allowance.movement, climb_share=amount)


@on("move", "safe_fall")
def safe_fall(game: Game, state: BattleState, model_id: str, allowance: Allowance, *, height: int) -> Allowance:
    """The model jumps down this many inches without harm after one test. Rules: MV-JUMPDN-01, MV-FALL-01"""
    return allowance._replace(safe_drop=max(allowance.safe_drop, height * 100))


@on("move", "moves_anywhere")
def moves_anywhere(game: Game, state: BattleState, model_id: str, allowance: Allowance) -> Allowance:
    """For the model, all ground is open and all walls can be climbed, also when running and charging.

    Rules: TR-CLASS-01, MV-CLIMB-03
    """
    if is_mounted(game.fighters[model_id]):
        return allowance
    return allowance._replace(anywhere=True, climbs=True, movement=max(allowance.movement, UP_ANY_WALL))


@on("move", "fly")
def flies(
    game: Game, state: BattleState, model_id: str, allowance: Allowance, *, distance: int, may_charge: bool = True
) -> Allowance:
    """The model flies instead of running: this many inches over all ground and walls. Rule: TR-CLASS-01"""
    far = 100 * distance
    return allowance._replace(
        walk=max(allowance.walk, far), run=max(allowance.run, far), charge=max(allowance.charge, far),
        may_charge=allowance.may_charge and may_charge, anywhere=True, climbs=True,
        movement=max(allowance.movement, UP_ANY_WALL),
    )  # fmt: skip


@on("move", "swings_over_gaps")
def swings_over_gaps(
    game: Game, state: BattleState, model_id: str, allowance: Allowance, *, distance: int
) -> Allowance:
    """The model swings across gaps of up to this many inches with an Initiative test, without using movement. Rule:
    MV-GAP-01
    """
    return allowance if is_mounted(game.fighters[model_id]) else allowance._replace(swings=100 * distance)


@on("move", "sure_footed")
def sure_footed(
    game: Game, state: BattleState, model_id: str, allowance: Allowance, *, very: bool = False
) -> Allowance:
    """Difficult ground does not slow the model on foot; with `very`, neither does very difficult ground.

    Rule: TR-CLASS-01
    """
    return allowance if is_mounted(game.fighters[model_id]) else allowance._replace(sure_footed=2 if very else 1)


@on("move", "moves_through_walls")
def moves_through_walls(game: Game, state: BattleState, model_id: str, allowance: Allowance) -> Allowance:
    """The model moves through solid objects; the usual rules apply to where it stops. Rules: GM-ROUTE-01,
    TR-IMPASS-01
    """
    return allowance if is_mounted(game.fighters[model_id]) else allowance._replace(ghostly=True)


@on("move", "never_leaves_combat")
def never_leaves_combat(game: Game, state: BattleState, model_id: str, allowance: Allowance) -> Allowance:
    """The model stays with an enemy, even a fallen one, until it is out of action. Rule: MV-ENGAGED-01"""
    if not state.models[model_id].engaged:
        return allowance
    return allowance._replace(walk=0, run=0, charge=0, may_run=False, may_charge=False)


@on("characteristic", "movement_penalty_with_shield")
def movement_penalty_with_shield(
    game: Game, state: BattleState, model_id: str, name: str, present: int, *, amount: int
) -> int:
    """Heavy armour together with a shield slows a model on foot. Rule: ARM-TYPES-01"""
    fighter = game.fighters[model_id]
    if name != "movement" or not fighter.shield or fighter.mount is not None or USED_TO_ARMOUR.of(fighter):
        return present
    return present - amount


@on("climb", "climb_without_check")
def climb_without_check(game: Game, state: BattleState, model_id: str, test: MoveTest) -> MoveTest:
    """The model climbs up and down without tests. Rules: MV-CLIMB-04, MV-CLIMB-05"""
    return test._replace(needed=False) if test.kind in CLIMBS else test


@on("climb", "climb_bonus")
def climb_bonus(game: Game, state: BattleState, model_id: str, test: MoveTest, *, amount: int) -> MoveTest:
    """Increase Initiative for climbing only. Rule: MV-CLIMB-04"""
    return test._replace(value=test.value + amount) if test.kind in CLIMBS else test


@on("climb", "reroll_climbing")
def reroll_climbing(game: Game, state: BattleState, model_id: str, test: MoveTest) -> MoveTest:
    """Re-roll failed tests for climbing. Rules: MV-CLIMB-04, DICE-REROLL-01"""
    return test._replace(rerolls=max(test.rerolls, 1)) if test.kind in CLIMBS else test


@on("climb", "graceful")
def graceful(game: Game, state: BattleState, model_id: str, test: MoveTest) -> MoveTest:
    """Re-roll a failed Initiative test once a turn. Rules: GM-TEST-01, DICE-REROLL-01"""
    if test.rerolls or any(effect.code == STEADIED for effect in state.models[model_id].effects):
        return test
    return test._replace(rerolls=1, reroll_spends=STEADIED)


@on("climb", "sea_legs")
def sea_legs(game: Game, state: BattleState, model_id: str, test: MoveTest) -> MoveTest:
    """Re-roll a failed test at an edge. Rules: MV-SLIP-01, DICE-REROLL-01"""
    return test._replace(rerolls=max(test.rerolls, 1)) if test.kind == "slip" else test


@on("climb", "reroll_diving_charge")
def reroll_diving_charge(game: Game, state: BattleState, model_id: str, test: MoveTest) -> MoveTest:
    """Re-roll a failed jump of a diving charge. Rules: MV-DIVE-01, DICE-REROLL-01"""
    top = state.flow[-1] if state.flow else None
    charging = top is not None and (top.kind == "charge_move" or (top.kind, top.stage) == ("movement", "resolving"))
    return test._replace(rerolls=max(test.rerolls, 1)) if charging and test.kind == "jump" else test


@on("climb", "reroll_failed_checks")
def reroll_failed_checks(game: Game, state: BattleState, model_id: str, test: MoveTest) -> MoveTest:
    """Re-roll every failed characteristic test. Rules: GM-TEST-01, DICE-REROLL-01"""
    return test._replace(rerolls=max(test.rerolls, 1))
