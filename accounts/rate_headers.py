"""The headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset of API responses.

A request may count towards several limits; the headers describe the one with the fewest requests left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class RateLimit:
    """State of a limit after a request. Requests are possible again in `reset_s` seconds at the latest."""

    limit: int
    remaining: int
    reset_s: int


def note(request: Any, found: RateLimit) -> None:
    """Record a limit that this request counted towards; `request` is Django's or the API's."""
    plain = getattr(request, "_request", request)
    known: RateLimit | None = getattr(plain, "rate_limit", None)
    if known is None or found.remaining <= known.remaining:
        plain.rate_limit = found


def headers_of(request: HttpRequest) -> dict[str, str]:
    """The headers for the response to a request; empty when no limit applied."""
    found: RateLimit | None = getattr(request, "rate_limit", None)
    if found is None:
        return {}
    return {
        "RateLimit-Limit": str(found.limit),
        "RateLimit-Remaining": str(max(0, found.remaining)),
        "RateLimit-Reset": str(found.reset_s),
    }
