"""Pages of tables: the list, the editor, import and export, printing at scale."""

from __future__ import annotations

import json
from typing import TypedDict, cast

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.guests.services import current_or_new_guest
from accounts.limits import limited
from accounts.models import User
from battles.board.svg.table import table_svg
from battles.engine.table.pieces import FLAGS, GROUND_CLASSES
from battles.engine.table.table import Table
from battles.tables import library, services
from battles.tables.editor.actions import Arguments
from battles.tables.editor.palette import grouped
from battles.tables.editor.rows import handle_of, piece_row, zone_row
from battles.tables.editor.text import in_words
from battles.tables.models import Audience, DrawnTable
from battles.tables.previews import picture, picture_of
from mordheim_site.refusals import Refusal

SHOWN = 24
SCALES_MM = (3, 5, 10)
"""Printed millimetres for each inch of the table."""
LENGTHS = frozenset(("x", "y", "x2", "y2", "z", "from_z", "width", "depth", "height", "at"))
NUMBERS = frozenset(("number", "opening", "degrees"))
WORDS = frozenset(("piece", "thing", "name", "side", "kind", "ground"))


def _reader(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def table_to_read(request: HttpRequest, pid: str) -> DrawnTable:
    """A table for a user who may see it; staff see all. Raises Http404."""
    table = DrawnTable.objects.select_related("owner").filter(public_id=pid).first()
    if table is None:
        raise Http404
    is_staff = bool(getattr(request.user, "is_staff", False))
    if table.audience == Audience.PRIVATE and table.owner_id != _reader(request) and not is_staff:
        raise Http404
    return table


def _own(request: HttpRequest, pid: str) -> DrawnTable:
    table = table_to_read(request, pid)
    if table.owner_id != _reader(request):
        raise Refusal(
            "not_your_table", _("Only its owner can change a table. Copy it and change the copy."), status=403
        )
    return table


@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest) -> HttpResponse:
    """The user's tables, those of others, the standard ones; POST creates one, from a size or a file."""
    refusal = None
    if request.method == "POST":
        try:
            actor = current_or_new_guest(request)
            limits.count_request(request, "warbands", actor)
            return redirect("battles:table", pid=_begun(request, actor).public_id)
        except Refusal as no:
            refusal = no
    mine = DrawnTable.objects.filter(owner_id=_reader(request) or 0)[:SHOWN]
    others = DrawnTable.objects.filter(audience=Audience.PUBLIC).exclude(owner_id=_reader(request) or 0)
    context = {
        "mine": [_card(table) for table in mine],
        "others": [_card(table) for table in others.select_related("owner")[:SHOWN]],
        "ready": [{"table": one, "picture": picture_of(code)} for code, one in library.ready_tables().items()],
        "sizes": library.SIZES_IN,
        "refusal": refusal,
    }
    return render(request, "battles/tables/library.html", context, status=refusal.status if refusal else 200)


class Card(TypedDict):
    """A table with its small picture (SVG)."""

    table: DrawnTable
    picture: str


def _card(table: DrawnTable) -> Card:
    return {"table": table, "picture": picture(Table.from_data(table.data))}


def _begun(request: HttpRequest, actor: User) -> DrawnTable:
    now, upload, ready = timezone.now(), request.FILES.get("file"), request.POST.get("ready", "")
    if upload is not None:
        if upload.size is not None and upload.size > services.MOST_BYTES:
            raise services.NoTableFile
        return services.save_table(owner_id=actor.pk, data=services.read_file(upload.read()), at=now)
    if ready in library.ready_tables():
        return services.save_table(owner_id=actor.pk, data=library.ready_tables()[ready].data, at=now)
    size = request.POST.get("size", "")
    side = int(size) * 100 if size in {str(one) for one in library.SIZES_IN} else 2400
    name = request.POST.get("name", "").strip() or _("A table")
    if request.POST.get("density") in library.DENSITIES:
        pack = request.POST.get("pack", "none")
        made = library.table_for(
            seed=name,
            density=request.POST["density"],
            size_in=side // 100,
            pack=pack if pack in library.PACK_AMOUNTS else "none",
        )
        return services.save_table(owner_id=actor.pk, data={**made.data, "name": name[:60]}, at=now)
    return services.create(owner_id=actor.pk, name=name, width=side, length=side, at=now)


@require_safe
def table(request: HttpRequest, pid: str) -> HttpResponse:
    """The editor of a table; for other users a picture of it."""
    found = table_to_read(request, pid)
    return render(request, "battles/tables/table.html", _shown(request, found))


def _shown(request: HttpRequest, found: DrawnTable, chosen: str = "") -> dict[str, object]:
    """The context of the editor; `chosen` is the id of the selected piece, by default that of the request."""
    chosen = chosen or request.GET.get("piece") or request.POST.get("piece", "")
    drawn = Table.from_data(found.data)
    piece = next((one for one in found.data["pieces"] if one["id"] == chosen), None)
    return {
        "table": found,
        "is_owner": found.owner_id == _reader(request),
        "svg": table_svg(drawn),
        "width_in": drawn.width / 100,
        "length_in": drawn.length / 100,
        "middle": (drawn.width / 200, drawn.length / 200),
        "pieces": [handle_of(one, drawn.length, one is piece) for one in found.data["pieces"]],
        "piece": piece_row(piece) if piece is not None else None,
        "zones": [zone_row(number, zone) for number, zone in enumerate(found.data.get("zones", ()))],
        "palette": grouped(),
        "grounds": in_words(GROUND_CLASSES),
        "flags": in_words(sorted(FLAGS)),
        "audiences": Audience.choices,
        "crumbs": [{"label": _("Tables"), "url": reverse("battles:tables")}],
    }


def _arguments(request: HttpRequest) -> Arguments:
    """The values of a request in the engine's units. Raises Refusal for an invalid number."""
    given: dict[str, object] = {"flags": request.POST.getlist("flags")}
    for name, value in request.POST.items():
        if name in WORDS:
            given[name] = value
        elif name in LENGTHS or name in NUMBERS:
            try:
                number = float(value) if value else None
                if number is not None and abs(number) < 10_000:
                    given[name] = round(number * 100) if name in LENGTHS else int(number)
            except ValueError as error:
                raise Refusal("not_a_number", _("“%(said)s” is not a number.") % {"said": value[:20]}) from error
    return cast("Arguments", given)


@require_POST
def change(request: HttpRequest, pid: str, verb: str) -> HttpResponse:
    """One change: an action, or undo and redo. A script gets the new drawing as JSON, a form the page."""
    found = _own(request, pid)
    now, wants_json = timezone.now(), "application/json" in request.headers.get("Accept", "")
    refusal = None
    try:
        limits.count_request(request, "orders")
        step = (
            int(request.POST.get("step", "-1") or -1) if request.POST.get("step", "-1").lstrip("-").isdecimal() else -1
        )
        if verb == "undo":
            found = services.undo(table_id=found.pk, step=step, at=now)
        elif verb == "redo":
            found = services.redo(table_id=found.pk, step=step, at=now)
        else:
            said = _arguments(request)
            found = services.change(table_id=found.pk, name=verb, said=said, step=step, at=now)
    except Refusal as no:
        refusal = no
        found.refresh_from_db()
    is_new = verb in ("add", "duplicate") and refusal is None
    context = {**_shown(request, found, found.data["pieces"][-1]["id"] if is_new else ""), "refusal": refusal}
    status = refusal.status if refusal else 200
    if wants_json:
        html = render_to_string("battles/tables/_editor.html", context, request)
        return JsonResponse(
            {"step": found.step, "html": html, "refused": str(refusal) if refusal else ""}, status=status
        )
    return render(request, "battles/tables/table.html", context, status=status)


@require_POST
def manage(request: HttpRequest, pid: str) -> HttpResponse:
    """Share, copy or delete a table."""
    what = request.POST.get("what", "")
    if what == "copy":
        source, actor = table_to_read(request, pid), current_or_new_guest(request)
        limits.count_request(request, "warbands", actor)
        copy = services.save_table(owner_id=actor.pk, data=source.data, at=timezone.now())
        return redirect("battles:table", pid=copy.public_id)
    found = _own(request, pid)
    if what == "delete":
        services.delete(table_id=found.pk)
        return redirect("battles:tables")
    if what in Audience.values:
        services.share(table_id=found.pk, audience=what)
        return redirect("battles:table", pid=pid)
    raise Refusal("no_such_act", _("The table editor has no such action."))


@require_safe
def export(request: HttpRequest, pid: str) -> HttpResponse:
    """The table file."""
    found = table_to_read(request, pid)
    answer = HttpResponse(json.dumps(found.data, indent=1, ensure_ascii=False), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(found.name) or "table"}.json"'
    return answer


@require_safe
@limited("computations")
def print_view(request: HttpRequest, pid: str) -> HttpResponse:
    """The drawing at a scale: this many millimetres per inch."""
    found = table_to_read(request, pid)
    asked = request.GET.get("mm", "")
    scale = int(asked) if asked in {str(one) for one in SCALES_MM} else SCALES_MM[0]
    drawn = Table.from_data(found.data)
    context = {
        "table": found,
        "svg": table_svg(drawn),
        "width_in": drawn.width / 100,
        "length_in": drawn.length / 100,
        "width_mm": round(drawn.width / 100 * scale),
        "length_mm": round(drawn.length / 100 * scale),
        "scale": scale,
        "scales": SCALES_MM,
    }
    return render(request, "battles/tables/print.html", context)
