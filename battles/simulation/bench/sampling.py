"""Where the processor time of random battles goes: a sample of the call stack every few milliseconds."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from battles.engine.dice import PlainDice
from battles.engine.setup import forget_tables
from battles.simulation.bench.corpus import play, setup

BATTLES = 12
INTERVAL = 0.002
"""Seconds of processor time between samples; the system may make it longer."""
PARTS = {
    "routes of failed charges": ("note_shortfall",),
    "other routes of charges": ("route_to",),
    "random walks": ("random_path",),
    "lines of sight": ("look", "is_wholly_clear", "is_out_of_sight"),
    "reach": ("reach",),
}
"""Parts of the work by functions on the stack; the first that matches gets the sample."""


@contextmanager
def sampled(found: Counter[str]) -> Iterator[None]:
    """Count samples by part while the block runs. Only for the main thread."""

    def note(_: int, frame: FrameType | None) -> None:
        names = set()
        while frame is not None:
            names.add(frame.f_code.co_name)
            frame = frame.f_back
        found[
            next((part for part, functions in PARTS.items() if names.intersection(functions)), "everything else")
        ] += 1

    before = signal.signal(signal.SIGPROF, note)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def shares(ruleset: str, battles: int = BATTLES) -> dict[str, float]:
    """The share of each part in the time of random battles on new tables, from 0 to 1; empty without a sample."""
    found: Counter[str] = Counter()
    for seed in range(1, battles + 1):
        data = setup(ruleset, seed)
        forget_tables()
        with sampled(found):
            play(data, PlainDice(seed))
    return {part: found[part] / found.total() for part in (*PARTS, "everything else")} if found else {}
