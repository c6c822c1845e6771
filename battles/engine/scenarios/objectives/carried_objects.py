"""Objects to carry: where they are placed, who may carry them, where they are brought, who wins.

This module serves treasure in the middle, counters spread over the table, and objects that warriors carry from the
start. An object that is brought off the table leaves with its carrier and counts for that side. Rules: SCN-TOKEN-01,
SCN-CARRY-01
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

from battles.engine.dice import counted
from battles.engine.events import EffectAdded, EffectEnded, Marked, Removed, Rolled, Scored
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import EDGES, edge_gap
from battles.engine.scenarios.base import Award, Scenario, is_able
from battles.engine.scenarios.creatures.arrivals import spot_of
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.scenarios.custom.vocabulary import add_aim
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.treasure import SLOWED
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import CAST, CHARGED, FOUGHT, MOVED, RAN, SHOT, BattleState, Effect, Outcome
from battles.engine.table.vectors import TOUCH

WHERE: Final = ("middle", "building", "buildings", "spread", "heroes", "three")
"""Where objects are placed: in the middle of the table, in the building nearest to it, in several buildings, spread
over the table, D3 with each hero of the defender, or one each with three warriors of the defender.
"""
EXITS: Final = ("none", "any_edge", "own_edge", "far_edge", "corner")
WINS: Final = ("most", "half", "first", "all", "no")
BUSY = MOVED | RAN | CHARGED | SHOT | CAST | FOUGHT
CORNER = 800
SPREAD: Final = ((1, 2), (3, 2), (2, 1), (2, 3), (1, 1), (3, 3), (1, 3), (3, 1))
"""Positions of objects that are spread over the table, in quarters of its width and length."""
OFF = "off"
"""Key of a fact: side -> number of objects it has brought off the table."""
AWAY = "carried_off"
"""Key of a fact: ids of the warriors who brought something off the table, each listed once."""


class CarriedObjects(Scenario):
    """Objects of one kind."""

    code = "carried_things"
    decides_limit = True

    def __init__(self, about: Mapping[str, Any]) -> None:
        self.kind = str(about.get("kind", "chest"))
        self.dice, self.plus = str(about.get("dice", "")), int(about.get("plus", 0))
        self.where, self.exit = str(about.get("where", "middle")), str(about.get("exit", "none"))
        self.wins = str(about.get("wins", "most"))
        self.heroes_only, self.slow = about.get("heroes_only") is True, about.get("slow") is True
        self.search, self.sink = about.get("search") is True, about.get("sink") is True
        self.keeps = about.get("keeps") is True
        self.decides_limit = self.wins != "no"

    # -- set-up -------------------------------------------------------------------------------------------------------

    def lay_out(self, ctx: Context) -> None:
        if self.where in ("heroes", "three"):
            return
        count = self.plus
        if self.dice:
            face = ctx.dice.face("count")
            ctx.emit(Rolled("count", ctx.game.players[0], (face,), rule="SCN-CARRY-01"))
            count += counted(face, self.dice)
        for number in range(count):
            x, y = self._spot(ctx.game, number)
            self._put(ctx, x, y, "")
        self.remember(ctx, **{f"total_{self.kind}": count})

    def _spot(self, game: Game, number: int) -> tuple[int, int]:
        if self.where == "spread":
            across, along = SPREAD[number % len(SPREAD)]
            return game.table.width * across // 4, game.table.length * along // 4
        return spot_of(game, self.where, number)

    def _put(self, ctx: Context, x: int, y: int, by: str) -> None:
        number = 1 + max((int(key.split(":")[1]) for key in tokens.tokens(ctx.state)), default=0)
        tokens.put(ctx, number, self.kind, x, y, 0, by)

    def turn_start(self, ctx: Context, side: str) -> None:
        if self.where not in ("heroes", "three") or self.total(ctx.state) is not None:
            return
        defender = str(self.facts(ctx.state).get("defender", ctx.game.players[-1]))
        own = [
            model_id
            for model_id, fighter in ctx.fighters.items()
            if model_id[0] == defender and not is_figure(fighter) and not ctx.state.models[model_id].gone
        ]
        own.sort(key=lambda model_id: ctx.fighters[model_id].role != "hero")
        bearers = (
            [model_id for model_id in own if ctx.fighters[model_id].role == "hero"]
            if self.where == "heroes"
            else own[:3]
        )
        count = 0
        for model_id in bearers:
            face = 1
            if self.where == "heroes":
                roll = ctx.dice.face("count")
                ctx.emit(Rolled("count", model_id, (roll,), rule="SCN-CARRY-01"))
                face = counted(roll, "D3")
            for _ in range(face):
                count += 1
                self._put(ctx, ctx.model(model_id).x, ctx.model(model_id).y, model_id)
        self.remember(ctx, **{f"total_{self.kind}": count})

    def total(self, state: BattleState) -> int | None:
        """Number of objects in this battle; None before they are placed."""
        found = self.facts(state).get(f"total_{self.kind}")
        return None if found is None else int(found)

    # -- play ---------------------------------------------------------------------------------------------------------

    def watch(self, ctx: Context) -> None:
        if not ctx.state.turn_number or self.total(ctx.state) is None:
            return
        if not self.search or self.facts(ctx.state).get("unlocked"):
            tokens.drop_and_pick_up(ctx, self.kind, self._may_take(ctx))
        self._burden(ctx)
        self._bring_away(ctx)
        for side in ctx.game.players:
            score = self.off(ctx.state, side) + tokens.held_by(ctx.state, side, self.kind)
            if score != ctx.state.sides[side].score:
                ctx.emit(Scored(side, score))

    def _may_take(self, ctx: Context) -> Any:
        def allowed(model_id: str) -> bool:
            fighter = ctx.fighters[model_id]
            if model_id[0] not in ctx.game.players or is_figure(fighter):
                return False
            return not self.heroes_only or fighter.role != "henchman"

        return allowed

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        """A warrior next to hidden objects who did nothing else all turn finds them."""
        if not self.search or self.facts(ctx.state).get("unlocked"):
            return None
        for token in tokens.tokens(ctx.state, self.kind).values():
            for model_id, model in ctx.state.models.items():
                near = ctx.fighters[model_id].radius + tokens.REACH + TOUCH
                idle = is_able(ctx.state, model_id) and not model.engaged and not model.flags & BUSY
                if model_id[0] == side and idle and hypot(model.x - token["x"], model.y - token["y"]) <= near:
                    ctx.note("found_hidden", model_id, rule="SCN-CARRY-01")
                    self.remember(ctx, unlocked=True)
                    return None
        return None

    def _burden(self, ctx: Context) -> None:
        if not self.slow:
            return
        carriers = {token["by"] for token in tokens.tokens(ctx.state, self.kind).values()}
        for model_id, model in tuple(ctx.state.models.items()):
            slowed = any(effect.code == SLOWED for effect in model.effects)
            if model_id in carriers and not slowed and not model.gone:
                ctx.emit(EffectAdded(model_id, Effect(SLOWED)))
            elif slowed and model_id not in carriers:
                ctx.emit(EffectEnded(model_id, SLOWED))

    def _bring_away(self, ctx: Context) -> None:
        carried: dict[str, list[str]] = {}
        for key, token in tokens.tokens(ctx.state, self.kind).items():
            if token["by"]:
                carried.setdefault(token["by"], []).append(key)
        for model_id, keys in carried.items():
            model = ctx.state.models[model_id]
            if not is_able(ctx.state, model_id) or model.engaged:
                continue
            sinks = self._sinks(ctx.game, ctx.state, model_id)
            if not sinks and not self._is_out(ctx.game, ctx.state, model_id):
                continue
            facts = self.facts(ctx.state)
            off: dict[str, int] = {**facts.get(OFF, {})}
            off[model_id[0]] = off.get(model_id[0], 0) + len(keys)
            for key in keys:
                ctx.emit(Marked(key, None))
            ctx.note("brings_away", model_id, detail=self.kind, rule="SCN-CARRY-01")
            self.remember(ctx, **{OFF: off, AWAY: [*facts.get(AWAY, []), *([model_id] * len(keys))]})
            if not sinks:
                ctx.emit(Removed(model_id, "left"))

    def _sinks(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether a defender has brought the object to the middle, where it vanishes."""
        if not self.sink or self.facts(state).get("defender") != model_id[0]:
            return False
        model = state.models[model_id]
        far = hypot(model.x - game.table.width // 2, model.y - game.table.length // 2)
        return far <= 200 + game.fighters[model_id].radius

    def _is_out(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether the carrier is at an edge by which it may leave."""
        if self.sink and self.facts(state).get("defender") == model_id[0]:
            return False
        model, radius = state.models[model_id], game.fighters[model_id].radius
        if self.exit == "corner":
            x, y = self._corner(game, state, model_id[0])
            at_edge = min(edge_gap(game, model.x, model.y, radius, edge) for edge in EDGES) <= TOUCH
            return at_edge and hypot(model.x - x, model.y - y) <= CORNER
        return any(
            edge_gap(game, model.x, model.y, radius, edge) <= TOUCH for edge in self._edges(game, state, model_id[0])
        )

    def _corner(self, game: Game, state: BattleState, side: str) -> tuple[int, int]:
        name = str(self.facts(state).get("quarters", {}).get(side, "south_west"))
        return (0 if name.endswith("west") else game.table.width), (
            0 if name.startswith("south") else game.table.length
        )

    def _edges(self, game: Game, state: BattleState, side: str) -> tuple[str, ...]:
        if self.exit == "any_edge":
            return EDGES
        whole = scenario_of(game)
        mine = whole.home_edge(game, state, side)
        if self.exit == "own_edge":
            return (mine,) if mine else ()
        if self.exit == "far_edge":
            other = next((player for player in game.players if player != side), "")
            far = whole.home_edge(game, state, other) if other else ""
            return (far,) if far else ()
        return ()

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """Where a carrier wants to go: the nearest exit, or the place where the objects vanish."""
        if all(token["by"] != model_id for token in tokens.tokens(state, self.kind).values()):
            return None
        model, table = state.models[model_id], game.table
        if self.sink and self.facts(state).get("defender") == model_id[0]:
            return table.width // 2, table.length // 2
        if self.exit == "corner":
            return self._corner(game, state, model_id[0])
        ways = {
            "south": (model.x, 0), "north": (model.x, table.length),
            "west": (0, model.y), "east": (table.width, model.y),
        }  # fmt: skip
        goals = [ways[edge] for edge in self._edges(game, state, model_id[0])]
        return min(goals, key=lambda spot: hypot(spot[0] - model.x, spot[1] - model.y), default=None)

    # -- the end ------------------------------------------------------------------------------------------------------

    def off(self, state: BattleState, side: str) -> int:
        """Number of objects that a side has brought off the table."""
        return int(self.facts(state).get(OFF, {}).get(side, 0))

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        total = self.total(state)
        if not state.turn_number or not total:
            return None
        counts = {side: self.off(state, side) for side in game.players}
        for side, count in counts.items():
            if (self.wins == "first" and count) or (self.wins == "half" and 2 * count >= total):
                return Outcome((side,), "treasure_home")
            if self.wins == "all" and count >= total:
                return Outcome((side,), "treasure_home")
        if self.wins == "most" and sum(counts.values()) >= total:
            return self._best(counts)
        return None

    def at_limit(self, game: Game, state: BattleState, left: tuple[str, ...]) -> Outcome:
        attacker = str(self.facts(state).get("attacker", ""))
        if self.wins == "all" and attacker:
            return Outcome((attacker,) if attacker in left else (), "turns_over")
        return self._best({side: state.sides[side].score for side in left})

    @staticmethod
    def _best(counts: dict[str, int]) -> Outcome:
        best = max(counts.values(), default=0)
        winners = tuple(side for side, count in counts.items() if count == best and best)
        return Outcome(winners if len(winners) == 1 else (), "treasure_home")

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        away = [Award(model_id, 1, "carries_off") for model_id in self.facts(state).get(AWAY, [])]
        held = [token["by"] for token in tokens.tokens(state, self.kind).values() if token["by"]]
        carried = [*self.facts(state).get(AWAY, []), *held]
        return [*away, *(Award(model_id, 1, "carries_counter") for model_id in carried)]

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        found: dict[str, Loot] = {}
        for side in game.players:
            vanished = self.sink and self.facts(state).get("defender") == side
            count = 0 if vanished else self.off(state, side)
            count += tokens.held_by(state, side, self.kind) if self.keeps else 0
            found[side] = {"occasions": {"thing_kept": count} if count else {}}
            if self.kind == "wyrdstone":
                found[side]["shards"] = count
        return found


def _make(_plan: Any, params: Mapping[str, Any]) -> Scenario | str:
    for name, known in (("where", WHERE), ("exit", EXITS), ("wins", WINS)):
        if params.get(name, known[0]) not in known:
            return f"“{name}” of things to carry is one of {', '.join(known)}."
    if params.get("dice", "D3") not in ("D3", "D6"):
        return "The number of objects must be a roll of a D3 or a D6."
    return CarriedObjects(params)


add_aim(
    "carried_things",
    _make,
    bounds={"plus": (0, 6)},
    deeds=("carries_counter", "carries_off"),
    occasions=("thing_kept",),
)
