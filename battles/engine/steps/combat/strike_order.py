"""The striking order. Rules: CC-ORDER-01, CC-ORDER-02, CC-ORDER-03, SPEC-IMPACT-02, SPEC-MOUNT-02"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import FLEEING, HAMMERED, STANDING, STOOD_UP, STUPID, BattleState
from battles.engine.steps.combat.loadouts import weapons_in_hand
from battles.engine.steps.combat.striking import charged_this_turn, meets_defended_obstacle
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.models.size import rides
from battles.engine.terrain.buildings.assaults import assault_of
from battles.engine.traits import Flag

HAS_IMPACT = Flag("impact_hits")
WHIPCRACK = Flag("whipcrack")
"""Trait of weapons with an extra attack that strikes first."""
IMPACT, FIRST, ORDINARY, LAST, STOOD = range(5)


class Entry(NamedTuple):
    """One place in the striking order."""

    who: str
    part: str
    """"impact", "whip", "self" or "mount"."""
    initiative: int
    first: bool = False
    last: bool = False
    stood_up: bool = False
    ignores_last: bool = False

    @property
    def key(self) -> str:
        return f"{self.who}:{self.part}"

    @property
    def bucket(self) -> int:
        """Group in the striking order, the lowest first (CC-ORDER-01). Striking last with a weapon outweighs a charge
        (CC-ORDER-02).
        """
        if self.part == "impact":
            return IMPACT
        if self.stood_up:
            return STOOD
        if self.last and not self.ignores_last:
            return LAST
        return FIRST if self.first else ORDINARY


def may_strike(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model is engaged, standing and able to attack.

    Rules: CC-WHO-01, CHAR-ZEROWS-01, CHAR-ZEROST-01, CHAR-ZEROOTHER-01
    """
    model = state.models[model_id]
    if model.gone or not model.engaged or model.posture != STANDING or model.flags & (HAMMERED | STUPID):
        return False
    return not (model.flags & FLEEING and game.rules.fleeing_counts_as_helpless)


def entries_of(game: Game, state: BattleState, model_id: str) -> list[Entry]:
    """The places of a model in the striking order of this phase: impact hits, itself, its mount. Changes nothing."""
    if not may_strike(game, state, model_id):
        return []
    fighter = game.fighters[model_id]
    model = state.models[model_id]
    charged = charged_this_turn(state, model_id) and not meets_defended_obstacle(game.rules, state, model_id)
    stood = bool(model.flags & STOOD_UP) and model_id[0] == state.active
    entries: list[Entry] = []
    if charged and game.rules.keywords and HAS_IMPACT.of(fighter):
        entries.append(Entry(model_id, "impact", characteristic(game, state, model_id, "initiative")))
    if all(characteristic(game, state, model_id, name) > 0 for name in ("weapon_skill", "attacks", "strength")):
        entry = Entry(model_id, "self", characteristic(game, state, model_id, "initiative"), charged, False, stood)
        for weapon in weapons_in_hand(game, state, model_id):
            for function, parameters in listeners(weapon.hooks, (), "strike_order"):
                entry = function(game, state, model_id, entry, **parameters)
        for function, parameters in listeners(fighter.hooks, model.effects, "strike_order"):
            entry = function(game, state, model_id, entry, **parameters)
        entries.append(entry)
        if counters_a_charge(game, state, model_id):
            entries.append(Entry(model_id, "whip", entry.initiative, True, False, stood))
    on_horseback = rides(game, state, model_id) and not assault_of(state, model_id)
    if on_horseback and fighter.mount is not None and fighter.mount.profile.attacks > 0:
        entries.append(Entry(model_id, "mount", fighter.mount.profile.initiative, charged, False, stood))
    return entries


def counters_a_charge(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether a model with a whip in hand was charged this turn. It then strikes once before the charger."""
    if not any(charged_this_turn(state, other) for other in state.models[model_id].engaged):
        return False
    return any(WHIPCRACK.on(weapon) for weapon in weapons_in_hand(game, state, model_id))


def combats(state: BattleState, first_side: str) -> list[list[str]]:
    """The separate fights, each a list of the models linked by engagement, in the order of the models of
    `first_side`.
    """
    seen: set[str] = set()
    found: list[list[str]] = []
    own = [model_id for model_id in state.models if model_id[0] == first_side]
    for start in (*own, *state.models):
        if start in seen or not state.models[start].engaged:
            continue
        fight: list[str] = []
        queue = [start]
        seen.add(start)
        while queue:
            model_id = queue.pop()
            fight.append(model_id)
            for other in state.models[model_id].engaged:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        found.append(sorted(fight))
    return found


def next_up(game: Game, state: BattleState, done: list[str], first_side: str) -> list[Entry]:
    """The next entries of the first unfinished fight: one, or several in a tie. Empty when all have attacked."""
    for fight in combats(state, first_side):
        waiting = [entry for model_id in fight for entry in entries_of(game, state, model_id) if entry.key not in done]
        if waiting:
            best = min((entry.bucket, -entry.initiative) for entry in waiting)
            return [entry for entry in waiting if (entry.bucket, -entry.initiative) == best]
    return []
