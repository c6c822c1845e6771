"""Who sends a request, and in which form: shared by the views of this app."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


def current_user(request: HttpRequest) -> User | None:
    """The signed-in user or guest, or None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def wants_json(request: HttpRequest) -> bool:
    """Whether a script sent the request."""
    return request.headers.get("Accept", "").startswith("application/json")


def number(text: str, default: int = 0) -> int:
    """A whole number from a query string, or the default."""
    return int(text) if text.isdigit() and len(text) < 9 else default
