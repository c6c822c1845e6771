"""Account settings, and the theme switch of every page."""

from contextlib import suppress

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services
from accounts.adapter import API_KEYS_APP
from accounts.api_keys import services as api_keys_services
from accounts.api_keys.operations import CreateApiKey, RevokeApiKey
from accounts.models import Theme, User
from accounts.settings.forms import SettingsForm
from accounts.settings.operations import ChangeSettings
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

THEME_COOKIE = "theme"
THEME_COOKIE_SECONDS = 365 * 24 * 3600


@carries_out(ChangeSettings)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest) -> HttpResponse:
    """Show and change the settings of this user."""
    user = request.user
    assert isinstance(user, User)
    now = {"display_name": user.display_name, "theme": user.theme, "timezone": user.timezone}
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=now)
    if request.method == "POST" and form.is_valid():
        perform(request, ChangeSettings, user, values=form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect("accounts:settings")
    context = {"form": form, "keys": api_keys_services.keys_of(user.pk), "scopes": api_keys_services.Scope.choices}
    return render(request, "accounts/settings/settings.html", context, status=422 if form.is_bound else 200)


@carries_out(CreateApiKey, RevokeApiKey)
@never_cache
@require_POST
@login_required
@reauthentication_required(app=API_KEYS_APP, enabled=lambda request: request.POST.get("act") != "drop")
def api_key(request: HttpRequest) -> HttpResponse:
    """Create an API key and show it once, or revoke one (`key`). Creating one asks for the password first."""
    user = request.user
    assert isinstance(user, User)
    if request.POST.get("act") == "drop":
        with suppress(Http404):  # pressed twice: the key is revoked already
            perform(request, RevokeApiKey, RevokeApiKey.target_for(user, pid=request.POST.get("key", "")[:12]))
        messages.success(request, _("The key is revoked."))
        return redirect("accounts:settings")
    values = {"name": request.POST.get("name", "")[:60], "scopes": request.POST.getlist("scopes")}
    made = perform(request, CreateApiKey, None, values=values)
    return render(request, "accounts/settings/api_key.html", {"key": made.text})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Save the theme in the account, or in a cookie for a visitor; then redirect back to the page."""
    chosen = request.POST.get("theme", "")
    if chosen not in Theme.values:
        raise Refusal("no_such_theme", gettext_lazy("Choose light, dark, or the same as the device."))
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    if not is_ours or not back.startswith("/"):
        back = "/"
    response = HttpResponseRedirect(back)
    response.set_cookie(THEME_COOKIE, chosen, max_age=THEME_COOKIE_SECONDS, samesite="Lax", secure=request.is_secure())
    if isinstance(request.user, User):
        services.change_theme(user_id=request.user.pk, theme=chosen)
    return response
