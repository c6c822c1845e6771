"""Every press on a warband: one table of verbs, each a form and one service call.

A region holds one form; its buttons name the verb by `formaction` and say the rest in `press` ("warrior=...&item=axe").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl

from django import forms as django_forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from mordheim_site.refusals import Refusal
from warbands import forms
from warbands.permissions import warband_to_act_on
from warbands.services import founding, recruiting, trading, undoing
from warbands.services.journal import By
from warbands.views.drawing import PAGES, View, draw

Said = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Verb:
    """A form for the shape, a call for the act."""

    form: type[django_forms.Form]
    call: Callable[[int, Said, By], object]


VERBS: Final[dict[str, Verb]] = {
    "hire": Verb(
        forms.HireForm,
        lambda pk, said, by: recruiting.hire(
            warband_id=pk, warrior_type=said["warrior_type"], count=said["count"], by=by
        ),
    ),
    "reinforce": Verb(
        forms.ReinforceForm,
        lambda pk, said, by: recruiting.reinforce(warband_id=pk, warrior=said["warrior"], count=said["count"], by=by),
    ),
    "less": Verb(
        forms.WarriorForm,
        lambda pk, said, by: recruiting.dismiss(warband_id=pk, warrior=said["warrior"], whole_group=False, by=by),
    ),
    "dismiss": Verb(
        forms.WarriorForm, lambda pk, said, by: recruiting.dismiss(warband_id=pk, warrior=said["warrior"], by=by)
    ),
    "rename": Verb(
        forms.RenameForm,
        lambda pk, said, by: recruiting.rename(warband_id=pk, warrior=said["warrior"], name=said["name"], by=by),
    ),
    "lead": Verb(
        forms.WarriorForm, lambda pk, said, by: recruiting.make_leader(warband_id=pk, warrior=said["warrior"], by=by)
    ),
    "mutate": Verb(
        forms.MutationForm,
        lambda pk, said, by: recruiting.mutate(
            warband_id=pk, warrior=said["warrior"], mutation=said["mutation"], by=by
        ),
    ),
    "unmutate": Verb(
        forms.MutationForm,
        lambda pk, said, by: recruiting.unmutate(
            warband_id=pk, warrior=said["warrior"], mutation=said["mutation"], by=by
        ),
    ),
    "buy": Verb(
        forms.BuyForm,
        lambda pk, said, by: trading.buy(
            warband_id=pk, item=said["item"], warrior=said["warrior"], count=said["count"], by=by
        ),
    ),
    "sell": Verb(
        forms.SellForm,
        lambda pk, said, by: trading.sell(warband_id=pk, kit=said["held"], count=said["count"], by=by),
    ),
    "give": Verb(
        forms.GiveForm,
        lambda pk, said, by: trading.hand_over(
            warband_id=pk, kit=said["held"], to=said["to"], count=said["count"], by=by
        ),
    ),
    "same": Verb(
        forms.SameForm,
        lambda pk, said, by: trading.copy_kit(warband_id=pk, warrior=said["warrior"], source=said["source"], by=by),
    ),
    "suggest": Verb(forms.Nothing, lambda pk, said, by: founding.suggest(warband_id=pk, by=by)),
    "random": Verb(
        forms.Nothing, lambda pk, said, by: founding.fill_at_random(warband_id=pk, seed=by.source_key or "1", by=by)
    ),
    "arm": Verb(forms.Nothing, lambda pk, said, by: founding.arm_all(warband_id=pk, by=by)),
    "found": Verb(forms.FoundForm, lambda pk, said, by: founding.found(warband_id=pk, name=said["name"], by=by)),
    "undo": Verb(forms.UndoForm, lambda pk, said, by: undoing.undo(warband_id=pk, entry=said["entry"] or None, by=by)),
    "archive": Verb(forms.Nothing, lambda pk, said, by: founding.archive(warband_id=pk, by=by)),
    "restore": Verb(forms.Nothing, lambda pk, said, by: founding.restore(warband_id=pk, by=by)),
}
MENDS: Final = {
    "hire": ("hire", "warrior_type"),
    "dismiss": ("less", "warrior"),
    "drop": ("sell", "held"),
    "lead": ("lead", "warrior"),
}
LEAVING: Final = frozenset(("found", "archive", "restore"))
"""After these the page is another one: a full load, not a fragment."""


class NotUnderstood(Refusal):
    """A press that no button of ours sends."""

    code = "not_understood"


def by_of(request: HttpRequest) -> By:
    """Who pressed, now, from which version of the page, with the key that makes a second press harmless."""
    key = request.POST.get("idempotency_key", "")[:64]
    version = request.POST.get("version", "")
    return By(
        actor_id=request.user.pk,
        at=timezone.now(),
        source_key=f"form:{key}" if key else "",
        version=int(version) if version.isdecimal() and len(version) < 9 else None,
    )


def posted_view(request: HttpRequest, default: str) -> View:
    """The view the pressed page showed."""
    page = request.POST.get("page", "")
    return View(page if page in PAGES else default, request.POST.get("kit", "")[:12], request.POST.get("q", "")[:40])


@require_POST
def act(request: HttpRequest, pid: str, verb: str) -> HttpResponse:
    """Carry out one verb; answer with the region redrawn, or the page the press came from."""
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
    if verb not in VERBS:
        raise Http404
    form = VERBS[verb].form(data)
    if not form.is_valid():
        raise NotUnderstood(message=_("Nothing was changed: the page sent something that cannot be read. Press again."))
    VERBS[verb].call(warband_id, form.cleaned_data, by_of(request))


def _mend(request: HttpRequest) -> tuple[str, Said]:
    form = forms.MendForm(request.POST)
    if not form.is_valid():
        raise NotUnderstood(message=_("Nothing was changed: that way out is not known."))
    action, target, *more = form.cleaned_data["mend"].split(":")
    if action == "mutate":
        return "mutate", {"warrior": target, "mutation": more[0] if more else ""}
    if action not in MENDS:
        raise NotUnderstood(message=_("Nothing was changed: that way out is not known."))
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
    if not is_fragment and back == "warrior" and request.POST.get("warrior"):
        return redirect("warbands:warrior", warband.public_id, request.POST["warrior"])
    return draw(request, warband, view) if is_fragment else redirect(view.url(warband))
