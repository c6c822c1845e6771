"""Generates ruined streets from a seed. The same arguments always give the same table, fair to both sides. Rule:
SCN-TABLE-01

One half is generated; the other is the same, rotated by half a turn around the middle (point symmetry), so that neither
side has the better ground. It has its own integer random generator (SplitMix64). Hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from battles.engine.table.piece_data import PieceData, TableData
from battles.engine.table.shapes import STOREY, block, deployment, ground, low_wall, rectangle, ruin, turned, walkway
from battles.engine.table.table import Table

DENSITIES = {"low": 20, "club": 40, "dense": 140}
"""Number of houses tried for every hundred plots of 6 by 6 inches in half a table. "dense" places all that fit."""
SMALL = (400, 550)
"""Minimum and maximum side length of the small ruins that fill the gaps of a dense table."""
PLANS = 8
"""Number of layouts generated for a dense table; the one with the least open ground is used."""
LANE = 130
"""Width of the narrowest lane, in hundredths of an inch: wide enough for a base of one inch."""
_STREETS = ("Cooper", "Tanner", "Candle", "Raven", "Saint Marta", "Old Mint", "Fuller", "Hangman", "Glazier", "Copper")
_MASK = (1 << 64) - 1


class SplitMix64:
    """A small integer random generator. Equal seeds give equal sequences on every platform."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def between(self, low: int, high: int, step: int = 1) -> int:
        """One of low, low + step, ... up to high."""
        return low + step * (self.next() % ((high - low) // step + 1))

    def chance(self, percent: int) -> bool:
        return self.next() % 100 < percent


class Extra(NamedTuple):
    """An object that is placed before the houses, in hundredths of an inch: its width and depth, the ground kept free
    around it, and a function that builds it with its lower left corner at (x, y).
    """

    width: int
    depth: int
    gap: int
    draw: Callable[[int, int], PieceData]


@dataclass
class _Plot:
    x: int
    y: int
    width: int
    depth: int

    def near(self, other: _Plot, gap: int) -> bool:
        return (
            self.x < other.x + other.width + gap
            and other.x < self.x + self.width + gap
            and self.y < other.y + other.depth + gap
            and other.y < self.y + self.depth + gap
        )

    def turned(self, width: int, length: int) -> _Plot:
        return _Plot(width - self.x - self.width, length - self.y - self.depth, self.width, self.depth)


@dataclass
class _Town:
    width: int
    length: int
    random: SplitMix64
    taken: list[_Plot] = field(default_factory=list)
    pieces: list[PieceData] = field(default_factory=list)

    def area(self) -> int:
        """The area of the ground that can be built on."""
        return sum(plot.width * plot.depth for plot in self.taken)

    def free(self, plot: _Plot, gap: int) -> bool:
        if (
            plot.x < 50
            or plot.y < 50
            or plot.x + plot.width > self.width - 50
            or plot.y + plot.depth > self.length - 50
        ):
            return False
        twin = plot.turned(self.width, self.length)
        return not plot.near(twin, gap) and not any(plot.near(other, gap) for other in self.taken)

    def take(self, plot: _Plot, *built: PieceData) -> None:
        """Build on a plot, and build the same on the plot rotated by half a turn."""
        self.taken += [plot, plot.turned(self.width, self.length)]
        self.add(*built)

    def add(self, *built: PieceData) -> None:
        for data in built:
            number = len(self.pieces) // 2 + 1
            self.pieces.append({**data, "id": f"{data['kind']}-{number}a"})
            self.pieces.append(turned(data, f"{data['kind']}-{number}b", self.width, self.length))

    def find(self, width: int, depth: int, gap: int, tries: int = 40) -> _Plot | None:
        for _ in range(tries):
            x = self.random.between(50, max(50, self.width - width - 50), 50)
            y = self.random.between(50, max(50, self.length // 2 - depth // 2), 50)
            plot = _Plot(x, y, width, depth)
            if self.free(plot, gap):
                return plot
        return None

    def gap(self, width: int, depth: int, gap: int) -> _Plot | None:
        """The first free plot, starting at a random one. Plots are tried in steps of an inch."""
        columns, rows = (self.width - width) // 100, (self.length // 2 + depth // 2) // 100
        count = columns * rows
        first = self.random.next() % count
        for number in range(first, first + count):
            plot = _Plot(50 + number % columns * 100, 50 + number // columns % rows * 100, width, depth)
            if self.free(plot, gap):
                return plot
        return None


def generate_data(
    seed: int, *, width_in: int = 48, length_in: int = 48, density: str = "club", extras: Sequence[Extra] = ()
) -> TableData:
    """Plain data of a ruined quarter: `width_in`, `length_in` 24 to 48 inches, `density` low, club or dense.

    Each of the `extras` is placed twice if there is room, otherwise left out. Raises ValueError for another size or
    density.
    """
    if not (24 <= width_in <= 48 and 24 <= length_in <= 48):
        raise ValueError("A generated table measures 24 to 48 inches a side.")
    if density not in DENSITIES:
        raise ValueError(f"Density is one of: {', '.join(DENSITIES)}.")
    width, length = width_in * 100, length_in * 100
    random = SplitMix64(seed * 1_000_003 + width_in * 101 + length_in * 7 + len(density))
    plans = PLANS if density == "dense" else 1
    town = max((_built(width, length, random, density, extras) for _ in range(plans)), key=_Town.area)
    for _ in range(max(4, width_in * length_in // 120)):
        _scatter(town)
    street = _STREETS[SplitMix64(seed).next() % len(_STREETS)]
    return {
        "version": 1,
        "name": f"{street} Street",
        "width": width,
        "length": length,
        "ground": "open",
        "pieces": town.pieces,
        "zones": deployment(width, length),
    }


def _built(width: int, length: int, random: SplitMix64, density: str, extras: Sequence[Extra]) -> _Town:
    """A town with its houses. A dense one has small ruins in every gap."""
    town = _Town(width, length, random)
    for extra in extras:
        plot = town.find(extra.width, extra.depth, extra.gap, tries=200)
        if plot:
            town.take(plot, extra.draw(plot.x, plot.y))
    houses = max(2, width * length * DENSITIES[density] // (2 * 36 * 1_000_000))
    for _ in range(houses):
        _house(town)
    if density == "dense":
        while _hovel(town):
            pass
    return town


def generate(seed: int, *, width_in: int = 48, length_in: int = 48, density: str = "club") -> Table:
    """The compiled table of `generate_data`."""
    return Table.from_data(generate_data(seed, width_in=width_in, length_in=length_in, density=density))


def _house(town: _Town) -> None:
    """Build a ruin, often with a neighbour across an alley, connected by a walkway or a gap that can be jumped."""
    random = town.random
    width, depth = random.between(450, 800, 50), random.between(450, 700, 50)
    if random.chance(45):
        second, alley = random.between(400, 600, 50), random.between(150, 250, 50)
        plot = town.find(width + alley + second, depth, 200)
        if plot:
            east = _ruin_on(random, plot.x, plot.y, width, depth, open_side="east")
            west = _ruin_on(random, plot.x + width + alley, plot.y, second, depth, open_side="west")
            built = [east, west]
            if random.chance(55):
                y = plot.y + random.between(50, depth - 200, 50)
                built.append(walkway("", "Planks", plot.x + width, y, alley, 150))
            town.take(plot, *built)
            return
    plot = town.find(width, depth, 200)
    if plot:
        town.take(plot, _ruin_on(random, plot.x, plot.y, width, depth, open_side=""))


def _hovel(town: _Town) -> bool:
    """Build a small ruin in a gap between larger ones, with a narrow lane around it. Returns False when there is no gap
    left.
    """
    random = town.random
    width, depth = random.between(*SMALL, 50), random.between(*SMALL, 50)
    plot = town.gap(width, depth, LANE) or town.gap(SMALL[0], SMALL[0], LANE)
    if plot is None:
        return False
    town.take(plot, _ruin_on(random, plot.x, plot.y, plot.width, plot.depth, open_side=""))
    return True


def _ruin_on(random: SplitMix64, x: int, y: int, width: int, depth: int, *, open_side: str) -> PieceData:
    """A ruin of two or three storeys, with a floor at 3 inches, a ladder to it and walls broken at different
    heights.
    """
    sides = ("south", "east", "north", "west")
    heights = [STOREY if side == open_side else (STOREY, STOREY, 450, 600, 90)[random.next() % 5] for side in sides]
    doors = [side for side in sides if random.chance(45)] or [sides[random.next() % 4]]
    if not any(h >= STOREY and side in doors for h, side in zip(heights, sides, strict=True)):
        heights[sides.index(doors[0])] = STOREY
    deck = max(250, width * random.between(45, 65, 5) // 100 // 10 * 10)
    to_west = open_side == "west" or (open_side == "" and random.chance(50))
    floors = [[0 if to_west else width - deck, 0, deck, depth, STOREY]]
    rim = deck if to_west else width - deck
    at = random.between(120, depth - 120, 10)
    out, inn = (rim + 30, rim - 40) if to_west else (rim - 30, rim + 40)
    ladders = [[out, at, 0, inn, at, STOREY]]
    if random.chance(35) and width >= 550:
        loft = deck - 150
        if loft >= 250:
            floors.append([0 if to_west else width - loft, 0, loft, depth, 2 * STOREY])
            top = loft if to_west else width - loft
            again = depth - at if abs(depth - 2 * at) > 60 else at
            out, inn = (top + 30, top - 40) if to_west else (top - 30, top + 40)
            ladders.append([out, again, STOREY, inn, again, 2 * STOREY])
    return ruin("", "Ruined house", x, y, width, depth, heights, doors=doors, floors=floors, ladders=ladders)


def _scatter(town: _Town) -> None:
    """Place small objects between the houses: low walls, fences, crates, rubble, bushes, a well."""
    random = town.random
    pick = random.next() % 8
    if pick < 3:
        run, along = random.between(200, 500, 50), random.chance(50)
        plot = town.find(run + 40 if along else 40, 40 if along else run + 40, 120)
        if plot:
            a = (plot.x + 20, plot.y + 20)
            b = (a[0] + run, a[1]) if along else (a[0], a[1] + run)
            soft = pick == 2
            name = "Fence" if soft else "Low wall"
            town.take(plot, low_wall("", name, a, b, 70 if soft else 80, soft=soft))
    elif pick < 6:
        size = random.between(150, 350, 50)
        plot = town.find(size, size, 110)
        if plot:
            corner = size // 4
            x, y = plot.x, plot.y
            outline = [[x + corner, y], [x + size, y], [x + size, y + size - corner], [x + size - corner, y + size]]
            outline += [[x, y + size], [x, y + corner]]
            if pick == 5:
                town.take(plot, ground("", "bushes", "Bushes", outline, "difficult"))
            else:
                town.take(plot, ground("", "rubble", "Rubble", outline, "difficult"))
    else:
        plot = town.find(100, 100, 120)
        if plot:
            kind, name, top = ("crates", "Crates", 80) if pick == 6 else ("well", "Well", 95)
            town.take(plot, block("", kind, name, rectangle(plot.x, plot.y, 100, 100), top))
