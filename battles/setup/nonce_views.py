"""Views for the preparation of the dice: the page shows the site's commitment and accepts the players' random
numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.core import dice_preparation
from battles.core.permissions import battle_to_read, sides_of
from battles.core.refusals import NotYourSide
from battles.core.viewers import current_user, wants_json
from battles.play.command_views import fields_of
from battles.play.page.views import render_preparing
from battles.setup.advice import show_advice
from battles.setup.operations import AddToDice
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@carries_out(AddToDice)
def nonce(request: HttpRequest, pid: str) -> HttpResponse:
    """What the reader's browser should send now, as JSON. A POST sends it: `act` and `value` (`nonces.py`)."""
    user = current_user(request)
    battle = battle_to_read(user, pid)
    if request.method == "POST":
        if not sides_of(user, battle):
            raise NotYourSide
        fields = fields_of(request)
        try:
            done = perform(request, AddToDice, battle, actor=user, form=fields)
        except Refusal as refusal:
            if wants_json(request):
                raise
            return render_preparing(request, battle_to_read(user, pid), user, refusal=refusal)
        if not battle.started_at and done.started_at:
            show_advice(request, done)
        if not wants_json(request):
            return redirect("battles:board", pid=pid)
        battle = battle_to_read(user, pid)
    return JsonResponse(dice_preparation.stage_json(battle, user.pk if user is not None else None, timezone.now()))
