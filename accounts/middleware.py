"""Shows times in the reader's own time zone."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from accounts.models import User


class ReaderSettingsMiddleware:
    """Reads the session's user only when a session cookie came along, so that public pages cost no query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.session.session_key:
            return self.get_response(request)
        user = request.user
        if not isinstance(user, User) or user.timezone == "UTC":
            return self.get_response(request)
        try:
            zone = zoneinfo.ZoneInfo(user.timezone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return self.get_response(request)
        with timezone.override(zone):
            return self.get_response(request)
