"""Views of the aftermath: one stage at a time, choices, typed dice, the market, confirmation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from battles.aftermath import selectors
from battles.aftermath.decisions.choices import NotYourChoice
from battles.aftermath.dice.requests import InvalidDice
from battles.aftermath.operations import RULINGS, SIDE_ACTS, ActOnAftermath, AnswerChoice, RuleOnAftermath, UndoAnswer
from battles.aftermath.page import NEXT, Since, page_of, progress_words
from battles.core.operation import BattleOperation
from battles.core.permissions import battle_to_read
from battles.core.selectors import title_of
from battles.core.viewers import current_user
from battles.models import Battle
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

MOST_STAGE = 20
ROLLING = ("faces", "roll", "here", "rest")
"""Acts that roll dice or decide for the player: the page then lists what they led to, whichever stage it shows."""


@never_cache
@require_safe
def page(request: HttpRequest, pid: str) -> HttpResponse:
    """The aftermath of a battle, for all users who may see the battle. `?stage=advances` shows one stage."""
    return _render(request, battle_to_read(current_user(request), pid))


@require_POST
@carries_out(AnswerChoice, UndoAnswer)
def choose(request: HttpRequest, pid: str) -> HttpResponse:
    """Answer an open line (`line` and `option`), or undo the latest answer (`line` and `back`)."""
    form = request.POST.dict()
    return _done(request, pid, UndoAnswer if form.pop("back", "") else AnswerChoice, form)


@require_POST
@carries_out(*SIDE_ACTS.values())
def decide(request: HttpRequest, pid: str) -> HttpResponse:
    """An operation on one `aftermath`: `act` is rest, confirm, reopen, faces, roll, correct, here, table or one of the
    market's (veteran, seek, persona, hire). Without `act`, the default rule decides the rest."""
    return _done(request, pid, ActOnAftermath, {"act": "rest", **request.POST.dict()})


@require_POST
@carries_out(*RULINGS.values())
def rule(request: HttpRequest, pid: str) -> HttpResponse:
    """A correction: `act` is correct (one `aftermath`), back (request to revert the whole aftermath), accept, decline
    or withdraw (that request), or again (roll again); `reason` is shown to the other players."""
    form = {"act": "correct", **request.POST.dict()}
    form["gold_gc"] = form.get("gold", "")
    return _done(request, pid, RuleOnAftermath, form)


def _done(request: HttpRequest, pid: str, operation: type[BattleOperation], form: dict[str, str]) -> HttpResponse:
    """Redirect to the page after an operation, or show it with the error message."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    since = selectors.last_point(battle, form.get("aftermath", "")[:12]) if form.get("act") in ROLLING else ""
    try:
        if user is None:
            raise NotYourChoice
        perform(request, operation, battle, actor=user, form=form)
    except Refusal as refusal:
        return _render(request, battle, refusal)
    battle.refresh_from_db(fields=["aftermath_done_at", "aftermath_run"])
    if request.headers.get("HX-Request"):
        return _render(request, battle, since=since)
    return _back(request, battle, since)


def _stage(request: HttpRequest, battle: Battle) -> str:
    """The stage to show: the requested one. After a request, it is the stage that the request was sent from while it
    has open choices, then the next one that has."""
    if request.method != "POST":
        return request.GET.get("stage", "")[:MOST_STAGE]
    stage = request.POST.get("stage", "")[:MOST_STAGE]
    if stage in ("market", "rating"):
        return stage
    return stage if selectors.has_open_choices(battle, stage) else NEXT


def _back(request: HttpRequest, battle: Battle, since: str) -> HttpResponseRedirect:
    stage = _stage(request, battle)
    address = reverse("battles:aftermath", args=[battle.public_id])
    return redirect(f"{address}?stage={stage}{f'&since={since}' if since else ''}")


def _faces_refused(request: HttpRequest, refusal: Refusal | None) -> dict[str, str]:
    """Error of dice that were typed wrongly: the aftermath, the text as it was typed, and the message for the field."""
    if not isinstance(refusal, InvalidDice):
        return {}
    return {
        "aftermath": request.POST.get("aftermath", "")[:12],
        "text": request.POST.get("faces", "")[:40],
        "error": str(refusal.message),
    }


def _render(request: HttpRequest, battle: Battle, refusal: Refusal | None = None, *, since: str = "") -> HttpResponse:
    stage = _stage(request, battle)
    point = Since.read(since or request.GET.get("since", ""))
    account = page_of(battle, current_user(request), stage=stage, with_proof=stage == "rating", since=point)
    context = {
        "battle": battle,
        "title": title_of(battle),
        "account": account,
        "since": str(point) if point is not None else "",
        "stage": stage if stage.isalpha() else "",
        "progress_text": progress_words(account),
        "refusal": refusal,
        "faces": _faces_refused(request, refusal),
    }
    template = (
        "battles/aftermath/_aftermath.html" if request.headers.get("HX-Request") else "battles/aftermath/aftermath.html"
    )
    return render(request, template, context, status=422 if refusal is not None else 200)
