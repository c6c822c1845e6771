"""Surprise Attack: the defender is scattered, and some warriors arrive later."""

from __future__ import annotations

from battles.engine.events import Marked, Placed, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios.areas import Area, strip, whole_table
from battles.engine.scenarios.base import facts_of, random_edge
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.scenarios.registry import register
from battles.engine.scenarios.roles import RoleScenario
from battles.engine.state import BattleState
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.ground import heights_at
from battles.engine.table.placement import end_fault
from battles.engine.table.vectors import Body

HERE = 4
"""Score needed for a hero or henchman group to be present at the start, and later to arrive."""
HALF = -1
"""Value that stands for half of a side, rounded down."""


class SurpriseAttack(RoleScenario):
    """One D6 for each hero and henchman group of the defender: present on a 4+. The others roll each turn, from the
    defender's second.
    """

    code = "surprise_attack"
    name = "Surprise Attack"
    attacker_deploys_first = False

    def assign(self, ctx: Context, attacker: str) -> None:
        super().assign(ctx, attacker)
        absent = scattered(ctx, self.defender(ctx.state))
        self.remember(ctx, absent=absent, edges={attacker: random_edge(ctx, attacker)})

    def area(self, game: Game, state: BattleState, side: str) -> Area:
        if side == self.attacker(state):
            return Area((strip(game, self.edge_of(game, state, side), self.depth),))
        return spread_out(game, side, len(self.facts(state).get("absent", ())))

    def turn_start(self, ctx: Context, side: str) -> None:
        if side == self.defender(ctx.state):
            reinforce(ctx, side)


def scattered(ctx: Context, side: str, needs: int = HERE) -> list[str]:
    """Roll for each hero and group of a side. Returns the absent models; at least one hero or group is always
    present.
    """
    parties = parties_of(ctx.game, side)
    absent: list[str] = []
    for number, party in enumerate(parties):
        face = ctx.dice.face("die")
        ctx.emit(Rolled("die", party[0], (face,), needs, face >= needs, rule="SCN-SURPRISE-01", about="present"))
        last_hope = number == len(parties) - 1 and len(absent) == sum(len(row) for row in parties[:-1])
        if face < needs and not last_hope:
            absent.extend(party)
    return absent


def spread_out(game: Game, side: str, absent: int, from_edges: int = 800) -> Area:
    """The area for the models of a scattered side that are present: anywhere, away from friends and edges."""
    there = sum(1 for model_id in game.fighters if model_id[0] == side) - absent
    apart = 800 if there <= 9 else 600 if there <= 16 else 300
    return Area((whole_table(game),), apart_from_friends=apart, apart_from_edges=from_edges)


def reinforce(ctx: Context, side: str, needs: int = HERE, from_turn: int = 2) -> None:
    """At the start of a turn, roll for each missing model of the side; all that arrive use one random edge."""
    facts = facts_of(ctx.state)
    absent = list(facts.get("absent", ()))
    if ctx.state.sides[side].turns_taken < from_turn or not absent:
        return
    arriving: list[str] = []
    for party in parties_of(ctx.game, side):
        if party[0] in absent:
            face = ctx.dice.face("die")
            ctx.emit(Rolled("die", party[0], (face,), needs, face >= needs, rule="SCN-SURPRISE-02", about="arrive"))
            if face >= needs:
                arriving.extend(party)
    if not arriving:
        return
    edge = random_edge(ctx, side)
    for model_id in arriving:
        spot = free_spot(ctx.game, ctx.state, model_id, edge)
        if spot is not None:
            ctx.emit(Placed(model_id, *spot))
            absent.remove(model_id)
    ctx.emit(Marked("scenario", {**facts, "absent": absent}))


def absent_models(game: Game, side: str, there: int) -> list[str]:
    """The models of a side that are absent at the start when only `there` (a number or HALF) are present.

    They are the last of the roster, never the leader.
    """
    own = [model_id for model_id, fighter in game.fighters.items() if model_id[0] == side and not is_figure(fighter)]
    own.sort(key=lambda model_id: not game.fighters[model_id].is_leader)
    return own[max(1, len(own) // 2) if there == HALF else there :]


def bring_on_missing(ctx: Context, side: str, needs: int, from_turn: int) -> None:
    """At the start of a turn, make one roll for all missing models, one point easier each turn. They arrive from one
    edge.

    Rule: SCN-SURPRISE-02
    """
    facts = facts_of(ctx.state)
    absent, turn = list(facts.get("absent", ())), ctx.state.sides[side].turns_taken
    if turn < from_turn or not absent:
        return
    if not ctx.roll("die", side, need=max(1, needs - turn + from_turn), rule="SCN-SURPRISE-02", about="arrive").passed:
        return
    edge = random_edge(ctx, side)
    for model_id in tuple(absent):
        spot = free_spot(ctx.game, ctx.state, model_id, edge)
        if spot is not None:
            ctx.emit(Placed(model_id, *spot))
            absent.remove(model_id)
    ctx.emit(Marked("scenario", {**facts, "absent": absent}))


def parties_of(game: Game, side: str) -> list[list[str]]:
    """A side's heroes, each alone, and its henchmen in their groups, in roster order."""
    groups: dict[str, list[str]] = {}
    for model_id, fighter in game.fighters.items():
        if fighter.side == side and not is_figure(fighter):
            key = fighter.roster_id if fighter.role == "henchman" and fighter.roster_id else model_id
            groups.setdefault(key, []).append(model_id)
    return list(groups.values())


def free_spot(game: Game, state: BattleState, model_id: str, edge: str) -> tuple[int, int, int] | None:
    """The free place along a table edge nearest to the middle of the edge, clear of all models and an inch from
    enemies.
    """
    fighter = game.fighters[model_id]
    width, length = game.table.width, game.table.length
    along = width if edge in ("south", "north") else length
    others = others_of(game, state, model_id)
    inset = fighter.radius + 10
    for step in range(0, along // 2 - inset, 50):
        for place in (along // 2 + step, along // 2 - step):
            x, y = {
                "south": (place, inset), "north": (place, length - inset),
                "west": (inset, place), "east": (width - inset, place),
            }[edge]  # fmt: skip
            z = heights_at(game.table, x, y)[0]
            if end_fault(game.table, Body(x, y, z, fighter.radius, fighter.height), others) is None:
                return x, y, z
    return None


register(SurpriseAttack())
