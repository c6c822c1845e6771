"""The page to close an account: explains what will happen, and does it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.deletion import services
from accounts.models import User
from mordheim_site.refusals import Refusal

TRIES_AN_HOUR = 10


class TooManyAttempts(Refusal):
    code = "too_many_tries"
    message = gettext_lazy("Too many attempts. Try again in an hour. Nothing was changed.")
    status = 429


@sensitive_post_parameters("proof")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def close(request: HttpRequest) -> HttpResponse:
    """Explain what closing means. A POST with the password (or the user's name if the account has no password) closes
    the account."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        raise services.GuestHasNoAccount
    wrong = ""
    if request.method == "POST":
        if limits.counted(f"closing:{user.pk}", 3600) > TRIES_AN_HOUR:
            raise TooManyAttempts
        if _proven(user, request.POST.get("proof", "")[:4096]):
            services.close(user_id=user.pk, now=timezone.now())
            logout(request)
            messages.success(
                request, _("Your account is closed. Sign in within fourteen days if you change your mind.")
            )
            return redirect("accounts:front")
        wrong = (
            _("The password is wrong. Nothing was changed.")
            if user.has_usable_password()
            else _("The name does not match. Nothing was changed.")
        )
    context = {
        "obstacles": services.obstacles_of(user),
        "asks_password": user.has_usable_password(),
        "wrong": wrong,
        "crumbs": [{"label": _("Settings"), "url": "/accounts/settings/"}],
    }
    return render(request, "accounts/deletion/close.html", context, status=422 if wrong else 200)


def _proven(user: User, text: str) -> bool:
    return user.check_password(text) if user.has_usable_password() else text.strip() == user.username
