"""The worked cases of the site, read once for all tests of a process."""

from __future__ import annotations

import functools
from pathlib import Path

from battles.simulation.conformance.case import Case
from battles.simulation.conformance.schema import load

FOLDER = Path(__file__).resolve().parents[3] / "engine" / "conformance"


@functools.cache
def every_case() -> tuple[Case, ...]:
    """In the order of their files."""
    return tuple(load([str(FOLDER)]))
