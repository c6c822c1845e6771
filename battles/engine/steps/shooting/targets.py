"""Legal targets of a shooter.

Rules: SHOOT-CLOSE-01 to 04, SHOOT-ENG-01, SHOOT-ELEV-01, SHOOT-ELEV-02, SHOOT-RANGE-01, SHOOT-SNIPER-01
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from battles.engine.game import Game
from battles.engine.state import FLEEING, STANDING, BattleState
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.models.size import is_large
from battles.engine.steps.shooting.cover import View, view
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.steps.shooting.to_hit import shot
from battles.engine.table.ground import is_elevated, same_building, same_floor
from battles.engine.table.vectors import distance, within
from battles.engine.terrain.buildings.garrisons import bodies_between, garrison_of, occupants
from battles.engine.traits import Flag, Values

SNIPER = Flag("sniper")
SAME = 1e-6
"""Distances that differ by less than this are equal."""


class TargetPreferences(NamedTuple):
    """The kinds of enemies that a weapon prefers, and those that it refuses."""

    prefers: frozenset[str]
    never: frozenset[str]


SEEKS = Values(
    "seeks", lambda given: TargetPreferences(frozenset(given.get("prefers", ())), frozenset(given.get("never", ())))
)
"""Trait of a weapon that chooses its own targets."""


class Seen(NamedTuple):
    """One enemy in sight."""

    who: str
    far: float
    view: View
    downed: bool
    """Whether the model is knocked down, stunned or fleeing."""


def in_sight(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> list[Seen]:
    """Enemies that are seen and not hidden, also engaged ones, nearest first; in some rulesets only those in range.

    The first model inside a building stands for all of them. Rule: TR-BLDG-SHOOTAT-01
    """
    found: list[Seen] = []
    for other in enemies_of(game, state, model_id):
        section = garrison_of(state, other)
        if section and occupants(state, section)[0] != other:
            continue
        mine, theirs = bodies_between(game, state, model_id, other)
        if not game.rules.out_of_range_may_be_chosen and not within(mine, theirs, plan.reach):
            continue
        seen = view(game, state, model_id, other)
        if seen.seen:
            model = state.models[other]
            downed = model.posture != STANDING or bool(model.flags & FLEEING)
            found.append(Seen(other, distance(mine, theirs), seen, downed))
    found.sort(key=lambda entry: entry.far)
    return found


def legal_targets(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> list[Seen]:
    """The enemies this weapon may be shot at, nearest first."""
    found = _allowed(game, state, model_id, plan)
    for wish in SEEKS.among(plan.weapon.traits):
        found = [entry for entry in found if not _is_one_of(game, entry.who, wish.never)]
        found = [entry for entry in found if _is_one_of(game, entry.who, wish.prefers)] or found
    return found


def _is_one_of(game: Game, model_id: str, names: Iterable[str]) -> bool:
    fighter = game.fighters[model_id]
    return not fighter.tags.isdisjoint(names) or not fighter.keywords.isdisjoint(names)


def _allowed(game: Game, state: BattleState, model_id: str, plan: ShotPlan) -> list[Seen]:
    seen = in_sight(game, state, model_id, plan)
    free = [entry for entry in seen if not state.models[entry.who].engaged]
    sniper = game.rules.sniper and SNIPER.of(game.fighters[model_id])
    if sniper:
        return [entry for entry in seen if entry in free or not own_side_fights(game, state, model_id, entry.who)]
    if plan.any_target:
        return free
    if is_elevated(body_of(game, state, model_id)):
        chosen = _from_above(game, state, model_id, plan, free)
    else:
        chosen = _at_street_level(game, state, model_id, plan, free)
    return [entry for entry in free if entry in chosen or is_large(game, entry.who)]


def own_side_fights(game: Game, state: BattleState, model_id: str, target: str) -> bool:
    """Whether a model of the shooter's own side or of an ally is in the target's combat. Rule: SHOOT-ENG-01"""
    queue = [target]
    seen = {target}
    while queue:
        for other in state.models[queue.pop()].engaged:
            if not game.are_enemies(model_id, other):
                return True
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return False


def _at_street_level(game: Game, state: BattleState, model_id: str, plan: ShotPlan, free: list[Seen]) -> list[Seen]:
    """The targets at street level: the nearest enemy, closer ones that are down, farther ones that are easier to hit.

    Rules: SHOOT-CLOSE-01 to 03
    """
    able = [entry for entry in free if not entry.downed]
    nearest = able[0].far + SAME if able else None
    if game.rules.downed_targets == "barred":
        chosen = [entry for entry in able if nearest is not None and entry.far <= nearest]
    else:
        chosen = [entry for entry in free if nearest is None or entry.far <= nearest]
    if not game.rules.easier_target_may_be_chosen:
        return chosen
    easiest = 99
    before = -1.0
    pending = 99
    for entry in able:
        if entry.far > before + SAME:
            easiest = min(easiest, pending)
            before = entry.far
        need = shot(game, state, model_id, entry.who, plan.weapon, seen=entry.view, reach=plan.reach).raw_need_hit
        if need < easiest and entry not in chosen:
            chosen.append(entry)
        pending = min(pending, need)
    return chosen


def _from_above(game: Game, state: BattleState, model_id: str, plan: ShotPlan, free: list[Seen]) -> list[Seen]:
    """The targets of an elevated shooter: any enemy, or only those in the same building if there are any.

    Rules: SHOOT-ELEV-01, SHOOT-ELEV-02
    """
    mine = body_of(game, state, model_id)
    together = same_floor if game.rules.elevated_same_floor_only else same_building
    inside = [entry for entry in free if together(game.table, mine, body_of(game, state, entry.who))]
    if all(entry.downed for entry in inside):
        return free
    if game.rules.same_building_nearest_first:
        return _at_street_level(game, state, model_id, plan, inside)
    return inside
