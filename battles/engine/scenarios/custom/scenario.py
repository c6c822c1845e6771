"""A custom scenario in play: sides, places and aims assembled from those of the printed scenarios.

Rule: SCN-HOME-01

Deployment is defined by role. Each aim is a printed scenario that manages its own tokens, buildings or edges. As with
printed scenarios, everything that changes is in `state.marks`.
"""

from __future__ import annotations

from typing import Any

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios.areas import EDGES, Area, opposite, strip, whole_table
from battles.engine.scenarios.base import ROUT_PERCENT, Award, Question, Scenario, edge_question, random_edge
from battles.engine.scenarios.creatures.figures import part_of
from battles.engine.scenarios.custom.places import FACING, kind_of
from battles.engine.scenarios.custom.plan import Place, Plan, read_plan
from battles.engine.scenarios.loot import Loot
from battles.engine.scenarios.printed.buildings import larger_side
from battles.engine.scenarios.printed.surprise import absent_models, bring_on_missing, reinforce
from battles.engine.scenarios.registry import READERS
from battles.engine.scenarios.roles import RoleScenario
from battles.engine.state import BattleState, Outcome

RELIEF_NEEDS, RELIEF_FROM = 4, 2
"""The roll needed by the absent part of an outpost on the first turn in which it may arrive, and that turn."""
MOST_EDGES = 4
"""Maximum number of sides in a scenario without roles: one for each edge."""


class CustomScenario(RoleScenario):
    """Plays a scenario by a valid plan."""

    def __init__(self, plan: Plan, code: str) -> None:
        self.plan, self.code, self.name = plan, code, plan.name
        self.rout_tests, self.max_turns = plan.routs, plan.turns
        places = list(plan.places.values())
        plain = [place for place in places if place.has_edge and not place.random_edge]
        self.uses_table_zones = len(plain) == 2
        self.depth = places[0].distance
        self.attacker_deploys_first = next(iter(plan.places)) == "attacker"
        self.sides = (2, MOST_EDGES) if len(plain) == 2 and not plan.roles else (2, 2)

    @property
    def aims(self) -> tuple[Scenario, ...]:
        return tuple(self.plan.aims)

    # -- deployment ---------------------------------------------------------------------------------------------------

    def prepare(self, ctx: Context) -> None:
        for aim in self.aims:
            aim.lay_out(ctx)
        if not self.plan.roles:
            Scenario.prepare(self, ctx)
            self._random_edges(ctx)
            return
        named = ctx.game.scenario.get("attacker", "")
        if named in ctx.game.players:
            self.assign(ctx, str(named))
        elif self.plan.attacker_is == "chosen":
            super().prepare(ctx)
        elif self.plan.attacker_is in ("lower_rating", "higher_rating", "random"):
            self.assign(ctx, _by_rating(ctx, self.plan.attacker_is))
        else:
            larger = larger_side(ctx)
            smaller = next(side for side in ctx.game.players if side != larger)
            self.assign(ctx, larger if self.plan.attacker_is == "larger" else smaller)

    def assign(self, ctx: Context, attacker: str) -> None:
        super().assign(ctx, attacker)
        place = self.plan.places["defender"]
        kind = kind_of(place)
        if kind is not None and kind.absent is not None:
            self.remember(ctx, absent=kind.absent(ctx, self.defender(ctx.state), place))
        elif self.plan.outpost:
            self.remember(ctx, absent=absent_models(ctx.game, self.defender(ctx.state), self.plan.outpost))
        self._random_edges(ctx)

    def _random_edges(self, ctx: Context) -> None:
        for side in self.deployment_order(ctx.game, ctx.state):
            if self.place_of(ctx.state, side).random_edge and not self.edge_of(ctx.game, ctx.state, side):
                self.choose_edge(ctx, side, random_edge(ctx, side))

    def choose_edge(self, ctx: Context, side: str, edge: str) -> None:
        if len(ctx.game.players) > 2:
            Scenario.choose_edge(self, ctx, side, edge)
            return
        other = next(name for name in ctx.game.players if name != side)
        self.remember(ctx, edges={side: edge, other: opposite(edge)})

    def role_of(self, state: BattleState, side: str) -> str:
        """The role of a side: attacker or defender, or first or second by the order in which the sides set up."""
        facts = self.facts(state)
        first, second = self.plan.role_names
        if self.plan.roles:
            return first if facts.get("attacker") == side else second
        order = facts.get("order") or ()
        return first if order and order[0] == side else second

    def place_of(self, state: BattleState, side: str) -> Place:
        """The place in which a side sets up."""
        return self.plan.places[self.role_of(state, side)]

    def question(self, game: Game, state: BattleState) -> Question | None:
        facts = self.facts(state)
        if self.plan.roles:
            question = super().question(game, state)
            if question is not None:
                return question
        order = self.deployment_order(game, state)
        if not self.plan.roles and not facts.get("chosen") and not game.scenario.get("together"):
            return Question(order[0], "set_up_first", (("first", "set up first"), ("second", "set up second")))
        for side in order:
            place = self.place_of(state, side)
            if place.has_edge and not self.fixed_zones(game) and not self.edge_of(game, state, side):
                return edge_question(side)
            kind = kind_of(place)
            if kind is not None and kind.question is not None and "quarters" not in facts:
                return kind.question(side)
        for aim in self.aims:
            question = aim.aim_question(game, state)
            if question is not None:
                return question
        return None

    def answered(self, ctx: Context, question: Question, key: str) -> None:
        if question.prompt == "choose_quarter":
            other = next(side for side in ctx.game.players if side != question.side)
            kind = kind_of(self.place_of(ctx.state, question.side))
            self.remember(ctx, quarters={question.side: key, other: (kind.others if kind is not None else FACING)[key]})
        elif question.prompt == "place_counter":
            for aim in self.aims:
                if aim.aim_question(ctx.game, ctx.state) is not None:
                    aim.answered(ctx, question, key)
                    return
        else:
            super().answered(ctx, question, key)

    def area(self, game: Game, state: BattleState, side: str) -> Area:
        fixed = self.fixed_zones(game)
        if fixed:
            return Area(fixed[side])
        place = self.place_of(state, side)
        kind = kind_of(place)
        if kind is not None:
            return kind.area(game, state, side, place)
        if place.any_edges:
            return Area(tuple(strip(game, edge, place.distance) for edge in EDGES))
        edge = self.edge_of(game, state, side)
        return Area((strip(game, edge, place.distance, place.gap) if edge else whole_table(game),))

    def stays_away(self, game: Game, state: BattleState, model_id: str) -> bool:
        part = part_of(game.fighters[model_id])
        if part is not None and (part.absent or part.joins not in ("both", self.role_of(state, model_id[0]))):
            return True
        return super().stays_away(game, state, model_id)

    # -- play ---------------------------------------------------------------------------------------------------------

    def first_side(self, game: Game, state: BattleState) -> str:
        wanted = self.plan.first_turn or ("attacker" if self.plan.roles else "both")
        return next((side for side in game.players if self.role_of(state, side) == wanted), "")

    def turn_start(self, ctx: Context, side: str) -> None:
        needs, from_turn = self.plan.reinforcements
        if needs and self.role_of(ctx.state, side) == "defender":
            reinforce(ctx, side, needs, from_turn)
        if self.plan.outpost > 0 and self.role_of(ctx.state, side) == "defender":
            bring_on_missing(ctx, side, RELIEF_NEEDS, RELIEF_FROM)
        for aim in self.aims:
            aim.turn_start(ctx, side)

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        for aim in self.aims:
            aim.phase_over(ctx, phase, side)

    def watch(self, ctx: Context) -> None:
        for aim in self.aims:
            aim.watch(ctx)

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        return next((found for aim in self.aims if (found := aim.verdict(game, state)) is not None), None)

    def rout_percent(self, game: Game, state: BattleState, side: str) -> int:
        return max((aim.rout_percent(game, state, side) for aim in self.aims), default=ROUT_PERCENT)

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        return next((found for aim in self.aims if (found := aim.turn_end(ctx, side)) is not None), None)

    def at_limit(self, game: Game, state: BattleState, left: tuple[str, ...]) -> Outcome:
        wanted = self.plan.at_limit
        if wanted in self.plan.role_names:
            side = next((side for side in left if self.role_of(state, side) == wanted), "")
            return Outcome((side,) if side else (), "turns_over")
        decider = next((aim for aim in self.aims if aim.decides_limit), None)
        if not wanted and decider is not None:
            return decider.at_limit(game, state, left)
        return super().at_limit(game, state, left)

    # -- afterwards ---------------------------------------------------------------------------------------------------

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        return [award for aim in self.aims for award in aim.awards(game, state)]

    def award_for_victim(self, game: Game, state: BattleState, victim: str) -> str:
        deed = next((deed for aim in self.aims if (deed := aim.award_for_victim(game, state, victim))), "")
        part = part_of(game.fighters[victim])
        counted = {getattr(aim, "figure", "") for aim in self.aims if aim.code == "creatures"}
        return deed or (f"fells_{part.code}" if part is not None and part.code not in counted else "")

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        found: dict[str, Loot] = {side: {} for side in game.players}
        for aim in self.aims:
            for side, brought in aim.loot(game, state).items():
                shards = found[side].get("shards", 0) + brought.get("shards", 0)
                occasions = {**found[side].get("occasions", {}), **brought.get("occasions", {})}
                found[side] |= brought
                if shards:
                    found[side]["shards"] = shards
                if occasions:
                    found[side]["occasions"] = occasions
        winners = state.outcome.winners if state.outcome else ()
        for side in game.players:
            ended = {"winner": 1} if side in winners else {"loser": 1} if winners else {}
            occasions = {**found[side].get("occasions", {}), **ended}
            role = self.role_of(state, side)
            found[side]["occasions"] = occasions | (
                {f"{name}_{role}": count for name, count in occasions.items()} if self.plan.roles else {}
            )
        return found


def _by_rating(ctx: Context, criterion: str) -> str:
    """The side with the lower or higher rating, by `criterion`; chosen by a roll if the ratings are equal or the
    criterion is "random".
    """
    ratings = {side: ctx.game.sides[side].rating for side in ctx.game.players}
    first, second = sorted(ctx.game.players, key=lambda side: ratings[side])
    if criterion == "random" or ratings[first] == ratings[second]:
        return roll_off(ctx, ctx.game.players, about="attacker")[0]
    return first if criterion == "lower_rating" else second


def custom_scenario(data: Any, code: str) -> CustomScenario:
    """Read a scenario from plain data. Raises ValueError when `read_plan` finds errors."""
    plan, faults = read_plan(data)
    if faults:
        raise ValueError(faults[0].sentence)
    return CustomScenario(plan, code)


READERS.add("custom", custom_scenario)
