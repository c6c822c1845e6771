"""The editor of a custom pack. An author starts from a sample, a file or an empty text, gets mistakes while typing,
saves, and releases."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from catalogue.custom_packs import operations, selectors, services
from catalogue.custom_packs.codes import DRAFT, release_code
from catalogue.custom_packs.library import book_of_part
from catalogue.custom_packs.permissions import pack_to_edit
from catalogue.custom_packs.reader import MOST_TOLD, CustomPackReading, read_custom_pack
from catalogue.custom_packs.record_edits import records_in
from catalogue.custom_packs.views import author_of, crumbs
from catalogue.models import CustomPack
from mordheim_site.operations.messages import NotUnderstood
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

EMPTY = "pack: {code: my_pack, name: New pack, tier: 3, publication: My notes, edition: First}\n"


@carries_out(operations.CreatePack)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """The form that creates a pack."""
    refusal = None
    if request.method == "POST":
        try:
            author = author_of(request)
            values = {"text": _first_text(request)}
            pack = perform(request, operations.CreatePack, None, actor=author, values=values)
            return redirect("catalogue:own_edit", pack.public_id)
        except Refusal as error:
            refusal = error
    context = {"refusal": refusal, "key": request.POST.get("idempotency_key", "")[:60], "crumbs": crumbs()}
    status = refusal.status if refusal is not None else 200
    return render(request, "catalogue/custom_packs/new.html", context, status=status)


def _first_text(request: HttpRequest) -> str:
    how = request.POST.get("how", "")
    if how == "file":
        upload = request.FILES.get("file")
        if upload is None:
            raise services.InvalidPackText(message=_("Choose a file first."))
        return services.text_of(upload.read(services.MAX_BYTES + 1))
    if how == "empty":
        return EMPTY
    if how == "sample":
        return selectors.sample()
    raise Refusal("no_such_choice", _("Choose how to start: with the sample, empty, or from a file."))


@carries_out(operations.SaveDraft)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, pid: str) -> HttpResponse:
    """The text of a draft with all its mistakes. A POST saves it, with or without mistakes."""
    pack = pack_to_edit(request.user, pid)
    if request.method != "POST":
        return _render(request, pack, pack.text)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    try:
        upload = request.FILES.get("file")
        if upload is not None:
            text = services.text_of(upload.read(services.MAX_BYTES + 1))
        elif "text" not in request.POST:
            raise services.InvalidPackText(message=_("The request contained no text. Nothing was saved."))
        perform(request, operations.SaveDraft, pack, values={"text": text, "edition": edition_of(request)})
    except services.StaleDraft as stale:
        pack.refresh_from_db()
        return _render(request, pack, text, stale)
    except Refusal as refusal:
        return _render(request, pack, text or pack.text, refusal)
    messages.success(request, _("The draft is saved."))
    return redirect("catalogue:own_edit", pid)


def edition_of(request: HttpRequest) -> int:
    """Number of the edition on which the submitted form is based; 0 if it is missing, which every operation refuses."""
    text = request.POST.get("edition", "")
    return int(text[:9]) if text.isdecimal() else 0


@carries_out(operations.CheckPack)
@require_POST
@login_required
def check(request: HttpRequest, pid: str) -> HttpResponse:
    """The mistakes of a text, as a fragment; nothing is saved."""
    pack = pack_to_edit(request.user, pid)
    text = request.POST.get("text", "")[: services.MAX_BYTES + 1]
    try:
        reading = perform(request, operations.CheckPack, None, values={"text": text})
    except NotUnderstood:
        reading = read_custom_pack(text)  # it says that the text is too long
    return render(request, "catalogue/custom_packs/_checks.html", _checks(pack, reading))


@carries_out(operations.ReleasePack)
@require_POST
@login_required
def release(request: HttpRequest, pid: str) -> HttpResponse:
    """Freeze the saved draft as the next version."""
    pack = pack_to_edit(request.user, pid)
    try:
        values = {"note": request.POST.get("note", "")[:300], "edition": edition_of(request)}
        made = perform(request, operations.ReleasePack, pack, values=values)
    except Refusal as refusal:
        pack.refresh_from_db()
        return _render(request, pack, pack.text, refusal)
    messages.success(request, _("Version %(n)d is released. It never changes again.") % {"n": made.number})
    return redirect("catalogue:own_pack", pid)


def _checks(pack: CustomPack, reading: CustomPackReading) -> dict[str, object]:
    contents = None
    if reading.part is not None:
        draft = release_code(pack.key, DRAFT)
        contents = selectors.contents_of(book_of_part(reading.part, draft), draft)
    problems = reading.problems
    return {
        "pack": pack,
        "problems": problems,
        "is_cut": len(problems) >= MOST_TOLD,
        "contents": contents,
        "remarks": reading.remarks,
    }


def _render(request: HttpRequest, pack: CustomPack, text: str, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        **_checks(pack, read_custom_pack(text)),
        "text": text,
        "skeletons": selectors.skeletons(),
        "scenarios": [row for row in records_in(pack.text, "scenarios") if row.get("code") and row.get("name")],
        "refusal": refusal,
        "crumbs": crumbs((pack.name, reverse("catalogue:own_pack", args=[pack.public_id]))),
    }
    return render(
        request, "catalogue/custom_packs/edit.html", context, status=refusal.status if refusal is not None else 200
    )
