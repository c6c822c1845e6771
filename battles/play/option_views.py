"""Views for the clock, default decisions, draw offers and annotations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.models import User
from battles.board import screen
from battles.board.views import render_page as draw_board
from battles.core.permissions import battle_to_read, sides_of
from battles.core.viewers import current_user, wants_json
from battles.models import Battle
from battles.play import annotations as play_annotations
from battles.play.clocks import services as clocks_services
from battles.play.command_views import fields_of
from battles.play.default_decisions import services as default_decisions_services
from battles.play.default_decisions.rules import POLICIES
from battles.play.draw_offers import services as draw_offers_services
from mordheim_site.refusals import Refusal


def _done(request: HttpRequest, pid: str, act: Callable[[User | None, Battle, dict[str, Any]], None]) -> HttpResponse:
    """Carry out `act`, then return the changed board to a script or redirect a form to the page; a refusal is shown on
    the board."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    try:
        limits.count_request(request, "orders")
        act(user, battle, fields_of(request))
    except Refusal as no:
        if wants_json(request):
            raise
        return draw_board(request, battle_to_read(user, pid), user, refusal=no)
    if wants_json(request):
        return JsonResponse(screen.board_state(request, battle_to_read(user, pid), user, log_after=battle.seq))
    return redirect("battles:board", pid=pid)


@require_POST
def clock(request: HttpRequest, pid: str) -> HttpResponse:
    """Give time, pause, resume, or claim the battle."""

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> None:
        what, _dash, side = str(fields.get("act", "")).partition("-")
        said = {"what": what, "side": side[:1], "reason": str(fields.get("reason", ""))}
        clocks_services.act(battle_id=battle.pk, actor_id=user.pk if user else 0, now=timezone.now(), **said)

    return _done(request, pid, act)


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, pid: str) -> HttpResponse:
    """Offer, withdraw, accept or refuse a draw (`act`); GET is the confirmation page for readers without script."""
    if request.method != "POST":
        battle = battle_to_read(current_user(request), pid)
        is_alone = len(sides_of(current_user(request), battle)) == len(battle.sides.all())
        context = {"battle": battle, "title": _("Draw offer"), "one_screen": is_alone}
        return render(request, "battles/draw.html", context)

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> None:
        what = str(fields.get("act", ""))[:10]
        draw_offers_services.act(battle_id=battle.pk, actor_id=user.pk if user else 0, what=what, now=timezone.now())

    return _done(request, pid, act)


@require_POST
def standing(request: HttpRequest, pid: str) -> HttpResponse:
    """Set or clear default decisions: a field for each kind of prompt, empty to be asked."""

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> None:
        default_decisions_services.set_policies(
            battle_id=battle.pk,
            actor_id=user.pk if user else 0,
            side=str(fields.get("side", ""))[:1],
            orders={stage: str(fields[stage])[:20] for stage in POLICIES if stage in fields},
            now=timezone.now(),
        )

    return _done(request, pid, act)


@require_POST
def annotate(request: HttpRequest, pid: str) -> HttpResponse:
    """Add an arrow or a ring (`x0`, `y0`, `x1`, `y1` in inches), or clear the author's annotations with `kind`
    "wipe"."""

    def act(user: User | None, battle: Battle, fields: dict[str, Any]) -> None:
        author, kind = user.pk if user else 0, str(fields.get("kind", ""))
        if kind == "wipe":
            play_annotations.clear_annotations(battle_id=battle.pk, author_id=author)
            return
        points = play_annotations.hundredths(fields.get(name) for name in ("x0", "y0", "x1", "y1"))
        play_annotations.add_annotation(battle_id=battle.pk, author_id=author, kind=kind, points=points)

    return _done(request, pid, act)
