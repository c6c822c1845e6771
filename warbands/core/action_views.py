"""Views for all actions on a warband: each action has a form and one service call (warbands.core.actions).

A region contains one form; its buttons name the action by `formaction` and add parameters in `press`
("warrior=...&item=axe").
"""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import parse_qsl

from django import forms as django_forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from mordheim_site.refusals import Refusal
from warbands.builder import forms
from warbands.builder.fragments import PAGES, View, draw
from warbands.core.actions import CALLS, Said
from warbands.core.ledger import ActionContext
from warbands.core.permissions import warband_to_act_on

FORMS: Final[dict[str, type[django_forms.Form]]] = {
    "hire": forms.HireForm,
    "reinforce": forms.ReinforceForm,
    "less": forms.WarriorForm,
    "dismiss": forms.WarriorForm,
    "rename": forms.RenameForm,
    "rename_all": forms.NamesForm,
    "arrange": forms.ArrangeForm,
    "lead": forms.WarriorForm,
    "mutate": forms.MutationForm,
    "unmutate": forms.MutationForm,
    "buy": forms.BuyForm,
    "sell": forms.SellForm,
    "give": forms.GiveForm,
    "same": forms.SameForm,
    "arms": forms.ArmsForm,
    "suggest": forms.Nothing,
    "random": forms.Nothing,
    "arm": forms.Nothing,
    "found": forms.FoundForm,
    "undo": forms.UndoForm,
    "archive": forms.Nothing,
    "restore": forms.Nothing,
}
MENDS: Final = {
    "hire": ("hire", "warrior_type"),
    "dismiss": ("less", "warrior"),
    "drop": ("sell", "held"),
    "lead": ("lead", "warrior"),
}
LEAVING: Final = frozenset(("found", "archive", "restore"))
"""After these actions another page follows: a full load, not a fragment."""


class NotUnderstood(Refusal):
    """Parameters that none of our buttons sends."""

    code = "not_understood"


def by_of(request: HttpRequest) -> ActionContext:
    """Who sent the request, when, from which version of the page, with the key that makes a repeated request
    harmless."""
    key = request.POST.get("idempotency_key", "")[:64]
    version = request.POST.get("version", "")
    return ActionContext(
        actor_id=request.user.pk,
        at=timezone.now(),
        source_key=f"form:{key}" if key else "",
        version=int(version) if version.isdecimal() and len(version) < 9 else None,
    )


def posted_view(request: HttpRequest, default: str) -> View:
    """The view of the page that sent the request."""
    page = request.POST.get("page", "")
    return View(page if page in PAGES else default, request.POST.get("kit", "")[:12], request.POST.get("q", "")[:40])


@require_POST
def act(request: HttpRequest, pid: str, verb: str) -> HttpResponse:
    """Carry out one action; respond with the redrawn region, or redirect to the page that sent it."""
    warband = warband_to_act_on(request.user, pid)
    view = posted_view(request, "draft" if warband.is_draft else "roster")
    try:
        _carry_out(request, warband.pk, verb)
    except Refusal as refusal:
        warband.refresh_from_db()
        return draw(request, warband, view, refusal=refusal, status=refusal.status)
    warband.refresh_from_db()
    return _after(request, warband, verb, view)


def _carry_out(request: HttpRequest, warband_id: int, verb: str) -> None:
    data: Said = {**request.POST.dict(), **dict(parse_qsl(request.POST.get("press", "")[:400]))}
    if verb == "mend":
        verb, data = _mend(request)
    if verb not in FORMS:
        raise Http404
    form = FORMS[verb](data)
    if not form.is_valid():
        raise NotUnderstood(message=_("Nothing was changed: the request is invalid. Reload the page and try again."))
    CALLS[verb](warband_id, form.cleaned_data, by_of(request))


def _mend(request: HttpRequest) -> tuple[str, Said]:
    form = forms.MendForm(request.POST)
    if not form.is_valid():
        raise NotUnderstood(message=_("Nothing was changed: this export format is unknown."))
    action, target, *more = form.cleaned_data["mend"].split(":")
    if action == "mutate":
        return "mutate", {"warrior": target, "mutation": more[0] if more else ""}
    if action not in MENDS:
        raise NotUnderstood(message=_("Nothing was changed: this export format is unknown."))
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
    if not is_fragment and back == "warrior" and re.fullmatch(forms.KEY, wid):
        return redirect("warbands:warrior", warband.public_id, wid)
    return draw(request, warband, view) if is_fragment else redirect(view.url(warband))
