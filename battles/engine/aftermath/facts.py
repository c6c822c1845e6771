"""What a finished battle says about each side: who fought, who fell, who put whom out. Rule: AF-FACT-01"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from battles.engine.events import Event, Removed
from battles.engine.game import Game
from battles.engine.state import BattleState


@dataclass(slots=True)
class Fallen:
    """One model that must roll for its fate: its roster id, who did it (a model id or ""), and facts of the blow."""

    model: str
    roster_id: str
    by: str = ""
    facts: tuple[str, ...] = ()


@dataclass(slots=True)
class SideFacts:
    """One side after the battle, by roster id."""

    side: str
    won: bool
    fought: tuple[str, ...]
    fallen: tuple[Fallen, ...] = ()
    kills: dict[str, int] = field(default_factory=dict)
    leader: str = ""
    routed: bool = False
    score: int = 0


def facts_of(game: Game, state: BattleState, log: Iterable[Event]) -> dict[str, SideFacts]:
    """The facts of every side. A model that fled off the table rolls as one that went out of action (PSY-FLEE-01)."""
    winners = state.outcome.winners if state.outcome is not None else ()
    fallen: dict[str, list[Fallen]] = {side: [] for side in game.sides}
    kills: dict[str, dict[str, int]] = {side: {} for side in game.sides}
    for event in log:
        if isinstance(event, Removed) and event.why in ("out", "fled"):
            victim = game.fighters[event.who]
            by = event.by if event.by in game.fighters else ""
            fallen[victim.side].append(Fallen(event.who, victim.roster_id, by, event.facts))
            if by and event.why == "out" and game.are_enemies(by, event.who):
                striker = game.fighters[by]
                counts = kills[striker.side]
                counts[striker.roster_id] = counts.get(striker.roster_id, 0) + 1
    found = {}
    for side in game.sides:
        own = [fighter for fighter in game.fighters.values() if fighter.side == side]
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
        )
    return found
