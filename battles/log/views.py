"""Pages about a battle that was played: replay, battle report, dice."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.limits import limited
from battles.aftermath.dice.proof import proof_of
from battles.board.ruleset_badge import ruleset_badge
from battles.board.text.scripts import PROOF, texts_for_page
from battles.core.permissions import battle_to_read, may_play_on, sides_of
from battles.core.selectors import title_of
from battles.core.viewers import current_user, number
from battles.log import replay as log_replay
from battles.models import Battle


def _readable(request: HttpRequest, pid: str) -> Battle | None:
    battle = battle_to_read(current_user(request), pid)
    return battle if battle.started_at is not None else None


@require_safe
@limited("computations")
def replay(request: HttpRequest, pid: str) -> HttpResponse:
    """The table after any event (`?e=142`); `?only=casualties` limits the log to casualties."""
    battle = _readable(request, pid)
    if battle is None:
        return redirect("battles:board", pid=pid)
    number_wanted = number(request.GET.get("e", ""), -1)
    only = request.GET.get("only") == "casualties"
    moment = log_replay.replay_position(battle, number_wanted if number_wanted >= 0 else None, casualties_only=only)
    context = {
        "battle": battle,
        "title": title_of(battle),
        "moment": moment,
        "only": only,
        "can_play_on": moment.place < moment.last and may_play_on(current_user(request), battle),
        "sides": [(seat.letter, seat.name) for seat in battle.sides.all()],
        "ruleset": ruleset_badge(battle, plays=bool(sides_of(current_user(request), battle))),
    }
    return render(request, "battles/log/replay.html", context)


@require_safe
@limited("computations")
def report(request: HttpRequest, pid: str) -> HttpResponse:
    """The whole battle as text for printing."""
    battle = _readable(request, pid)
    if battle is None:
        return redirect("battles:board", pid=pid)
    context = {
        "battle": battle,
        "title": title_of(battle),
        "account": log_replay.battle_report(battle),
        "ruleset": ruleset_badge(battle, plays=bool(sides_of(current_user(request), battle))),
    }
    return render(request, "battles/log/report.html", context)


@require_safe
@limited("computations")
def dice(request: HttpRequest, pid: str) -> HttpResponse:
    """Every die with its purpose, the commitment, and after the end of the battle the seed."""
    battle = _readable(request, pid)
    if battle is None:
        return redirect("battles:board", pid=pid)
    context = {
        "battle": battle,
        "title": title_of(battle),
        "proof": log_replay.proof(battle),
        "aftermath": proof_of(battle),
        "is_mine": bool(sides_of(current_user(request), battle)),
        "words": texts_for_page(PROOF),
    }
    return render(request, "battles/log/dice.html", context)
