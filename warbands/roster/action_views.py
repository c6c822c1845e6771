"""The view for all actions on a warband: each is an operation (warbands/operations.py).

A region of the page contains one form. Each of its buttons names the action in `formaction` and adds parameters in
`press` ("warrior=...&item=axe").
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from mordheim_site.api.fields import PUBLIC_ID
from mordheim_site.operations.messages import NotUnderstood
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.builder import forms
from warbands.core.permissions import warband_to_act_on
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.operations import ACTIONS
from warbands.roster.fragments import HIRE_WORD, ORDER_WORD, PAGES, View, draw

MENDS: Final = {
    "hire": ("hire", "warrior_type"),
    "dismiss": ("less", "warrior"),
    "drop": ("sell", "held"),
    "lead": ("lead", "warrior"),
}
LEAVING: Final = frozenset(("found", "archive", "restore"))
"""Actions that lead to another page, so that the whole page is loaded and not a fragment."""


def posted_view(request: HttpRequest, default: str) -> View:
    """The state of the page that sent the request."""
    page = request.POST.get("page", "")
    form = request.POST
    page = page if page in PAGES else default
    return View(page, form.get("kit", "")[:12], form.get("q", "")[:40], form.get("shown", "")[:12])


@carries_out(*ACTIONS.values())
@require_POST
def act(request: HttpRequest, pid: str, verb: str) -> HttpResponse:
    """Carry out one action. Responds with the updated region, or redirects to the page that sent it."""
    warband = warband_to_act_on(request.user, pid)
    view = posted_view(request, "draft" if warband.is_draft else "roster")
    is_hire = verb == "hire" or (verb == "mend" and request.POST.get("mend", "").startswith("hire:"))
    before = load_state(warband) if is_hire else None
    try:
        _carry_out(request, warband, verb)
    except Refusal as refusal:
        warband.refresh_from_db()
        return draw(request, warband, view, refusal=refusal, status=refusal.status)
    warband.refresh_from_db()
    if before is not None:
        view = _view_of_recruit(view, before, load_state(warband))
    return _after(request, warband, verb, view)


def _view_of_recruit(view: View, before: WarbandState, after: WarbandState) -> View:
    """The view with the kit of the warrior who was hired last, so that the next purchase is for them."""
    known = {key: member.headcount for key, member in before.members.items()}
    key = next((key for key, member in after.members.items() if member.headcount > known.get(key, 0)), "")
    if not key or view.page == "trade" or view.kit in (HIRE_WORD, ORDER_WORD):
        return view
    return replace(view, kit=key) if view.kit else replace(view, shown=key)


def _carry_out(request: HttpRequest, warband: Warband, verb: str) -> None:
    form = {**request.POST.dict(), **dict(parse_qsl(request.POST.get("press", "")[:400]))}
    if verb == "mend":
        verb, fields = _fix(request)
        form = {**fields, "version": form.get("version", "")}
    if verb not in ACTIONS:
        raise Http404
    perform(request, ACTIONS[verb], warband, form=form)


def _fix(request: HttpRequest) -> tuple[str, dict[str, str]]:
    form = forms.FixForm(request.POST)
    if not form.is_valid():
        raise NotUnderstood
    action, target, *more = form.cleaned_data["mend"].split(":")
    if action == "mutate":
        return "mutate", {"warrior": target, "mutation": more[0] if more else ""}
    if action not in MENDS:
        raise NotUnderstood
    verb, field = MENDS[action]
    return verb, {field: target}


def _after(request: HttpRequest, warband: Any, verb: str, view: View) -> HttpResponse:
    is_fragment = request.headers.get("HX-Request") == "true"
    if verb in LEAVING or (view.page == "draft") != warband.is_draft:
        page = "draft" if warband.is_draft else "roster"
        answer = HttpResponse(status=204) if is_fragment else redirect(f"warbands:{page}", warband.public_id)
        if is_fragment:
            answer["HX-Redirect"] = View(page).url(warband)
        return answer
    back = request.POST.get("back", "")
    wid = request.POST.get("warrior", "")
    if not is_fragment and back == "warrior" and re.fullmatch(PUBLIC_ID, wid):
        return redirect("warbands:warrior", warband.public_id, wid)
    return draw(request, warband, view) if is_fragment else redirect(view.url(warband))
