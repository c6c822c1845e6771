"""Pages to add a scenario to a draft with a form, change it and remove it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from catalogue.custom_packs import operations, services
from catalogue.custom_packs.permissions import pack_to_edit
from catalogue.custom_packs.reader import CustomPackReading, read_custom_pack
from catalogue.custom_packs.record_edits import records_in, with_changed, with_record
from catalogue.custom_packs.scenarios.form import ScenarioForm
from catalogue.custom_packs.scenarios.values import changed, values_of
from catalogue.custom_packs.views import crumbs
from catalogue.models import CustomPack
from catalogue.packs.installed import book
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

KIND = "scenarios"


@carries_out(operations.SaveDraft)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add(request: HttpRequest, pid: str) -> HttpResponse:
    """A form, empty or with the values of the draft's scenario `code`; it is added to the draft as text, with or
    without faults. `do=remove` removes the scenario.
    """
    pack = pack_to_edit(request.user, pid)
    code = (request.POST if request.method == "POST" else request.GET).get("code", "")[:64]
    record = _record(pack, code)
    if code and record is None and request.method != "POST":
        raise Http404
    form, refusal = _form(request, record), None
    if request.method == "POST" and (_is_removal(request) or form.is_valid()):
        try:
            text = _kept(request, pack, form, code)
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, text)
            return redirect("catalogue:own_edit", pid)
    context = {
        "pack": pack,
        "form": form,
        "code": code,
        "refusal": refusal,
        "crumbs": crumbs(
            (pack.name, reverse("catalogue:own_pack", args=[pack.public_id])),
            (_("Draft"), reverse("catalogue:own_edit", args=[pack.public_id])),
        ),
        **(checks_of(pack, form, record) if form.is_bound and form.is_valid() else {}),
    }
    status = refusal.status if refusal is not None else 422 if form.errors else 200
    return render(request, "catalogue/custom_packs/scenario.html", context, status=status)


def _is_removal(request: HttpRequest) -> bool:
    return request.POST.get("do") == "remove"


def _record(pack: CustomPack, code: str) -> dict[str, Any] | None:
    return next((row for row in records_in(pack.text, KIND) if code and row.get("code") == code), None)


def _form(request: HttpRequest, record: dict[str, Any] | None) -> ScenarioForm:
    if request.method == "POST" and not _is_removal(request):
        return ScenarioForm(request.POST)
    return ScenarioForm(initial=values_of(record)) if record is not None else ScenarioForm()


def _kept(request: HttpRequest, pack: CustomPack, form: ScenarioForm, code: str) -> str:
    """Save the form into the draft. Returns the message to show. Raises StaleDraft, RecordNotFound, CannotInsert."""
    edition = _edition(request, pack)
    if edition != pack.edition:
        raise services.StaleDraft
    record = _record(pack, code)
    if _is_removal(request):
        text = with_changed(pack.text, KIND, code, None)
        message = _("%(name)s is removed from the draft.") % {"name": record.get("name", code) if record else code}
    elif code:
        made = changed(record, form) if record is not None else form.record(codes_taken(pack), code)
        text = with_changed(pack.text, KIND, code, made)
        message = _("%(name)s is updated in the draft.") % {"name": form.cleaned_data["name"]}
    else:
        text = with_record(pack.text, KIND, form.record(codes_taken(pack)))
        message = _("%(name)s is added to the draft.") % {"name": form.cleaned_data["name"]}
    perform(request, operations.SaveDraft, pack, values={"text": text, "edition": edition})
    return message


@carries_out(operations.CheckPack)
@require_POST
@login_required
def check(request: HttpRequest, pid: str) -> HttpResponse:
    """Checks of the board and the guidelines for the current form, as a fragment; nothing is saved."""
    pack = pack_to_edit(request.user, pid)
    form = ScenarioForm(request.POST)
    context = {}
    if form.is_valid():
        text = text_of(form, codes_taken(pack), _record(pack, request.POST.get("code", "")))
        context = checked(perform(request, operations.CheckPack, None, values={"text": text}))
    return render(request, "catalogue/custom_packs/_scenario_checks.html", {"form": form, **context})


def checks_of(pack: CustomPack, form: ScenarioForm, record: dict[str, Any] | None = None) -> dict[str, object]:
    """Mistakes of this scenario alone, as sentences, and advice about it; `record` is the scenario that is being
    changed, if any."""
    return checked(reading_of(form, codes_taken(pack), record))


def checked(reading: CustomPackReading) -> dict[str, object]:
    """Template context with the mistakes of a pack and the advice about it."""
    return {"problems": reading.problems, "remarks": reading.remarks, "is_checked": True}


def reading_of(form: ScenarioForm, taken: set[str], record: dict[str, Any] | None = None) -> CustomPackReading:
    """The result of reading a pack that has only the scenario of a valid form."""
    return read_custom_pack(text_of(form, taken, record))


def text_of(form: ScenarioForm, taken: set[str], record: dict[str, Any] | None = None) -> str:
    """The text of a pack that has only the scenario of a valid form."""
    header = "pack: {code: draft, name: Draft, tier: 3, publication: Draft, edition: Draft}\n"
    made = changed(record, form) if record is not None else form.record(taken)
    return with_record(header, KIND, made)


def codes_taken(pack: CustomPack) -> set[str]:
    """Codes of scenarios of the site and of the draft."""
    own = (row.get("code") for row in records_in(pack.text, KIND))
    return {*book().scenarios, *(code for code in own if isinstance(code, str))}


def _edition(request: HttpRequest, pack: CustomPack) -> int:
    text = request.POST.get("edition", "")
    return int(text[:9]) if text.isdecimal() else pack.edition
