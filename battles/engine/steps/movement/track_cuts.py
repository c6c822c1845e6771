"""Parts of tracks: points along them, and shorter tracks. Lengths in hundredths of an inch, as seen from above."""

from __future__ import annotations

from math import ceil, hypot

from battles.engine.steps.movement.tracks import Leg, Track
from battles.engine.table.vectors import round_half_up


def plan_length(track: Track) -> float:
    """Length of a track as seen from above."""
    total = 0.0
    x, y, _ = track.start
    for leg in track.legs:
        total += hypot(leg.x - x, leg.y - y)
        x, y = leg.x, leg.y
    return total


def point_at(track: Track, arc: float) -> tuple[float, float, int]:
    """The point at a length along a track, with the height of the start of its leg."""
    ax, ay, az = track.start
    left = arc
    for leg in track.legs:
        length = hypot(leg.x - ax, leg.y - ay)
        if length and left < length:
            share = left / length
            return ax + (leg.x - ax) * share, ay + (leg.y - ay) * share, az
        left -= length
        ax, ay, az = leg.x, leg.y, leg.z
    return float(ax), float(ay), az


def cut_at(track: Track, arc: float, foot: int | None = None) -> Track:
    """The part of a track up to a length along it. The cost of the last leg is in proportion, rounded up.

    `foot` is the height at which the leg is cut; the default is that of its start.
    """
    legs: list[Leg] = []
    left = arc
    ax, ay, az = track.start
    for leg in track.legs:
        length = hypot(leg.x - ax, leg.y - ay)
        if left >= length - 1e-6:
            legs.append(leg)
            left -= length
            ax, ay, az = leg.x, leg.y, leg.z
            continue
        if left > 1e-6:
            share = left / length
            x, y = round_half_up(ax + (leg.x - ax) * share), round_half_up(ay + (leg.y - ay) * share)
            z = az if foot is None else foot
            legs.append(leg._replace(x=x, y=y, z=z, rise=z - az, cost=ceil(leg.cost * share - 1e-6)))
        break
    return of_legs(track, legs)


def of_legs(track: Track, legs: list[Leg]) -> Track:
    """A shorter track of these first legs, with the checks that belong to them."""
    checks = tuple(check for check in track.checks if check.leg < len(legs))
    return Track(track.start, tuple(legs), sum(leg.cost for leg in legs), checks)
