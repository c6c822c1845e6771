"""Views of the aftermath: one stage at a time, choices, typed dice, the market, confirmation."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from battles.aftermath import reverts, typed_corrections, typed_dice
from battles.aftermath.decisions import choices, confirmation, market, rulings, undo
from battles.aftermath.dice_requests import NotTheseDice
from battles.aftermath.page import NEXT, page_of, progress_words
from battles.core.permissions import battle_to_read
from battles.core.selectors import title_of
from battles.core.viewers import current_user
from battles.models import Aftermath, AftermathLine, Battle
from mordheim_site.refusals import Refusal
from warbands.core.corrections import MOST, Correction

MOST_STAGE = 20


@never_cache
@require_safe
def page(request: HttpRequest, pid: str) -> HttpResponse:
    """The aftermath of a battle, for everyone who may see the battle. `?stage=advances` opens one stage."""
    return _draw(request, battle_to_read(current_user(request), pid))


@require_POST
def choose(request: HttpRequest, pid: str) -> HttpResponse:
    """Answer an open line (`line` and `option`), or undo the latest answer (`line` and `back`)."""
    battle = battle_to_read(current_user(request), pid)
    line = AftermathLine.objects.filter(
        aftermath__side__battle=battle, public_id=request.POST.get("line", "")[:12]
    ).first()
    if line is None and "back" not in request.POST:
        raise Http404

    def act() -> None:
        if line is None:
            raise undo.NoAnswerToUndo
        if "back" in request.POST:
            undo.undo_answer(line_id=line.public_id, actor_id=request.user.pk, now=timezone.now())
        else:
            option = request.POST.get("option", "")[:120]
            choices.answer(line_id=line.public_id, actor_id=request.user.pk, option=option, now=timezone.now())

    return _done(request, battle, act)


@require_POST
def decide(request: HttpRequest, pid: str) -> HttpResponse:
    """Operations on one `aftermath` as a whole: `act` is rest, confirm, reopen, faces, roll, correct, here, table or
    one of the market's (veteran, seek, persona, hire); without one the default rule decides the rest."""
    battle = battle_to_read(current_user(request), pid)
    row = Aftermath.objects.filter(side__battle=battle, public_id=request.POST.get("aftermath", "")[:12]).first()
    if row is None:
        raise Http404
    return _done(request, battle, lambda: _act(request, row.public_id))


def _act(request: HttpRequest, aftermath: str) -> None:
    said, actor, now = request.POST, request.user.pk, timezone.now()
    what = said.get("act", "rest")
    if what == "rest":
        choices.decide_rest(aftermath_id=aftermath, actor_id=actor, now=now)
    elif what == "confirm":
        confirmation.confirm(aftermath_id=aftermath, actor_id=actor, now=now)
    elif what == "reopen":
        confirmation.reopen(aftermath_id=aftermath, actor_id=actor, now=now)
    elif what in ("faces", "roll"):
        faces = said.get("faces", "")[:40] if what == "faces" else ""
        given = said.get("given", "")
        typed_dice.give_faces(
            aftermath_id=aftermath,
            actor_id=actor,
            faces=faces or ("-" if what == "faces" else ""),
            given=int(given) if given.isdecimal() and len(given) < 5 else -1,
            now=now,
        )
    elif what == "correct":
        typed_corrections.correct(aftermath_id=aftermath, actor_id=actor, now=now)
    elif what in ("here", "table"):
        typed_dice.switch(aftermath_id=aftermath, actor_id=actor, by_hand=what == "table", now=now)
    else:
        market.act(
            aftermath_id=aftermath,
            actor_id=actor,
            what=what,
            who=said.get("who", "")[:12],
            thing=said.get("thing", "")[:60],
            key=said.get("idempotency_key", ""),
            now=now,
        )


@require_POST
def rule(request: HttpRequest, pid: str) -> HttpResponse:
    """Corrections: `act` is correct (one `aftermath`), back (request to revert the whole battle's), accept, decline or
    withdraw (that request), or again; `reason` says why."""
    battle = battle_to_read(current_user(request), pid)
    return _done(request, battle, lambda: _rule(request, battle))


def _rule(request: HttpRequest, battle: Battle) -> None:
    said, actor, now = request.POST, request.user.pk or 0, timezone.now()
    reason = said.get("reason", "")[:200]
    if said.get("act") == "back":
        reverts.request_revert(battle_id=battle.pk, actor_id=actor, reason=reason, now=now)
    elif said.get("act") in reverts.ANSWERS:
        reverts.answer(battle_id=battle.pk, actor_id=actor, what=said["act"], now=now)
    elif said.get("act") == "again":
        undo.roll_again(battle_id=battle.pk, actor_id=actor, now=now)
    else:
        row = Aftermath.objects.filter(side__battle=battle, public_id=said.get("aftermath", "")[:12]).first()
        if row is None:
            raise Http404
        correction = Correction(
            gold_gc=_whole(said.get("gold", "")),
            shards=_whole(said.get("shards", "")),
            warrior=said.get("warrior", "")[:12],
            experience=_whole(said.get("experience", "")),
            fate=said.get("fate", "")[:12],
        )
        key = said.get("idempotency_key", "")
        rulings.rule(aftermath_id=row.public_id, actor_id=actor, correction=correction, reason=reason, key=key, now=now)


def _whole(text: str) -> int:
    """A whole number, possibly negative; anything else is out of range for a correction."""
    text = text.strip()
    digits = text.removeprefix("-").removeprefix("+")
    if not text:
        return 0
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 6 else MOST + 1


def _done(request: HttpRequest, battle: Battle, act: Callable[[], None]) -> HttpResponse:
    """The page after an operation, or with the error message."""
    try:
        act()
    except Refusal as no:
        return _draw(request, battle, no)
    battle.refresh_from_db(fields=["aftermath_done_at", "aftermath_run"])
    return _draw(request, battle) if request.headers.get("HX-Request") else _back(request, battle)


def _stage(request: HttpRequest, battle: Battle) -> str:
    """The stage to show: the requested one; after a request the one it was sent from, while it has open choices, then
    the next one that has."""
    if request.method != "POST":
        return request.GET.get("stage", "")[:MOST_STAGE]
    stage = request.POST.get("stage", "")[:MOST_STAGE]
    if stage in ("market", "rating"):
        return stage
    lines = AftermathLine.objects.filter(aftermath__side__battle=battle, stage=stage, answer="").exclude(options=[])
    return stage if lines.exists() else NEXT


def _back(request: HttpRequest, battle: Battle) -> HttpResponseRedirect:
    stage = _stage(request, battle)
    address = reverse("battles:aftermath", args=[battle.public_id])
    return redirect(f"{address}?stage={stage}")


def _faces_refused(request: HttpRequest, refusal: Refusal | None) -> dict[str, str]:
    """Dice that were typed wrongly: the aftermath, the text as it was typed, and the error for the field."""
    if not isinstance(refusal, NotTheseDice):
        return {}
    return {
        "aftermath": request.POST.get("aftermath", "")[:12],
        "text": request.POST.get("faces", "")[:40],
        "error": str(refusal.message),
    }


def _draw(request: HttpRequest, battle: Battle, refusal: Refusal | None = None) -> HttpResponse:
    stage = _stage(request, battle)
    account = page_of(battle, current_user(request), stage=stage, with_proof=stage == "rating")
    context = {
        "battle": battle,
        "title": title_of(battle),
        "account": account,
        "stage": stage if stage.isalpha() else "",
        "progress_text": progress_words(account),
        "refusal": refusal,
        "faces": _faces_refused(request, refusal),
    }
    template = (
        "battles/aftermath/_aftermath.html" if request.headers.get("HX-Request") else "battles/aftermath/aftermath.html"
    )
    return render(request, template, context, status=422 if refusal is not None else 200)
