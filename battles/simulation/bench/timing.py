"""Measurement of the processor time of this process, with medians and percentiles, so that other processes have little
effect."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time_ns


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of one call, with the garbage collector switched off."""
    gc.collect()
    gc.disable()
    try:
        began = process_time_ns()
        work()
        return (process_time_ns() - began) / 1e9
    finally:
        gc.enable()


def typical(work: Callable[[], object], runs: int, times: int = 1) -> float:
    """Median processor seconds of one call, over `runs` runs of `times` calls each."""

    def many() -> None:
        for _ in range(times):
            work()

    return median(seconds(many) for _ in range(runs)) / times


def each(work: Sequence[Callable[[], object]]) -> list[float]:
    """Processor seconds of every call in order, each measured separately."""
    found = []
    gc.collect()
    gc.disable()
    try:
        for call in work:
            began = process_time_ns()
            call()
            found.append((process_time_ns() - began) / 1e9)
    finally:
        gc.enable()
    return found


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies; 0 if there are no values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
