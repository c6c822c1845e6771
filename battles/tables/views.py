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
from pydantic import ValidationError

from accounts.guests.services import current_or_new_guest
from accounts.limits import limited
from battles.board.scene.text import SCENE
from battles.board.text.scripts import texts_for_page
from battles.engine.table.pieces import FLAGS, GROUND_CLASSES
from battles.tables import library, operations, selectors, services
from battles.tables.editor.operations import EDITS, Edit
from battles.tables.editor.palette import grouped
from battles.tables.editor.rows import handle_of, piece_row, zone_row
from battles.tables.editor.text import in_words
from battles.tables.models import Audience, DrawnTable
from battles.tables.operation import TableOperation
from battles.tables.permissions import table_to_change, table_to_read
from battles.tables.previews import layers_of, picture_of, picture_of_version
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

SHOWN = 24
SCALES_MM = (3, 5, 10)
"""Scales for printing: printed millimetres for each inch of the table."""
LENGTHS = frozenset(("x", "y", "x2", "y2", "z", "from_z", "width", "depth", "height", "at"))
NUMBERS = frozenset(("number", "opening", "degrees"))


def _reader(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


@carries_out(operations.CreateTable)
@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest) -> HttpResponse:
    """The user's tables, those of others, and the standard ones. A POST creates a table from a size or a file."""
    refusal = None
    if request.method == "POST":
        try:
            actor = current_or_new_guest(request)
            made = perform(request, operations.CreateTable, None, actor=actor, values=_values_of_new(request))
            return redirect("battles:table", pid=made.public_id)
        except Refusal as error:
            refusal = error
    reader_id = _reader(request)
    context = {
        "mine": [_card(table) for table in selectors.own_tables(reader_id)[:SHOWN]],
        "others": [_card(table) for table in selectors.shared_tables(reader_id)[:SHOWN]],
        "ready": [{"table": table, "picture": picture_of(code)} for code, table in library.ready_tables().items()],
        "sizes": library.SIZES_IN,
        "refusal": refusal,
    }
    return render(request, "battles/tables/library.html", context, status=refusal.status if refusal else 200)


class Card(TypedDict):
    """A table with a small picture of it (SVG)."""

    table: DrawnTable
    picture: str


def _card(table: DrawnTable) -> Card:
    return {"table": table, "picture": picture_of_version(table.version, table.data)}


def _values_of_new(request: HttpRequest) -> dict[str, object]:
    """The fields of the operation from the form; unknown choices are replaced by the default. Raises NoTableFile."""
    upload, ready = request.FILES.get("file"), request.POST.get("ready", "")
    if upload is not None:
        if upload.size is not None and upload.size > services.MOST_BYTES:
            raise services.NoTableFile
        return {"document": services.read_file(upload.read())}
    if ready in library.ready_tables():
        return {"ready": ready}
    values: dict[str, object] = {"name": request.POST.get("name", "").strip()[:60]}
    if request.POST.get("size", "") in {str(size) for size in library.SIZES_IN}:
        values["size_in"] = int(request.POST["size"])
    for name, known in (("density", library.DENSITIES), ("pack", library.PACK_AMOUNTS)):
        if request.POST.get(name) in known and (name == "density" or "density" in values):
            values[name] = request.POST[name]
    return values


@require_safe
def table(request: HttpRequest, pid: str) -> HttpResponse:
    """The editor of a table; other users see a picture of it."""
    found = table_to_read(request.user, pid)
    return render(request, "battles/tables/table.html", _shown(request, found))


@require_safe
def scene(request: HttpRequest, pid: str) -> HttpResponse:
    """The fragment that the 3D view of a table needs. It is loaded when the view is opened for the first time."""
    table_to_read(request.user, pid)
    return render(request, "battles/board/scene/_table.html", {"words": texts_for_page(SCENE)})


def _shown(request: HttpRequest, found: DrawnTable, chosen: str = "") -> dict[str, object]:
    """Template context of the editor. `chosen` is the id of the selected piece, by default the one in the request."""
    chosen = chosen or request.GET.get("piece") or request.POST.get("piece", "")
    width, length = found.data["width"], found.data["length"]
    piece = next((piece for piece in found.data["pieces"] if piece["id"] == chosen), None)
    return {
        "table": found,
        "is_owner": found.owner_id == _reader(request),
        "svg": layers_of(found),
        "width_in": width / 100,
        "length_in": length / 100,
        "middle": (width / 200, length / 200),
        "pieces": [handle_of(other, length, other is piece) for other in found.data["pieces"]],
        "piece": piece_row(piece) if piece is not None else None,
        "zones": [zone_row(number, zone) for number, zone in enumerate(found.data.get("zones", ()))],
        "palette": grouped(),
        "grounds": in_words(GROUND_CLASSES),
        "flags": in_words(sorted(FLAGS)),
        "audiences": Audience.choices,
        "crumbs": [{"label": _("Tables"), "url": reverse("battles:tables")}],
    }


def _values_of_change(request: HttpRequest, operation: type[Edit]) -> dict[str, object]:
    """The fields of an action from the form, in the units of the operation. Raises Refusal for a number that is missing
    or invalid."""
    given: dict[str, object] = {}
    for name, info in operation.model_fields.items():
        value = request.POST.get(name)
        if name == "flags":
            given[name] = request.POST.getlist(name)
        elif name in LENGTHS or name in NUMBERS:
            if value:
                given[name] = _number(value, 100 if name in LENGTHS else 1)
            elif info.is_required():
                raise Refusal("value_missing", _("A value is missing: enter position, size and height."))
        elif value is not None:
            given[name] = value
    return given


def _number(value: str, factor: int) -> int:
    try:
        number = float(value)
    except ValueError as error:
        raise Refusal("not_a_number", _("“%(text)s” is not a number.") % {"text": value[:20]}) from error
    if not abs(number) < 10_000:
        raise Refusal("not_a_number", _("“%(text)s” is not a number below 10,000.") % {"text": value[:20]})
    return round(number * factor)


def _why_not(request: HttpRequest, found: DrawnTable, verb: str) -> str:
    """Why an action would be refused; "" if it is possible."""
    try:
        if verb in EDITS:
            edit = EDITS[verb].model_validate({**_values_of_change(request, EDITS[verb]), "step": found.step})
            services.check_change(found.data, edit.changed(found.data))
    except Refusal as refusal:
        sentences = [sentence for field in (refusal.fields or {}).values() for sentence in field]
        return str(sentences[0] if sentences else refusal)
    except ValidationError:
        return _("This piece cannot be placed there.")
    return ""


STEPS: dict[str, type[TableOperation]] = {"undo": operations.UndoTableStep, "redo": operations.RedoTableStep}


@carries_out(*EDITS.values(), *STEPS.values())
@require_POST
def change(request: HttpRequest, pid: str, verb: str) -> HttpResponse:
    """Make one change: an action, undo or redo. A script gets the new drawing as JSON, a form gets the page. With
    `try`, nothing is stored: while a piece is dragged, the script learns whether the action would be refused."""
    found = table_to_change(request.user, pid)
    if "try" in request.POST:
        return JsonResponse({"refused": _why_not(request, found, verb)})
    wants_json = "application/json" in request.headers.get("Accept", "")
    refusal = None
    try:
        if verb in EDITS:
            found = perform(request, EDITS[verb], found, values=_values_of_change(request, EDITS[verb]))
        elif verb in STEPS:
            found = perform(request, STEPS[verb], found, values={"step": request.POST.get("step", "")})
        else:
            raise Refusal("no_such_act", _("The table editor has no such action."))
    except Refusal as error:
        refusal = error
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
    """Download the table file."""
    found = table_to_read(request.user, pid)
    answer = HttpResponse(json.dumps(found.data, indent=1, ensure_ascii=False), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(found.name) or "table"}.json"'
    return answer


@require_safe
@limited("computations")
def print_view(request: HttpRequest, pid: str) -> HttpResponse:
    """The drawing at a scale of this many millimetres per inch."""
    found = table_to_read(request.user, pid)
    wanted = request.GET.get("mm", "")
    scale = int(wanted) if wanted in {str(scale_mm) for scale_mm in SCALES_MM} else SCALES_MM[0]
    width, length = found.data["width"], found.data["length"]
    context = {
        "table": found,
        "svg": layers_of(found),
        "width_in": width / 100,
        "length_in": length / 100,
        "width_mm": round(width / 100 * scale),
        "length_mm": round(length / 100 * scale),
        "scale": scale,
        "scales": SCALES_MM,
    }
    return render(request, "battles/tables/print.html", context)
