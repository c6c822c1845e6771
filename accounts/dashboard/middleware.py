"""Middleware that keeps the number of dashboard lines correct after each of a user's own actions."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.dashboard.lines import clear_count

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


class WaitingCountMiddleware:
    """Clears the user's cached count after each request that may have changed something, on pages and in the API.
    A request that is refused has changed nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        may_have_changed = request.method not in SAFE and not 400 <= response.status_code < 500
        if may_have_changed and getattr(request, "user", None) is not None:
            clear_count(request.user.pk)
        return response
