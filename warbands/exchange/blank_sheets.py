"""Blank roster sheets and warrior cards as PDF, to print or to fill in on a screen. typst sets the page and reports
where each field is; pypdf adds the form."""

from __future__ import annotations

import io
import json
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from warbands.exchange.pdf_sheets import HERE, Paper, Sheet
from warbands.rules.member_facts import ABBREVIATIONS

WARRIORS: Final = {"a4": 10, "a5": 8}
"""Warriors on a sheet, by the size of the paper."""
PRINTED: Final = 4
"""Flag of a field that is printed with the page."""
FONT, SIZE = "Helv", 8


def blank_pdf(sheet: Sheet, paper: Paper = "a4") -> bytes:
    """A blank sheet, or nine blank cards on A4, with form fields."""
    values = {
        "sheet": sheet,
        "paper": "a4" if sheet == "cards" else paper,
        "warriors": WARRIORS[paper],
        "stats": [str(short) for short in ABBREVIATIONS.values()],
        "words": _words(),
        "language": (get_language() or "en").split("-")[0],
    }
    return _compiled(json.dumps(values))


@lru_cache(maxsize=8)
def _compiled(values: str) -> bytes:
    import typst  # rarely needed, and large

    source = str(HERE / "blank.typ")
    inputs = {"values": values}
    page = typst.compile(source, root=str(HERE), sys_inputs=inputs)
    return _with_form(page, json.loads(typst.query(source, "<field>", field="value", sys_inputs=inputs)))


def _with_form(page: bytes, fields: list[dict[str, Any]]) -> bytes:
    """The PDF with a text field at each of these places, which are measured in points from the top left corner."""
    # Imported only when needed, to save memory in every process.
    from pypdf import PdfWriter
    from pypdf.generic import (
        ArrayObject,
        BooleanObject,
        DictionaryObject,
        FloatObject,
        NameObject,
        NumberObject,
        TextStringObject,
    )

    writer = PdfWriter(clone_from=io.BytesIO(page))
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
            NameObject("/Encoding"): NameObject("/WinAnsiEncoding"),
        }
    )
    appearance = TextStringObject(f"/{FONT} {SIZE} Tf 0 g")
    of_form, of_page = ArrayObject(), [ArrayObject() for _page in writer.pages]
    for field in fields:
        number = field["page"] - 1
        top = float(writer.pages[number].mediabox.height) - field["y"]
        corners = (field["x"], top - field["height"], field["x"] + field["width"], top)
        widget = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Annot"),
                NameObject("/Subtype"): NameObject("/Widget"),
                NameObject("/FT"): NameObject("/Tx"),
                NameObject("/T"): TextStringObject(field["name"]),
                NameObject("/TU"): TextStringObject(field["name"]),
                NameObject("/F"): NumberObject(PRINTED),
                NameObject("/DA"): appearance,
                NameObject("/Rect"): ArrayObject([FloatObject(corner) for corner in corners]),
            }
        )
        reference = writer._add_object(widget)
        of_form.append(reference)
        of_page[number].append(reference)
    for number, widgets in enumerate(of_page):
        writer.pages[number][NameObject("/Annots")] = widgets
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject(
        {
            NameObject("/Fields"): of_form,
            NameObject("/NeedAppearances"): BooleanObject(True),
            NameObject("/DA"): appearance,
            NameObject("/DR"): DictionaryObject(
                {NameObject("/Font"): DictionaryObject({NameObject(f"/{FONT}"): writer._add_object(font)})}
            ),
        }
    )
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _words() -> dict[str, str]:
    return {
        "title": _("Blank sheet"),
        "warband": _("Warband"),
        "list": _("List"),
        "player": _("Player"),
        "rating": _("Rating"),
        "treasury": _("Treasury"),
        "shards": _("Wyrdstone"),
        "battles": _("Battles"),
        "name": _("Name"),
        "type": _("Type"),
        "number": _("Number"),
        "kit": _("Kit"),
        "skills": _("Skills, spells, rules"),
        "marks": _("Injuries"),
        "experience": _("Experience"),
        "save": _("Save"),
        "stash": _("Stash"),
        "notice": _("An unofficial sheet made by players. All names of the game belong to their owners."),
    }
