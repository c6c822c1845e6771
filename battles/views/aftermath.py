"""The aftermath page: the account of every roll, choices on top, progress while the job is at work."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from battles.aftermath_account import account_of, progress_words
from battles.models import Aftermath, AftermathLine, Battle
from battles.permissions import battle_to_read
from battles.selectors import title_of
from battles.services.aftermath import choices
from battles.views.people import person
from mordheim_site.refusals import Refusal


@never_cache
@require_safe
def page(request: HttpRequest, pid: str) -> HttpResponse:
    """Everything after a battle on one page; whoever may read the battle may read it."""
    return _draw(request, battle_to_read(person(request), pid))


@require_POST
def choose(request: HttpRequest, pid: str) -> HttpResponse:
    """Answer an open line: `line` and `option`."""
    battle = battle_to_read(person(request), pid)
    line = AftermathLine.objects.filter(
        aftermath__side__battle=battle, public_id=request.POST.get("line", "")[:12]
    ).first()
    if line is None:
        raise Http404
    try:
        choices.answer(
            line_id=line.public_id,
            actor_id=request.user.pk,
            option=request.POST.get("option", "")[:120],
            now=timezone.now(),
        )
    except Refusal as no:
        return _draw(request, battle, no)
    return _after(request, battle)


@require_POST
def decide(request: HttpRequest, pid: str) -> HttpResponse:
    """Let the simple rule make every choice that is left of one `aftermath`."""
    battle = battle_to_read(person(request), pid)
    row = Aftermath.objects.filter(side__battle=battle, public_id=request.POST.get("aftermath", "")[:12]).first()
    if row is None:
        raise Http404
    try:
        choices.decide_rest(aftermath_id=row.public_id, actor_id=request.user.pk, now=timezone.now())
    except Refusal as no:
        return _draw(request, battle, no)
    return _after(request, battle)


def _after(request: HttpRequest, battle: Battle) -> HttpResponse:
    return (
        _draw(request, battle) if request.headers.get("HX-Request") else redirect("battles:aftermath", battle.public_id)
    )


def _draw(request: HttpRequest, battle: Battle, refusal: Refusal | None = None) -> HttpResponse:
    account = account_of(battle, person(request))
    context = {
        "battle": battle,
        "title": title_of(battle),
        "account": account,
        "progress_text": progress_words(account),
        "refusal": refusal,
    }
    template = "battles/_aftermath.html" if request.headers.get("HX-Request") else "battles/aftermath.html"
    return render(request, template, context, status=422 if refusal is not None else 200)
