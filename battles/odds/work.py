"""Limits for the work of requests for odds, counted in explored states: for each request, and for each client address.
A state takes about the same time everywhere (`battles/engine/odds/budget.py`), so a limit of states is a limit of
processor time. docs/figures.md has the measured time of a state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest

from accounts.limits import reserved

REQUEST_STATES: Final = 30_000
"""Maximum number of states that all computations of one request may explore together."""
FIXED_STATES: Final = 1_000
"""What the rest of a request costs (parsing it, rendering the page), in states."""

_explored: ContextVar[int] = ContextVar("explored", default=0)


class RequestBudget:
    """The states that the computations of one request share. In `spent`, results from the cache count like new ones, so
    that the same request always gets the same response. `fresh` are the states that were really explored for this
    request."""

    def __init__(self) -> None:
        self.spent = 0
        self.fresh = 0

    @property
    def left(self) -> int:
        return max(0, REQUEST_STATES - self.spent)

    def share(self, most: int) -> int:
        """How many states the next computation may explore; at least 1."""
        return max(1, min(most, self.left))

    def charge(self, states: int) -> None:
        """Count the states of a result."""
        self.spent += states


def record_explored(states: int) -> None:
    """Record that this many states were really explored. Results from a cache do not count."""
    _explored.set(_explored.get() + states)


@contextmanager
def charged_to(work: RequestBudget) -> Iterator[None]:
    """Add the states that are explored in the `with` block to the work of a request."""
    before = _explored.get()
    try:
        yield
    finally:
        work.fresh += _explored.get() - before


@contextmanager
def limited_budget(request: HttpRequest) -> Iterator[RequestBudget]:
    """The work of a request, counted against the limit of the client address. Raises RateLimitExceeded."""
    work = RequestBudget()
    with reserved(request, "odds", FIXED_STATES + REQUEST_STATES) as reservation:
        try:
            yield work
        finally:
            reservation.used = FIXED_STATES + work.fresh
