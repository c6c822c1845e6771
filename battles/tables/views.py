"""Pages of tables: the list, the editor, import and export, printing at scale."""

from __future__ import annotations

import json
from typing import TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests.services import current_or_new_guest
from accounts.limits import limited
from battles.board.svg.table import table_svg
from battles.engine.table.pieces import FLAGS, GROUND_CLASSES
from battles.engine.table.table import Table
from battles.tables import library, operations, services
from battles.tables.editor.palette import grouped
from battles.tables.editor.rows import handle_of, piece_row, zone_row
from battles.tables.editor.text import in_words
from battles.tables.models import Audience, DrawnTable
from battles.tables.permissions import table_to_change, table_to_read
from battles.tables.previews import picture, picture_of
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

SHOWN = 24
SCALES_MM = (3, 5, 10)
"""Printed millimetres for each inch of the table."""
LENGTHS = frozenset(("x", "y", "x2", "y2", "z", "from_z", "width", "depth", "height", "at"))
NUMBERS = frozenset(("number", "opening", "degrees"))
WORDS = frozenset(("piece", "thing", "name", "side", "kind", "ground"))


def _reader(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


@carries_out(operations.CreateTable)
@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest) -> HttpResponse:
    """The user's tables, those of others, the standard ones; POST creates one, from a size or a file."""
    refusal = None
    if request.method == "POST":
        try:
            actor = current_or_new_guest(request)
            made = perform(request, operations.CreateTable, None, actor=actor, values=_values_of_new(request))
            return redirect("battles:table", pid=made.public_id)
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


def _values_of_new(request: HttpRequest) -> dict[str, object]:
    """The fields of the operation from the form; unknown choices stand for the default. Raises NoTableFile."""
    upload, ready = request.FILES.get("file"), request.POST.get("ready", "")
    if upload is not None:
        if upload.size is not None and upload.size > services.MOST_BYTES:
            raise services.NoTableFile
        return {"document": services.read_file(upload.read())}
    if ready in library.ready_tables():
        return {"ready": ready}
    values: dict[str, object] = {"name": request.POST.get("name", "").strip()[:60]}
    if request.POST.get("size", "") in {str(one) for one in library.SIZES_IN}:
        values["size_in"] = int(request.POST["size"])
    for name, known in (("density", library.DENSITIES), ("pack", library.PACK_AMOUNTS)):
        if request.POST.get(name) in known:
            values[name] = request.POST[name]
    return values


@require_safe
def table(request: HttpRequest, pid: str) -> HttpResponse:
    """The editor of a table; for other users a picture of it."""
    found = table_to_read(request.user, pid)
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


def _values_of_change(request: HttpRequest) -> dict[str, object]:
    """The arguments of an action in the units of the operation. Raises Refusal for an invalid number."""
    given: dict[str, object] = {"flags": request.POST.getlist("flags")}
    for name, value in request.POST.items():
        if name in WORDS:
            given[name] = value[:80]
        elif name in LENGTHS or name in NUMBERS:
            try:
                number = float(value) if value else None
                if number is not None and abs(number) < 10_000:
                    given[name] = round(number * 100) if name in LENGTHS else int(number)
            except ValueError as error:
                raise Refusal("not_a_number", _("“%(said)s” is not a number.") % {"said": value[:20]}) from error
    return given


STEPS: dict[str, type[operations.TableOperation]] = {
    "undo": operations.UndoTableStep,
    "redo": operations.RedoTableStep,
}


@carries_out(operations.ChangeTable, *STEPS.values())
@require_POST
def change(request: HttpRequest, pid: str, verb: str) -> HttpResponse:
    """One change: an action, or undo and redo. A script gets the new drawing as JSON, a form the page."""
    found = table_to_change(request.user, pid)
    wants_json = "application/json" in request.headers.get("Accept", "")
    refusal = None
    try:
        step = request.POST.get("step", "")
        if verb in STEPS:
            found = perform(request, STEPS[verb], found, values={"step": step})
        else:
            values = {**_values_of_change(request), "step": step, "action": verb}
            found = perform(request, operations.ChangeTable, found, values=values)
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


@carries_out(operations.CopyTable, operations.ShareTable, operations.DeleteTable)
@require_POST
def manage(request: HttpRequest, pid: str) -> HttpResponse:
    """Share, copy or delete a table."""
    what = request.POST.get("what", "")
    if what == "copy":
        source, actor = table_to_read(request.user, pid), current_or_new_guest(request)
        copy = perform(request, operations.CopyTable, source, actor=actor)
        return redirect("battles:table", pid=copy.public_id)
    found = table_to_change(request.user, pid)
    if what == "delete":
        perform(request, operations.DeleteTable, found)
        return redirect("battles:tables")
    perform(request, operations.ShareTable, found, values={"audience": what})
    return redirect("battles:table", pid=pid)


@require_safe
def export(request: HttpRequest, pid: str) -> HttpResponse:
    """The table file."""
    found = table_to_read(request.user, pid)
    answer = HttpResponse(json.dumps(found.data, indent=1, ensure_ascii=False), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(found.name) or "table"}.json"'
    return answer


@require_safe
@limited("computations")
def print_view(request: HttpRequest, pid: str) -> HttpResponse:
    """The drawing at a scale: this many millimetres per inch."""
    found = table_to_read(request.user, pid)
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
