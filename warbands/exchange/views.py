"""Pages to export and import rosters. An import first shows a report; a second request saves the warband."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from django.contrib import messages
from django.core import signing
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.guests.services import current_or_new_guest
from accounts.limits import limited
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal
from warbands.core.drafts import Started
from warbands.core.injury_sources import injury_source
from warbands.core.permissions import warband_to_read
from warbands.core.state_storage import load_state
from warbands.exchange import csv_table, pdf_sheets, save, tabletop_simulator, text
from warbands.exchange.blank_sheets import blank_pdf
from warbands.exchange.file_reader import MOST_BYTES, Reading
from warbands.exchange.names import Report
from warbands.exchange.operations import ImportWarband, ReadRosterFile
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.roster_builder import MOST_WARBANDS
from warbands.exchange.sources import SOURCES
from warbands.models import Visibility, Warband
from warbands.rules.check import check_roster
from warbands.rules.member_facts import ABBREVIATIONS
from warbands.shared.sheet import Roster, roster_of

SALT = "warbands.import"
KEPT_SECONDS = 24 * 3600
"""Seconds for which a report can still be saved."""
Response = tuple[str | bytes, str, str]


def _as_text(request: HttpRequest, warband: Warband, roster: Roster) -> Response:
    return text.text_of(roster, save.save_of(load_state(warband))), "text/plain; charset=utf-8", "txt"


def _as_json(request: HttpRequest, warband: Warband, roster: Roster) -> Response:
    remarks = {"house_rules": roster.house_lines, "not_by_the_book": roster.violation_lines}
    return save.as_json(save.save_of(load_state(warband)), **remarks), "application/json", "json"


def _as_csv(request: HttpRequest, warband: Warband, roster: Roster) -> Response:
    return "\ufeff" + csv_table.csv_of(roster), "text/csv; charset=utf-8", "csv"


def _as_cards_text(request: HttpRequest, warband: Warband, roster: Roster) -> Response:
    return tabletop_simulator.cards_of(roster), "text/plain; charset=utf-8", "tts.txt"


def _as_sheet(request: HttpRequest, warband: Warband, roster: Roster) -> Response:
    return _pdf(request, warband, roster, "roster"), "application/pdf", "pdf"


def _as_small_sheet(request: HttpRequest, warband: Warband, roster: Roster) -> Response:
    return _pdf(request, warband, roster, "roster", "a5"), "application/pdf", "a5.pdf"


def _as_cards(request: HttpRequest, warband: Warband, roster: Roster) -> Response:
    return _pdf(request, warband, roster, "cards"), "application/pdf", "cards.pdf"


def _pdf(
    request: HttpRequest, warband: Warband, roster: Roster, sheet: pdf_sheets.Sheet, paper: pdf_sheets.Paper = "a4"
) -> bytes:
    address = reverse("warbands:roster", args=[warband.public_id])
    if warband.visibility == Visibility.LINK and request.user.is_authenticated and request.user.pk == warband.owner_id:
        address += f"?key={warband.share_key}"
    elif request.GET.get("key", "").isalnum():
        address += f"?key={request.GET['key']}"
    url = request.build_absolute_uri(address)
    return pdf_sheets.pdf_of(roster, sheet, url=url, on=timezone.localdate(), paper=paper)


FORMS: dict[str, Callable[[HttpRequest, Warband, Roster], Response]] = {
    "text": _as_text,
    "json": _as_json,
    "csv": _as_csv,
    "tts": _as_cards_text,
    "sheet": _as_sheet,
    "sheet-a5": _as_small_sheet,
    "cards": _as_cards,
}


BLANK_FORMS: Final[dict[str, tuple[pdf_sheets.Sheet, pdf_sheets.Paper]]] = {
    "sheet": ("roster", "a4"),
    "sheet-a5": ("roster", "a5"),
    "cards": ("cards", "a4"),
}


@require_safe
@limited("computations")
def blank(request: HttpRequest, form: str) -> HttpResponse:
    """A blank sheet or blank cards as PDF, to print or to fill in on a screen. 404 for an unknown form."""
    if form not in BLANK_FORMS:
        raise Http404
    answer = HttpResponse(blank_pdf(*BLANK_FORMS[form]), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="blank-{form}.pdf"'
    return answer


@require_safe
@limited("computations")
def export(request: HttpRequest, pid: str, form: str) -> HttpResponse:
    """The warband as a file: text, json, csv, tts, sheet, sheet-a5 or cards (the last three PDF)."""
    warband = warband_to_read(request.user, pid, share_key=request.GET.get("key", ""))
    write = FORMS.get(form)
    if write is None:
        raise Http404
    body, kind, ending = write(request, warband, roster_of(warband))
    answer = HttpResponse(body, content_type=kind)
    name = slugify(warband.name) or "warband"
    shown = "inline" if kind == "application/pdf" else "attachment"
    answer["Content-Disposition"] = f'{shown}; filename="{name}.{ending}"'
    return answer


@require_safe
def save_schema(request: HttpRequest) -> JsonResponse:
    """The JSON schema of a warband's document."""
    return JsonResponse(save.schema())


@carries_out(ReadRosterFile, ImportWarband)
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest) -> HttpResponse:
    """Form to choose or paste a file. A POST shows a report of what was understood, with a button to save it."""
    if request.method != "POST":
        return render(request, "warbands/exchange/import.html", {"crumbs": _crumbs()})
    try:
        if "read" in request.POST or "several" in request.POST:
            return _keep(request)
        limits.count_request(request, "computations")
        readings, refused = ReadRosterFile(content=_sent(request)).readings()  # visitors may read a file too
    except Refusal as refusal:
        context = {"refusal": refusal, "said": request.POST.get("text", "")[:MOST_BYTES], "crumbs": _crumbs()}
        return render(request, "warbands/exchange/import.html", context, status=refusal.status)
    if len(readings) > 1 or refused:
        context = {"reports": [_report(reading) for reading in readings], "refused": refused, "crumbs": _crumbs()}
        return render(request, "warbands/exchange/import_several.html", context)
    return render(request, "warbands/exchange/import_report.html", _report(readings[0]))


def _sent(request: HttpRequest) -> bytes:
    upload = request.FILES.get("file")
    if upload is not None:
        if upload.size is not None and upload.size > MOST_BYTES:
            raise UnreadableFile(_("The file is too large: the maximum is 1 MB."))
        return upload.read()
    return request.POST.get("text", "").encode()


def _keep(request: HttpRequest) -> HttpResponse:
    """Save one warband, or the chosen ones of a campaign file. If one of them is refused, none is saved."""
    try:
        chosen = [signing.loads(token, salt=SALT, max_age=KEPT_SECONDS) for token in request.POST.getlist("read")]
    except signing.BadSignature as error:
        raise UnreadableFile(_("The report has expired or was changed. Choose the file again.")) from error
    if not chosen:
        raise UnreadableFile(_("No warband was chosen, so none was saved. Choose the file again."))
    actor = current_or_new_guest(request)
    started: list[Started] = []
    with transaction.atomic():
        for kept in chosen[:MOST_WARBANDS]:
            values = {"document": kept["save"], "source": kept["source"]}
            key = f"import:{kept['once']}"
            started.append(perform(request, ImportWarband, None, actor=actor, values=values, source_key=key))
    if len(started) == 1:
        return redirect("warbands:roster", started[0].public_id)
    messages.success(request, _("%(n)d warbands are saved.") % {"n": len(started)})
    return redirect("warbands:list")


def _report(reading: Reading) -> dict[str, Any]:
    facts = book()
    state = save.state_from_save(reading.save, new_public_id)
    kept = {"save": reading.save.model_dump(), "source": reading.source, "once": new_public_id()}
    report: Report = reading.report
    return {
        "reading": reading,
        "source": SOURCES[reading.source],
        "type_name": facts.warband_types[reading.save.warband_type].name,
        "warriors": [
            {
                "name": warrior.name,
                "count": warrior.headcount,
                "entry": facts.warrior_types[warrior.entry].name,
                "experience": warrior.experience,
                "kit": _kit_of(warrior.kit, facts),
                "knows": ", ".join(_known_of(warrior, facts)),
            }
            for warrior in reading.save.warriors
        ],
        "stash": _kit_of(reading.save.stash, facts),
        "shards": reading.save.shards,
        "guessed": report.guessed,
        "left_out": report.left_out,
        "notes": report.notes,
        "breaches": [str(violation.sentence) for violation in check_roster(state, facts)],
        "kept": signing.dumps(kept, salt=SALT, compress=True),
        "crumbs": _crumbs(),
    }


def _kit_of(lines: Sequence[save.SavedKit], facts: Book) -> str:
    names = [
        facts.items[line.item].name + (f" ({facts.items[line.material].name})" if line.material else "")
        for line in lines
    ]
    return ", ".join(
        f"{line.count} × {name}" if line.count > 1 else name for line, name in zip(lines, names, strict=True)
    )


def _known_of(warrior: save.SavedWarrior, facts: Book) -> Iterator[str]:
    """Names of everything that a warrior has from advances and injuries."""
    yield from (f"{by:+d} {ABBREVIATIONS[name]}" for name, by in warrior.increases.items() if name in ABBREVIATIONS)
    for codes, known in (
        (warrior.skills, facts.skills),
        (warrior.spells, facts.spells),
        (warrior.mutations, facts.mutations),
    ):
        yield from (known[code].name for code in codes)
    for mark in warrior.injuries:
        fact = injury_source(mark.code, facts)
        yield fact.name if fact is not None else mark.code


def _crumbs() -> list[dict[str, str]]:
    return [{"label": _("Warbands"), "url": reverse("warbands:list")}]
