"""Blank sheets and cards: one page with a form whose fields can be filled in."""

from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader, PdfWriter

from warbands.exchange.blank_sheets import WARRIORS, blank_pdf
from warbands.rules.member_facts import ABBREVIATIONS


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_blank_sheet_is_one_page_with_a_field_for_each_value(paper: str) -> None:
    reader = PdfReader(BytesIO(blank_pdf("roster", "a5" if paper == "a5" else "a4")))
    assert len(reader.pages) == 1
    names = set(reader.get_fields() or {})
    assert {"warband", "treasury", "stash"} <= names
    for number in range(1, WARRIORS[paper] + 1):
        assert {f"warrior {number} {short}" for short in ABBREVIATIONS.values()} <= names
    assert "unofficial" in reader.pages[0].extract_text()


def test_every_field_lies_within_its_page_and_keeps_what_is_written() -> None:
    blank = blank_pdf("cards")
    reader = PdfReader(BytesIO(blank))
    box = reader.pages[0].mediabox
    assert len(reader.pages) == 1
    rectangles = [[float(edge) for edge in note["/Rect"]] for note in reader.pages[0]["/Annots"]]
    assert len(rectangles) == len(reader.get_fields() or {}) > 9 * len(ABBREVIATIONS)
    assert all(0 < left < right < box.width and 0 < low < high < box.height for left, low, right, high in rectangles)
    writer = PdfWriter(clone_from=BytesIO(blank))
    writer.update_page_form_field_values(writer.pages[0], {"card 1 name": "Marius"}, auto_regenerate=False)
    written = BytesIO()
    writer.write(written)
    assert (PdfReader(written).get_fields() or {})["card 1 name"]["/V"] == "Marius"


@pytest.mark.django_db
def test_everyone_gets_them(client: Client) -> None:
    for form in ("sheet", "sheet-a5", "cards"):
        assert f"/warbands/blank/{form}/" in client.get("/warbands/").content.decode()
        assert client.get(f"/warbands/blank/{form}/").content.startswith(b"%PDF-")
    assert client.get("/warbands/blank/map/").status_code == 404
