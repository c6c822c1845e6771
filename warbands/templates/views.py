"""Pages of templates: save a warband as one, search, start from one, change and delete."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests.services import current_or_new_guest
from catalogue.custom_packs.codes import is_custom_code
from catalogue.custom_packs.permissions import pack_of_code
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal
from warbands.builder import forms
from warbands.core.permissions import template_to_act_on, template_to_read, warband_to_read
from warbands.models import Template
from warbands.templates import cards as templates_cards
from warbands.templates.operations import ChangeTemplate, DeleteTemplate, SaveTemplate, StartFromTemplate


def _crumbs(*more: tuple[str, str]) -> list[dict[str, str]]:
    first = [(_("Warbands"), reverse("warbands:list")), *more]
    return [{"label": label, "url": url} for label, url in first]


@require_safe
def template_list(request: HttpRequest) -> HttpResponse:
    """The user's own templates and the public ones, with a search by name, list or owner."""
    query = request.GET.get("q", "").replace("\x00", "")[:60]
    cards = templates_cards.templates_open_to(request.user.pk, query)
    return render(request, "warbands/templates/list.html", {"cards": cards, "query": query, "crumbs": _crumbs()})


@carries_out(SaveTemplate)
@require_POST
def save(request: HttpRequest, pid: str) -> HttpResponse:
    """Save a warband that the user may view as a template."""
    warband_to_read(request.user, pid, share_key=request.POST.get("key", ""))
    actor = current_or_new_guest(request)
    kept = perform(request, SaveTemplate, None, actor=actor, form={**request.POST.dict(), "warband": pid})
    messages.success(request, _("Saved as a template. You can start warbands from it at any time."))
    return redirect("warbands:template", kept.public_id)


@carries_out(ChangeTemplate, DeleteTemplate)
@require_http_methods(["GET", "HEAD", "POST"])
def template(request: HttpRequest, tid: str) -> HttpResponse:
    """One template; its owner can rename, publish or delete it."""
    if request.method != "POST":
        return _render(request, template_to_read(request.user, tid))
    row = template_to_act_on(request.user, tid)
    if "remove" in request.POST:
        perform(request, DeleteTemplate, row)
        messages.success(request, _("The template is deleted. Warbands started from it stay."))
        return redirect("warbands:templates")
    form = forms.TemplateForm(request.POST)
    if not form.is_valid():
        return _render(request, row, form=form, status=422)
    try:
        perform(request, ChangeTemplate, row)
    except Refusal as refusal:
        return _render(request, row, form=form, refusal=refusal, status=refusal.status)
    return redirect("warbands:template", tid)


def _render(request: HttpRequest, row: Template, *, status: int = 200, **more: Any) -> HttpResponse:
    now = {name: getattr(row, name) for name in ("name", "about", "audience")}
    context = {
        "template": row,
        "card": templates_cards.card_of(row, request.user.pk),
        "lines": templates_cards.lines_of(row),
        "form": forms.TemplateForm(initial=now),
        "crumbs": _crumbs((_("Templates"), reverse("warbands:templates"))),
        **more,
    }
    return render(request, "warbands/templates/template.html", context, status=status)


@carries_out(StartFromTemplate)
@require_POST
def start(request: HttpRequest, tid: str) -> HttpResponse:
    """Start a draft from a template; a visitor becomes a guest."""
    row = template_to_read(request.user, tid)
    if is_custom_code(row.warband_type_code) and request.user.pk != row.owner_id:
        pack_of_code(request.user, row.warband_type_code)
    actor = current_or_new_guest(request)
    try:
        started = perform(request, StartFromTemplate, row, actor=actor)
    except Refusal as refusal:
        return _render(request, row, refusal=refusal, status=refusal.status)
    return redirect("warbands:draft", started.public_id)
