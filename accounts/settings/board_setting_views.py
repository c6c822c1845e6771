"""The page with the settings of the board; the board itself changes them through the API."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.settings.board_settings import board_settings
from accounts.settings.forms import BoardSettingsForm
from accounts.settings.operations import ChangeBoardSettings
from mordheim_site.operations.pages import carries_out, perform, user_of


@carries_out(ChangeBoardSettings)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest) -> HttpResponse:
    """Show and change how the board behaves for this user."""
    user = user_of(request)
    now = board_settings(user.board_settings)
    form = BoardSettingsForm(request.POST if request.method == "POST" else None, initial=now.as_json())
    if request.method == "POST" and form.is_valid():
        perform(request, ChangeBoardSettings, user, values=form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect("accounts:board")
    return render(request, "accounts/settings/board.html", {"form": form}, status=422 if form.is_bound else 200)
