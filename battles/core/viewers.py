"""Helpers for views of this app: who sent the request, and in which form."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


def current_user(request: HttpRequest) -> User | None:
    """The signed-in user or guest; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def wants_json(request: HttpRequest) -> bool:
    """Whether a script sent the request and expects JSON."""
    return request.headers.get("Accept", "").startswith("application/json")


def number(text: str, default: int = 0) -> int:
    """The whole number in a query parameter, or the default."""
    return int(text) if text.isdigit() and len(text) < 9 else default
