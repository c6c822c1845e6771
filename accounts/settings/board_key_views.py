"""The page where a user chooses the keys of the board."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.models import User
from accounts.settings import board_keys


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest) -> HttpResponse:
    """Show and change the keys; `act` "reset" restores the default keys. Two actions on one key are refused."""
    user = request.user
    assert isinstance(user, User)
    kept = user.board_keys
    faults: dict[str, str] = {}
    rows = board_keys.bound({**kept, "off": False})
    is_off = bool(kept.get("off"))
    if request.method == "POST" and request.POST.get("act") == "reset":
        services.change_board_keys(user_id=user.pk, kept={})
        messages.success(request, _("The keyboard shortcuts are back to their defaults."))
        return redirect("accounts:keys")
    if request.method == "POST":
        data = {code: request.POST.get(code, rows[place].key) for place, code in enumerate(board_keys.ACTS)}
        keys, faults = board_keys.read(data)
        is_off = request.POST.get("off") == "on"
        if not faults:
            services.change_board_keys(user_id=user.pk, kept=board_keys.changed_keys(keys, off=is_off))
            messages.success(request, _("Your keys are saved."))
            return redirect("accounts:keys")
        rows = board_keys.bound({"keys": {code: key[:20] for code, key in keys.items()}})
    shown = [{"row": row, "fault": faults.get(row.code, "")} for row in rows]
    context = {"rows": shown, "is_off": is_off, "faults": faults}
    return render(request, "accounts/settings/keys.html", context, status=422 if faults else 200)
