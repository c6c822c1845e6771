"""Interface of a scenario: deployment, first turn, objectives, end, rewards.

A scenario is one object registered under its code (`registry`). It has no state of its own: what changes is in
`state.marks` under the keys `scenario` (roles, edges, objectives) and `token:<n>` (objects on the table), and in the
score of each side.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from battles.engine.events import Marked, Rolled
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.roll_offs import roll_off
from battles.engine.scenarios.areas import EDGES, Area, opposite, strip, whole_table
from battles.engine.scenarios.loot import Loot
from battles.engine.state import FLEEING, STANDING, BattleState, Outcome
from battles.engine.table.vectors import Polygon
from battles.engine.traits import Flag, Values

REROLLS_START = Values("rerolls_start", lambda given: tuple(map(str, given["rolls"])))
TUNNELS = Flag("tunnel_deployment")
ROUT_PERCENT = 25
"""Percentage of a side that must be lost before it takes rout tests, unless a scenario states another. Rule:
PSY-ROUT-01
"""


class Question(NamedTuple):
    """A decision of a side during set-up."""

    side: str
    prompt: str
    choices: tuple[tuple[str, str], ...]
    """(key, English label); pages translate by prompt and key."""


class Award(NamedTuple):
    """Experience earned by a warrior: the model, the amount, and a code of `awards.WORDS`."""

    who: str
    amount: int
    code: str


def edge_question(side: str) -> Question:
    """The decision about a side's table edge."""
    return Question(side, "choose_edge", tuple((edge, f"the {edge} edge") for edge in EDGES))


def is_able(state: BattleState, model_id: str) -> bool:
    """Whether a model is on the table, standing and not fleeing."""
    model = state.models[model_id]
    return not model.gone and model.posture == STANDING and not model.flags & FLEEING


def random_edge(ctx: Context, side: str) -> str:
    """A table edge by one D6: 1 to 4 in the order of `EDGES`; 5 and 6 are rolled again."""
    while True:
        face = ctx.dice.face("die")
        ctx.emit(Rolled("die", side, (face,), rule="SCN-EDGE-01", about="edge"))
        if face <= 4:
            return EDGES[face - 1]


def start_roll_off(ctx: Context, sides: tuple[str, ...], what: str) -> tuple[str, ...]:
    """The roll-off for setting up or for the first turn. Rule: DICE-ROLLOFF-01

    A losing side with the trait `rerolls_start` (a compass or a horn) repeats the whole roll-off once. If several sides
    have the trait, none of them may.
    """
    order = roll_off(ctx, sides, about=what)
    owners = {
        model_id[0]
        for model_id, fighter in ctx.fighters.items()
        if any(what in rolls for rolls in REROLLS_START.of(fighter))
    }
    if len(owners) == 1 and order[0] not in owners:
        ctx.note("rerolled", next(iter(owners)), detail=what, rule="DICE-REROLL-01")
        order = roll_off(ctx, sides, about=what)
    return order


def facts_of(state: BattleState) -> dict[str, Any]:
    """Facts that the scenario stored in this battle: plain values, whose keys each scenario chooses."""
    facts: dict[str, Any] = state.marks.get("scenario", {})
    return facts


class Scenario:
    """A plain battle: opposite edges, roll-off for the first turn, over when only one side is left.

    Other scenarios override parts of it.
    """

    code = "skirmish"
    name = "Skirmish"
    depth = 800
    """Depth of the zones along the two edges."""
    rout_tests = True
    max_turns = 0
    """Number of the last turn; 0 for no limit."""
    sides = (2, 8)
    """Minimum and maximum number of sides."""
    uses_table_zones = True
    """Whether the scenario uses the deployment zones that are drawn on the table."""
    has_objective = False
    """Whether the scenario names a building in the middle (the fact `building`) near which a side may set up."""
    decides_limit = False
    """Whether the scenario itself decides the winner after the last turn, instead of the score."""
    winner_chooses = True
    """Whether the winner of the roll-off may choose to set up second."""

    @property
    def aims(self) -> tuple[Scenario, ...]:
        """The scenarios whose objectives decide the battle: a printed one itself, for a custom one its aims."""
        return (self,)

    # -- deployment ---------------------------------------------------------------------------------------------------

    def prepare(self, ctx: Context) -> None:
        """Prepare roles, edges, tokens and reserves. Called once, before deployment."""
        facts = self.facts(ctx.state)
        if "order" not in facts:
            self.remember(ctx, order=list(start_roll_off(ctx, ctx.game.players, "deployment")))

    def lay_out(self, ctx: Context) -> None:
        """Place the objectives and roll their dice; part of `prepare`."""

    def aim_question(self, game: Game, state: BattleState) -> Question | None:
        """The next decision about the objectives, such as where they are placed; None if there is none."""
        return None

    def question(self, game: Game, state: BattleState) -> Question | None:
        """The next decision needed before deployment can continue: which side is first, and on which edge."""
        order = self.deployment_order(game, state)
        facts = self.facts(state)
        if self.winner_chooses and not facts.get("chosen") and len(order) == 2 and not game.scenario.get("together"):
            return Question(order[0], "set_up_first", (("first", "set up first"), ("second", "set up second")))
        if not self.fixed_zones(game) and not self.edge_of(game, state, order[0]):
            return edge_question(order[0])
        return None

    def answered(self, ctx: Context, question: Question, key: str) -> None:
        """Store the answer to a decision."""
        if question.prompt == "set_up_first":
            order = self.deployment_order(ctx.game, ctx.state)
            self.remember(ctx, chosen=True, order=list(order if key == "first" else order[::-1]))
        elif question.prompt == "choose_edge":
            self.choose_edge(ctx, question.side, key)

    def choose_edge(self, ctx: Context, side: str, edge: str) -> None:
        """Assign an edge to a side. In a game with two sides, the other one gets the opposite edge."""
        edges = {**self.facts(ctx.state).get("edges", {}), side: edge}
        others = [other for other in self.deployment_order(ctx.game, ctx.state) if other not in edges]
        free = [opposite(edge), *(name for name in EDGES if name not in (edge, opposite(edge)))]
        edges.update(dict(zip(others, free, strict=False)))
        self.remember(ctx, edges=edges)

    def deployment_order(self, game: Game, state: BattleState) -> tuple[str, ...]:
        """The sides in the order in which they set up."""
        order = self.facts(state).get("order")
        return tuple(order) if order else game.players

    def area(self, game: Game, state: BattleState, side: str) -> Area:
        """Where the side may set up."""
        fixed = self.fixed_zones(game)
        if side in fixed:
            return Area(fixed[side])
        edge = self.edge_of(game, state, side)
        return Area((strip(game, edge, self.depth),)) if edge else Area((whole_table(game),))

    def stays_away(self, game: Game, state: BattleState, model_id: str) -> bool:
        """Whether a warrior is not set up at the start and arrives later."""
        below = TUNNELS.of(game.fighters[model_id])
        return below or model_id in self.facts(state).get("absent", ())

    def fixed_zones(self, game: Game) -> dict[str, tuple[Polygon, ...]]:
        """Zones that the setup or the table defines for every side: `{side: outlines}`, empty unless all sides have
        one.

        The setup's `deployment` gives a zone code of the table or an edge; without it, the table's zones with the
        numbers of the sides are used.
        """
        zones: dict[str, tuple[Polygon, ...]] = {}
        named = game.scenario.get("deployment") or {}
        by_code = {zone.code: zone.outline for zone in game.table.zones}
        for number, side in enumerate(game.players):
            code = named.get(side)
            if code in by_code:
                zones[side] = (by_code[code],)
            elif code in EDGES:
                zones[side] = (strip(game, code, self.depth),)
            elif not named and self.uses_table_zones:
                outlines = tuple(zone.outline for zone in game.table.zones if zone.side == number)
                if outlines:
                    zones[side] = outlines
        return zones if len(zones) == len(game.players) else {}

    # -- play ---------------------------------------------------------------------------------------------------------

    def turn_order(self, ctx: Context) -> tuple[str, ...]:
        """The sides in turn order. Rules: TURN-ALT-01, ALLY-MULTI-01"""
        sides = ctx.game.players
        first = ctx.game.scenario.get("first", "") or self.first_side(ctx.game, ctx.state)
        if first in sides:
            start = sides.index(first)
            return sides[start:] + sides[:start]
        return start_roll_off(ctx, sides, "turn")

    def first_side(self, game: Game, state: BattleState) -> str:
        """The side that has the first turn without a roll-off, or ""."""
        return ""

    def turn_start(self, ctx: Context, side: str) -> None:
        """Called at the start of a side's turn, for example for reinforcements."""

    def phase_over(self, ctx: Context, phase: str, side: str) -> None:
        """Called at the end of a phase of a side's turn."""

    def watch(self, ctx: Context) -> None:
        """Called after every command and phase: tokens picked up and dropped, models that leave.

        A second call must change nothing.
        """

    def verdict(self, game: Game, state: BattleState) -> Outcome | None:
        """The result, if the scenario's own conditions end the battle; None while it continues."""
        return None

    def rout_percent(self, game: Game, state: BattleState, side: str) -> int:
        """Percentage of a side that must be lost before it takes rout tests. Rule: PSY-ROUT-01"""
        return ROUT_PERCENT

    def turn_end(self, ctx: Context, side: str) -> Outcome | None:
        """The result, if a condition that is checked only at the end of a side's turn ends the battle."""
        return None

    def at_limit(self, game: Game, state: BattleState, left: tuple[str, ...]) -> Outcome:
        """The winners after the last turn: the side with the highest score of those left; a draw between equals."""
        scores = {side: state.sides[side].score for side in left}
        best = max(scores.values(), default=0)
        winners = tuple(side for side, score in scores.items() if score == best)
        return Outcome(winners if len(winners) == 1 else (), "turns_over")

    def goal(self, game: Game, state: BattleState, model_id: str) -> tuple[int, int] | None:
        """Where the objective is for this model, used by bots; None if it has none."""
        return None

    # -- afterwards ---------------------------------------------------------------------------------------------------

    def awards(self, game: Game, state: BattleState) -> list[Award]:
        """Experience for this scenario's own achievements, apart from survival, winning and enemies put out of
        action.
        """
        return []

    def award_for_victim(self, game: Game, state: BattleState, victim: str) -> str:
        """The award's code for taking this model out of action, or ""."""
        return ""

    def loot(self, game: Game, state: BattleState) -> dict[str, Loot]:
        """What each side brings home: `{side: {"shards": n, ...}}`. Dice of the loot are rolled in the aftermath."""
        return {}

    # -- facts --------------------------------------------------------------------------------------------------------

    facts = staticmethod(facts_of)

    def remember(self, ctx: Context, **facts: Any) -> None:
        """Add to the facts that the scenario stores."""
        ctx.emit(Marked("scenario", {**self.facts(ctx.state), **facts}))

    def edge_of(self, game: Game, state: BattleState, side: str) -> str:
        """The side's table edge, or ""."""
        edges = self.facts(state).get("edges", {})
        if side in edges:
            return str(edges[side])
        named = (game.scenario.get("deployment") or {}).get(side, "")
        return named if named in EDGES else ""

    def home_edge(self, game: Game, state: BattleState, side: str) -> str:
        """The edge on which a side set up. Where the table defines zones, it follows from the zone's position."""
        edge = self.edge_of(game, state, side)
        fixed = self.fixed_zones(game)
        if edge or side not in fixed:
            return edge
        xs = [x for outline in fixed[side] for x, _ in outline]
        ys = [y for outline in fixed[side] for _, y in outline]
        gaps = {
            "south": min(ys), "west": min(xs), "north": game.table.length - max(ys), "east": game.table.width - max(xs),
        }  # fmt: skip
        shape = max(xs) - min(xs) >= max(ys) - min(ys)
        return min(gaps, key=lambda name: (gaps[name], (name in ("south", "north")) != shape))
