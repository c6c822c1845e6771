"""Views to learn and to experiment: the first battle and the sandbox."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests.services import current_or_new_guest
from battles.core.viewers import current_user
from battles.setup.training.forms import SandboxForm, places_in, shown_position
from battles.setup.training.operations import BeginFirstBattle, BeginSandbox
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal


@require_POST
@carries_out(BeginFirstBattle)
def first_battle(request: HttpRequest) -> HttpResponse:
    """Start the first battle with the coach."""
    battle = perform(request, BeginFirstBattle, None, actor=current_or_new_guest(request), values={})
    return redirect("battles:board", pid=battle.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@carries_out(BeginSandbox)
def sandbox(request: HttpRequest) -> HttpResponse:
    """Choose warbands and a table (in the address), set the position of the models, and start playing from there."""
    user = current_user(request)
    sent = request.POST if request.method == "POST" else request.GET
    form = SandboxForm(sent or None, user=user)
    refusal: Refusal | None = None
    terms = form.terms() if form.is_valid() else SandboxForm.defaults()
    places = places_in(sent)
    if request.method == "POST" and form.is_valid():
        try:
            actor = current_or_new_guest(request)
            values = {**terms, "places": [place.model_dump() for place in places], "dice": form.faces}
            battle = perform(request, BeginSandbox, None, actor=actor, values=values)
        except Refusal as error:
            refusal = error
        else:
            return redirect("battles:board", pid=battle.public_id)
    kept = [(name, terms[name]) for name in ("table", "size_in", "seed")]
    armies = [(name, str(sent.get(name, ""))) for name in ("army", "their_army")]
    context = {"form": form, "refusal": refusal, "kept": [*armies, *kept], **shown_position(terms, places, user)}
    status = refusal.status if refusal is not None else 422 if request.method == "POST" else 200
    return render(request, "battles/setup/training/sandbox.html", context, status=status)
