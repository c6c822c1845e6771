"""Writing a scenario into a draft by a form."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from catalogue.book import book
from catalogue.models import OwnPack
from catalogue.own.inserting import with_record
from catalogue.own.permissions import pack_to_edit
from catalogue.own.reading import OwnReading, read_own
from catalogue.scenario_form import ScenarioForm
from catalogue.services import own_packs
from catalogue.strict_yaml import read
from catalogue.views.own import crumbs
from mordheim_site.refusals import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add(request: HttpRequest, pid: str) -> HttpResponse:
    """A form; what it says is put into the draft as text, whatever the checks then say of it."""
    pack = pack_to_edit(request.user, pid)
    form = ScenarioForm(request.POST if request.method == "POST" else None)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            limits.spend(request, "orders")
            text = with_record(pack.text, "scenarios", form.record(codes_taken(pack)))
            own_packs.keep(pack_id=pack.pk, text=text, edition=_edition(request, pack), at=timezone.now())
        except Refusal as said:
            refusal = said
        else:
            messages.success(request, _("%(name)s stands in the draft.") % {"name": form.cleaned_data["name"]})
            return redirect("catalogue:own_edit", pid)
    context = {
        "pack": pack,
        "form": form,
        "refusal": refusal,
        "crumbs": crumbs(
            (pack.name, reverse("catalogue:own_pack", args=[pack.public_id])),
            (_("Draft"), reverse("catalogue:own_edit", args=[pack.public_id])),
        ),
        **(checks_of(pack, form) if form.is_bound and form.is_valid() else {}),
    }
    status = refusal.status if refusal is not None else 422 if form.errors else 200
    return render(request, "catalogue/own_scenario.html", context, status=status)


@require_POST
@login_required
def check(request: HttpRequest, pid: str) -> HttpResponse:
    """What the board and the guidelines say to the form as it stands, as a fragment; nothing is saved."""
    pack = pack_to_edit(request.user, pid)
    limits.spend(request, "orders")
    form = ScenarioForm(request.POST)
    context = checks_of(pack, form) if form.is_valid() else {}
    return render(request, "catalogue/_scenario_checks.html", {"form": form, **context})


def checks_of(pack: OwnPack, form: ScenarioForm) -> dict[str, object]:
    """Faults of the scenario alone, in sentences, and advice about it."""
    reading = reading_of(form, codes_taken(pack))
    return {"problems": reading.problems, "remarks": reading.remarks, "is_checked": True}


def reading_of(form: ScenarioForm, taken: set[str]) -> OwnReading:
    """The scenario of a valid form, read as a pack of its own."""
    header = "pack: {code: draft, name: Draft, tier: 3, publication: Draft, edition: Draft}\n"
    return read_own(with_record(header, "scenarios", form.record(taken)))


def codes_taken(pack: OwnPack) -> set[str]:
    """Codes of scenarios of the site and of the draft."""
    value = read(pack.text.encode("utf-8", "replace")).value
    rows = value.get("scenarios") if isinstance(value, dict) else None
    own = {row.get("code") for row in rows if isinstance(row, dict)} if isinstance(rows, list) else set()
    return {*book().scenarios, *(code for code in own if isinstance(code, str))}


def _edition(request: HttpRequest, pack: OwnPack) -> int:
    said = request.POST.get("edition", "")
    return int(said[:9]) if said.isdecimal() else pack.edition
