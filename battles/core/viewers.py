"""Who asks, and how: shared by the views of this room."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


def person(request: HttpRequest) -> User | None:
    """The signed-in person or guest, or None for a visitor without a seat."""
    return request.user if isinstance(request.user, User) else None


def wants_json(request: HttpRequest) -> bool:
    """Did a script ask?"""
    return request.headers.get("Accept", "").startswith("application/json")
