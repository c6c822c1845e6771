"""Measures whether generated tables are fair: lines of sight and paths from both zones, and winners of mirrored battles
between tactician bots. Every table is played twice with the warbands exchanged, so that a better warband does not
affect the result. Rules: SCN-TABLE-01, LS-TRUE-01, GM-PATH-01"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from battles.engine.dice import PlainDice
from battles.engine.setup_data import ScenarioData, SetupData, SideData
from battles.engine.steps.turn.deployment_faults import ground_fault
from battles.engine.table.generator import generate_data
from battles.engine.table.ground import heights_at
from battles.engine.table.movement.reach import reach
from battles.engine.table.movement.rules import Mover
from battles.engine.table.piece_data import TableData
from battles.engine.table.sight.rays import eye_height, look
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body, Spot
from battles.engine.terrain.generator_mix import extras_for
from battles.simulation.bench import corpus

ZONES = ("near", "far")
RADIUS, HEIGHT = 50, 120
GRID = 400
"""Distance between spots. The first spots have the same distance from both edges."""
TURNS = 24
"""If no side has won by this turn, the battle has no winner."""
STARTS = 2
"""Number of spots in a zone from which paths are measured."""
SCENARIO: ScenarioData = {"code": "skirmish", "max_turns": TURNS}


class Order(NamedTuple):
    """Which tables to measure."""

    size_in: int = 24
    density: str = "club"
    pack: str = "none"


class Share(NamedTuple):
    """How often something happened, as a share, with its standard deviation."""

    times: int
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.times / self.of if self.of else 0.0

    @property
    def error(self) -> float:
        share = self.times / self.of if self.of else 0.0
        return 100 * sqrt(share * (1 - share) / self.of) if self.of else 0.0


class Balance(NamedTuple):
    """A table as seen from one zone: how much of the rest of the table is visible, and how long the paths to the middle
    are."""

    seen: float
    """Share of the pairs of spots (one in the zone, one outside both zones) with at least one clear ray."""
    way: float
    """Mean length in inches of the paths to the spots on the table's middle line."""


def table_data(seed: int, order: Order) -> TableData:
    """The generated table of a seed."""
    extras = extras_for(seed, width_in=order.size_in, length_in=order.size_in, amount=order.pack)
    return generate_data(seed, width_in=order.size_in, length_in=order.size_in, density=order.density, extras=extras)


def balance(table: Table) -> tuple[Balance, Balance]:
    """The values of a table for both zones."""
    spots = list(_spots(table))
    zones = [[spot for spot in spots if _inside(zone.outline, spot)] for zone in table.zones[:2]]
    neutral = [spot for spot in spots if not any(spot in zone for zone in zones)]
    line = [spot for spot in neutral if abs(2 * spot.y - table.length) <= GRID]
    return (
        Balance(_seen(table, zones[0], neutral), _way(table, zones[0], line)),
        # A half turn maps the positions of one zone onto those of the other in reverse order.
        Balance(_seen(table, zones[1], neutral), _way(table, zones[1][::-1], line)),
    )


def _spots(table: Table) -> Iterator[Spot]:
    """Spots where a warrior can stand, on a grid that is the same after half a turn of the table."""
    for x in range(table.width // 2 % GRID, table.width, GRID):
        for y in range(table.length // 2 % GRID, table.length, GRID):
            for z in heights_at(table, x, y):
                if ground_fault(table, Body(x, y, z, RADIUS, HEIGHT)) is None:
                    yield Spot(x, y, z)


def _inside(outline: Sequence[tuple[int, int]], spot: Spot) -> bool:
    xs, ys = [x for x, _y in outline], [y for _x, y in outline]
    return min(xs) <= spot.x <= max(xs) and min(ys) <= spot.y <= max(ys)


def _seen(table: Table, zone: Sequence[Spot], rest: Sequence[Spot]) -> float:
    pairs = [(spot, other) for spot in zone for other in rest]
    seen = sum(
        look(table, (spot.x, spot.y, eye_height(spot.z, HEIGHT)), Body(*other, RADIUS, HEIGHT)).clear > 0
        for spot, other in pairs
    )
    return seen / len(pairs) if pairs else 0.0


def _way(table: Table, zone: Sequence[Spot], line: Sequence[Spot]) -> float:
    """Mean length of the paths from spots on the ground of the zone, spread along it. A spot that cannot be reached
    counts as twice the length of the table."""
    ground = [spot for spot in zone if not spot.z]
    far = 2 * table.length
    lengths: list[int] = []
    for part in range(STARTS):
        start = ground[len(ground) * (2 * part + 1) // (2 * STARTS)] if ground else None
        if start is None:
            continue
        mover = Mover(Body(*start, RADIUS, HEIGHT), 400, far, "walk")
        costs = {tuple(spot): cost for spot, cost in reach(table, mover).spots()}
        lengths += [costs.get(tuple(spot), far) for spot in line if not spot.z]
    return sum(lengths) / len(lengths) / 100 if lengths else 0.0


class Result(NamedTuple):
    """Result of one battle: the zone that won ("" for a tie), and the zone that had the first turn."""

    winner: str
    first: str


def play_pair(seed: int, order: Order, ruleset: str = "core") -> list[Result]:
    """Two battles on one table between two warbands that exchange their zones. The dice are different."""
    table = table_data(seed, order)
    names = corpus.PAIRINGS[seed % len(corpus.PAIRINGS)]
    found = []
    for turn, pair in enumerate((names, names[::-1])):
        sides: list[SideData] = [
            {"name": ZONES[place], "fighters": [fighter.copy() for fighter in corpus.fighters_of_list(name)]}
            for place, name in enumerate(pair)
        ]
        plain = corpus.setup(ruleset, seed, order.size_in)
        setup: SetupData = {**plain, "table": table, "scenario": SCENARIO, "sides": sides}
        battle = corpus.play(setup, PlainDice(2 * seed + turn), "tactician").battle
        assert battle.outcome is not None
        winner = ZONES["ab".index(battle.outcome.winners[0])] if battle.outcome.winners else ""
        found.append(Result(winner, ZONES["ab".index(battle.state.order[0])]))
    return found


def share_of_zone(results: Sequence[Result]) -> Share:
    """How often the near zone won, among the battles with a winner."""
    won = [result.winner for result in results if result.winner]
    return Share(won.count("near"), len(won))


def share_of_first(results: Sequence[Result]) -> Share:
    """How often the side with the first turn won, among the battles with a winner."""
    won = [result for result in results if result.winner]
    return Share(sum(result.winner == result.first for result in won), len(won))
