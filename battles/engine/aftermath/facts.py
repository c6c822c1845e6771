"""Facts of a finished battle for each side: who took part, who went out of action, and by whom.

Rules: AF-FACT-01, AF-FACT-03
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from battles.engine.events import Event, Removed
from battles.engine.game import Game
from battles.engine.profile import Fighter
from battles.engine.scenarios.creatures.figures import earns_nothing
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.registry import scenario_of
from battles.engine.skills.contracts import MARK, quarry_of
from battles.engine.state import BattleState
from battles.engine.steps.turn.companions import COMPANION, is_companion


@dataclass(slots=True)
class Fallen:
    """One model that rolls for injury: its roster id, the attacker (a model id or ""), and facts about the attack."""

    model: str
    roster_id: str
    by: str = ""
    facts: tuple[str, ...] = ()


@dataclass(slots=True)
class SideFacts:
    """What one side did in the battle, by roster id."""

    side: str
    won: bool
    fought: tuple[str, ...]
    fallen: tuple[Fallen, ...] = ()
    kills: dict[str, int] = field(default_factory=dict)
    leader: str = ""
    routed: bool = False
    score: int = 0
    deeds: dict[str, dict[str, int]] = field(default_factory=dict)
    """How often each warrior earned an award of the scenario, by roster id and the award's code in the packs."""
    loot: Loot = field(default_factory=Loot)
    """What the side found."""
    used: dict[str, dict[str, int]] = field(default_factory=dict)
    """How often single-battle items were used, by roster id and effect code; for a group, the highest number of one
    model.
    """
    beasts: dict[str, dict[str, int]] = field(default_factory=dict)
    """A warrior's animals that went out of action, by roster id and the item's code."""


ACHIEVEMENTS = {
    "carries_counter": "carries_counter",
    "broke_through": "breaks_through",
    "escaped_first": "first_to_escape",
    "found_chest": "finds_chest",
}
"""Names of awards on the board, with their codes in the packs. Rule: AF-FACT-03"""


def facts_of(game: Game, state: BattleState, log: Iterable[Event]) -> dict[str, SideFacts]:
    """The facts of every side. A model that fled off the table rolls for injury as if out of action (PSY-FLEE-01)."""
    winners = state.outcome.winners if state.outcome is not None else ()
    fallen: dict[str, list[Fallen]] = {side: [] for side in game.sides}
    kills: dict[str, dict[str, int]] = {side: {} for side in game.sides}
    beasts: dict[str, dict[str, dict[str, int]]] = {side: {} for side in game.sides}
    felled: list[tuple[str, str]] = []
    for event in log:
        if isinstance(event, Removed) and event.why in ("out", "fled"):
            victim = game.fighters[event.who]
            by = event.by if event.by in game.fighters else ""
            if is_companion(victim):
                _count_beast(beasts[victim.side], victim)
            else:
                is_mark = by and event.why == "out" and quarry_of(state, by) == event.who
                facts = (*event.facts, MARK) if is_mark else event.facts
                fallen[victim.side].append(Fallen(event.who, victim.roster_id, by, facts))
            if by and event.why == "out" and game.are_enemies(by, event.who) and not earns_nothing(victim):
                felled.append((by, event.who))
                striker = game.fighters[by]
                if not is_companion(striker):
                    counts = kills[striker.side]
                    counts[striker.roster_id] = counts.get(striker.roster_id, 0) + 1
    scenario = scenario_of(game)
    loot = scenario.loot(game, state)
    deeds: dict[str, dict[str, dict[str, int]]] = {side: {} for side in game.sides}
    _add_victim_awards(game, state, felled, deeds)
    for award in scenario.awards(game, state):
        hero = game.fighters[award.who]
        mine = deeds[hero.side].setdefault(hero.roster_id, {})
        reason = ACHIEVEMENTS.get(award.code, award.code)
        mine[reason] = mine.get(reason, 0) + 1
    _most_buildings(game, loot, deeds)
    found = {}
    for side in game.sides:
        own = [fighter for fighter in game.fighters.values() if fighter.side == side and not is_companion(fighter)]
        leader = next((fighter.roster_id for fighter in own if fighter.is_leader), "")
        found[side] = SideFacts(
            side=side,
            won=side in winners,
            fought=tuple(dict.fromkeys(fighter.roster_id for fighter in own)),
            fallen=tuple(fallen[side]),
            kills=kills[side],
            leader=leader,
            routed=state.sides[side].routed,
            score=state.sides[side].score,
            deeds=deeds[side],
            loot=loot.get(side, Loot()).copy(),
            used=_used_by(state, own),
            beasts=beasts[side],
        )
    return found


def _add_victim_awards(
    game: Game, state: BattleState, felled: Iterable[tuple[str, str]], deeds: dict[str, dict[str, dict[str, int]]]
) -> None:
    """Add the scenario's awards for taking models out of action, given as (attacker, victim). Rule: SCN-AWARD-01"""
    for by, target in felled:
        deed, striker = scenario_of(game).award_for_victim(game, state, target), game.fighters[by]
        if deed and not is_companion(striker):
            mine = deeds[striker.side].setdefault(striker.roster_id, {})
            mine[deed] = mine.get(deed, 0) + 1


def _used_by(state: BattleState, own: Iterable[Fighter]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for fighter in own:
        for code, times in state.models[fighter.id].used:
            counts = found.setdefault(fighter.roster_id, {})
            counts[code] = max(times, counts.get(code, 0))
    return found


def _count_beast(beasts: dict[str, dict[str, int]], beast: Fighter) -> None:
    """Add a lost animal to the count of its owner; a summoned animal has no owner. Rule: AF-BEAST-01"""
    for keeper in COMPANION.of(beast):
        if keeper.roster_id:
            counts = beasts.setdefault(keeper.roster_id, {})
            counts[keeper.item] = counts.get(keeper.item, 0) + 1


def _most_buildings(game: Game, loot: dict[str, Loot], deeds: dict[str, dict[str, dict[str, int]]]) -> None:
    """Award experience to the leader of the side that holds most buildings; no one gets it in a tie. Rule:
    SCN-AWARD-01
    """
    held = {side: int(found["buildings"]) for side, found in loot.items() if "buildings" in found}
    most = max(held.values(), default=0)
    first = [side for side, count in held.items() if count == most]
    if most and len(first) == 1:
        for fighter in game.fighters.values():
            if fighter.side == first[0] and fighter.is_leader:
                deeds[fighter.side].setdefault(fighter.roster_id, {})["holds_most_buildings"] = 1
