"""The editor of a custom pack: start from a sample, a file or empty; check while typing; save; release."""

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
from catalogue.custom_packs import selectors, services
from catalogue.custom_packs.codes import DRAFT, release_code
from catalogue.custom_packs.library import book_of_part
from catalogue.custom_packs.permissions import pack_to_edit
from catalogue.custom_packs.reader import MOST_TOLD, OwnReading, read_own
from catalogue.custom_packs.record_edits import records_in
from catalogue.custom_packs.views import author_of, crumbs
from catalogue.models import OwnPack
from mordheim_site.refusals import Refusal

EMPTY = "pack: {code: my_pack, name: New pack, tier: 3, publication: My notes, edition: First}\n"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Begin a pack."""
    refusal = None
    if request.method == "POST":
        try:
            author = author_of(request)
            limits.count_request(request, "packs", author)
            key = request.POST.get("idempotency_key", "")[:60]
            pack = services.create_pack(
                owner_id=author.pk, text=_first_text(request), at=timezone.now(), source_key=key
            )
            return redirect("catalogue:own_edit", pack.public_id)
        except Refusal as said:
            refusal = said
    context = {"refusal": refusal, "key": request.POST.get("idempotency_key", "")[:60], "crumbs": crumbs()}
    status = refusal.status if refusal is not None else 200
    return render(request, "catalogue/custom_packs/new.html", context, status=status)


def _first_text(request: HttpRequest) -> str:
    how = request.POST.get("how", "")
    if how == "file":
        upload = request.FILES.get("file")
        if upload is None:
            raise services.UnfitText(message=_("Choose a file first."))
        return services.text_of(upload.read(services.MAX_BYTES + 1))
    if how == "empty":
        return EMPTY
    if how == "sample":
        return selectors.sample()
    raise Refusal("no_such_choice", _("Choose how to start: with the sample, empty, or from a file."))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, pid: str) -> HttpResponse:
    """The text with all its mistakes; a POST saves it in any case."""
    pack = pack_to_edit(request.user, pid)
    if request.method != "POST":
        return _drawn(request, pack, pack.text)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    try:
        limits.count_request(request, "orders")
        upload = request.FILES.get("file")
        if upload is not None:
            text = services.text_of(upload.read(services.MAX_BYTES + 1))
        elif "text" not in request.POST:
            raise services.UnfitText(message=_("The request contained no text. Nothing was saved."))
        services.save_draft(pack_id=pack.pk, text=text, edition=_edition(request), at=timezone.now())
    except services.StaleDraft as stale:
        pack.refresh_from_db()
        return _drawn(request, pack, text, stale)
    except Refusal as refusal:
        return _drawn(request, pack, text or pack.text, refusal)
    messages.success(request, _("The draft is saved."))
    return redirect("catalogue:own_edit", pid)


def _edition(request: HttpRequest) -> int:
    said = request.POST.get("edition", "")
    return int(said[:9]) if said.isdecimal() else 0


@require_POST
@login_required
def check(request: HttpRequest, pid: str) -> HttpResponse:
    """The mistakes of a text, as a fragment; nothing is saved."""
    pack = pack_to_edit(request.user, pid)
    limits.count_request(request, "checks")
    text = request.POST.get("text", "")[: services.MAX_BYTES + 1]
    return render(request, "catalogue/custom_packs/_checks.html", _checks(pack, read_own(text)))


@require_POST
@login_required
def release(request: HttpRequest, pid: str) -> HttpResponse:
    """Freeze the saved draft as the next version."""
    pack = pack_to_edit(request.user, pid)
    try:
        limits.count_request(request, "packs")
        note = request.POST.get("note", "")[:300]
        made = services.release(pack_id=pack.pk, note=note, edition=_edition(request), at=timezone.now())
    except Refusal as refusal:
        pack.refresh_from_db()
        return _drawn(request, pack, pack.text, refusal)
    messages.success(request, _("Version %(n)d is released. It never changes again.") % {"n": made.number})
    return redirect("catalogue:own_pack", pid)


def _checks(pack: OwnPack, reading: OwnReading) -> dict[str, object]:
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


def _drawn(request: HttpRequest, pack: OwnPack, text: str, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        **_checks(pack, read_own(text)),
        "text": text,
        "skeletons": selectors.skeletons(),
        "scenarios": [row for row in records_in(pack.text, "scenarios") if row.get("code") and row.get("name")],
        "refusal": refusal,
        "crumbs": crumbs((pack.name, reverse("catalogue:own_pack", args=[pack.public_id]))),
    }
    return render(
        request, "catalogue/custom_packs/edit.html", context, status=refusal.status if refusal is not None else 200
    )
