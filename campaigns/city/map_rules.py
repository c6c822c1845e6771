"""Maps for leagues: districts with corners, borders and income. A map file has this form.

{"code", "name", "about", "width", "height", "corners": {name: [x, y]}, "districts": [{"code", "name", "corners": [...],
"effect": {"gold_gc": n, "shards": n}}], "bridges": [[district, district]], "waters": [[corner, ...]]} Two districts
border each other when they share two adjacent corners, or a bridge joins them. Rule: LG-MAP-01
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[int, int]


class BadMap(ValueError):
    """The file is not a valid map; the message states the reason."""


@dataclass(frozen=True, slots=True)
class District:
    """A district of the map. `points` are in units of the SVG; `label` is the position of its name."""

    code: str
    name: str
    points: tuple[Point, ...]
    label: Point
    gold_gc: int
    shards: int


@dataclass(frozen=True, slots=True)
class CityMap:
    """A whole map. `borders` lists the neighbours of each district."""

    code: str
    name: str
    about: str
    width: int
    height: int
    districts: Mapping[str, District]
    borders: Mapping[str, frozenset[str]]
    waters: tuple[tuple[Point, ...], ...]
    bridges: tuple[tuple[Point, Point], ...]


def map_from(data: Mapping[str, Any]) -> CityMap:
    """The map in a file. Raises BadMap with the reason."""
    try:
        corners = {name: (int(x), int(y)) for name, (x, y) in data["corners"].items()}
        districts = {district["code"]: _district(district, corners) for district in data["districts"]}
        sides = {district["code"]: _edges(district["corners"]) for district in data["districts"]}
        bridges = [(str(first), str(other)) for first, other in data.get("bridges", [])]
        waters = tuple(tuple(corners[name] for name in water) for water in data.get("waters", []))
        size = int(data["width"]), int(data["height"])
        heading = str(data["code"]), str(data["name"]), str(data["about"])
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise BadMap(f"not a map: {wrong!r}") from wrong
    if len(districts) != len(data["districts"]):
        raise BadMap("two districts have the same code")
    lost = {code for bridge in bridges for code in bridge} - set(districts)
    if lost:
        raise BadMap(f"bridges lead to unknown districts: {sorted(lost)}")
    joined = {frozenset(bridge) for bridge in bridges}
    borders = {
        district: frozenset(
            other
            for other in districts
            if other != district and (sides[district] & sides[other] or frozenset((district, other)) in joined)
        )
        for district in districts
    }
    alone = sorted(code for code, others in borders.items() if not others)
    if alone and len(districts) > 1:
        raise BadMap(f"nothing borders {alone}")
    drawn = tuple((districts[first].label, districts[other].label) for first, other in bridges)
    return CityMap(*heading, *size, districts, borders, waters, drawn)


def _district(data: Mapping[str, Any], corners: Mapping[str, Point]) -> District:
    points = tuple(corners[name] for name in data["corners"])
    if len(points) < 3:
        raise BadMap(f"{data['code']} has fewer than three corners")
    label = (sum(x for x, _y in points) // len(points), sum(y for _x, y in points) // len(points))
    effect = data.get("effect", {})
    return District(
        data["code"], data["name"], points, label, int(effect.get("gold_gc", 0)), int(effect.get("shards", 0))
    )


def _edges(names: Iterable[str]) -> set[frozenset[str]]:
    listed = list(names)
    return {frozenset((first, other)) for first, other in zip(listed, [*listed[1:], listed[0]], strict=True)}


def in_reach(city: CityMap, held: Collection[str]) -> frozenset[str]:
    """Districts that the holder of the districts `held` may fight for: their neighbours, or any district if `held` is
    empty."""
    if not held:
        return frozenset(city.districts)
    near = frozenset(other for code in held if code in city.borders for other in city.borders[code])
    return near - frozenset(held)


def holders(taken: Iterable[tuple[str, int | None]], districts: Collection[str]) -> dict[str, int]:
    """District -> holder, from (district, entry) pairs in the order they happened; an entry of None removes the
    holder."""
    found: dict[str, int] = {}
    for district, entry in taken:
        if district not in districts:
            continue
        if entry is None:
            found.pop(district, None)
        else:
            found[district] = entry
    return found
