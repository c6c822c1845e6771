"""Middleware that shows times in the reader's time zone and lets guests open the sign-up and sign-in pages."""

import zoneinfo
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from accounts.models import User

# Pages of allauth that redirect signed-in users, or that begin a sign-in.
SIGN_IN_PAGES = frozenset(
    {
        "account_login",
        "account_signup",
        "account_signup_by_passkey",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "account_request_login_code",
        "account_confirm_login_code",
        "mfa_login_webauthn",
        "mfa_signup_webauthn",
        "mfa_authenticate",
    }
)
OPEN_TO_GUESTS = SIGN_IN_PAGES | {"account_logout", "account_inactive"}


class ReaderSettingsMiddleware:
    """Activates the user's settings. Loads the user only if the request has a session cookie, so that public pages need
    no query."""

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


class GuestSignInMiddleware:
    """Treats a guest as a visitor on the sign-up and sign-in pages, where allauth would redirect a signed-in user.

    `request.guest_user_id` holds the guest's row for the adapter. Pages that manage an account (password, keys, email)
    redirect a guest to sign-up instead.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: Any, kwargs: Any) -> HttpResponse | None:
        name = (request.resolver_match.url_name if request.resolver_match else None) or ""
        if not name.startswith(("account_", "mfa_")) or not request.session.session_key:
            return None
        user = request.user
        if not isinstance(user, User) or not user.is_guest:
            return None
        if name not in OPEN_TO_GUESTS:
            return redirect("account_signup")
        if name in SIGN_IN_PAGES:
            visitor = AnonymousUser()

            async def auser() -> AnonymousUser:
                return visitor

            request.guest_user_id = user.pk  # type: ignore[attr-defined]
            request.user = visitor
            request.auser = auser  # type: ignore[method-assign, assignment]
        return None
