"""Asks a guest who signed in to an existing account what to do with the guest data."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.guests import services
from accounts.models import User


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def hand_over(request: HttpRequest) -> HttpResponse:
    """GET lists the guest data; POST with `answer=take` moves it to the account, any other answer leaves it behind."""
    address = request.POST.get("next") or request.GET.get("next") or "/"
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    target = address if safe and address.startswith("/") else "/"
    seat_id = request.session.get(services.HAND_OVER_KEY)
    if not seat_id or not isinstance(request.user, User) or request.user.is_guest:
        return redirect(target)
    if request.method == "POST":
        if request.POST.get("answer") == "take" and services.hand_over(guest_id=seat_id, user_id=request.user.pk):
            messages.success(request, _("Your guest data is now in your account."))
        request.session.pop(services.HAND_OVER_KEY, None)
        return redirect(target)
    return render(
        request, "accounts/guests/hand_over.html", {"things": services.describe_data(seat_id), "next": target}
    )
