"""Export and import in the browser: export for all who may see the warband, import with a report before anything is
saved."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
import typst
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from accounts.models import User
from tests_support.pages import one_line
from warbands.core.house_rules import as_stored
from warbands.core.reconcile import reconcile
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.exchange import pdf_sheets
from warbands.exchange.save import save_of
from warbands.models import Visibility, Warband, Warrior
from warbands.shared.sheet import Named, roster_of

ClientOf = Callable[[User | None], Client]
pytestmark = pytest.mark.django_db

FORMS = ("text", "json", "csv", "tts", "sheet", "cards")


def read(client: Client, data: bytes, name: str = "band.txt") -> str:
    answer = client.post("/warbands/import/", {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 200, answer.content.decode()
    return str(answer.context["kept"])


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_for_those_who_may_look(form: str, owner: User, stranger: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    address = f"/warbands/{warband.public_id}/export/{form}/"
    answer = client_of(owner).get(address)
    assert answer.status_code == 200
    assert answer.content[:5] == b"%PDF-" if form in ("sheet", "cards") else warband.warriors.first() is not None
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PRIVATE)
    assert client_of(stranger).get(address).status_code == 404


def test_a_form_that_does_not_exist_is_not_found(owner: User, client_of: ClientOf) -> None:
    assert client_of(owner).get(f"/warbands/{founded(owner).public_id}/export/doc/").status_code == 404


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_warband_is_exported_and_imported_unchanged(form: str, owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(house_rules=as_stored({"ro_personae": False}))
    data = client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/").content
    client = client_of(rival)
    kept = read(client, data)
    assert not Warband.objects.filter(owner=rival).exists()
    first = client.post("/warbands/import/", {"read": kept})
    again = client.post("/warbands/import/", {"read": kept})
    assert first["Location"] == again["Location"]
    copy = Warband.objects.get(owner=rival)
    assert save_of(load_state(copy)) == save_of(load_state(warband))
    assert copy.house_rules == []
    assert reconcile(copy) == []
    assert client.get(f"/warbands/{copy.public_id}/history/").status_code == 200


def test_the_report_names_all_that_was_matched(client: Client) -> None:
    data = {
        "format": "mordheim-warband", "version": 1, "name": "Nest", "warband_type": "skaven", "shards": 2,
        "warriors": [{
            "entry": "skaven_assassin_adept", "kind": "hero", "name": "Skritch", "increases": {"weapon_skill": 1},
            "skills": ["mighty_blow"], "injuries": [{"code": "madness"}],
            "kit": [{"item": "sword", "count": 2}, {"item": "axe", "material": "gromril_weapon"}],
        }],
        "stash": [{"item": "helmet"}],
    }  # fmt: skip
    text = client.post("/warbands/import/", {"text": json.dumps(data)}).content.decode()
    for words in ("2 × Sword", "Axe (Gromril weapon)", "+1 WS, Mighty Blow, Madness", "</b> Helmet", "</b> 2"):
        assert words in text


def test_a_changed_report_saves_nothing(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    answer = client.post("/warbands/import/", {"read": "tampered:with"})
    assert answer.status_code == 422
    assert "has expired or was changed" in answer.content.decode()
    assert not Warband.objects.filter(owner=owner).exists()


def test_a_broken_file_is_answered_with_each_mistake(client: Client) -> None:
    data = b'{"format": "mordheim-warband", "version": 1, "name": "", "warband_type": "skaven", "shards": "many"}'
    answer = client.post("/warbands/import/", {"text": data.decode()})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "warband_type&quot;: &quot;skaven" in text, "what was pasted is still there"
    assert text.count("name:") == 1
    assert "shards:" in text


def test_a_hostile_name_stays_text_on_paper(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    Warband.objects.filter(pk=warband.pk).update(name='#eval("1/0") $x$ [*no*] \\ <b>')
    for form in ("sheet", "sheet-a5", "cards"):
        answer = client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/")
        assert answer.content[:5] == b"%PDF-"


def test_house_rules_and_what_is_not_by_the_book_stand_on_what_is_printed(
    owner: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    warband = founded(owner)
    warband.house_rules = as_stored({"ro_personae": False})
    warband.save(update_fields=["house_rules"])
    Warrior.objects.filter(warband=warband, kind="hero").update(skills=["mighty_blow", "mighty_blow"])
    answers = {form: client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/") for form in ("text", "tts")}
    for answer in answers.values():
        assert "House rules: " in answer.content.decode()
        assert "Violations of the rules: " in answer.content.decode()
    document = client_of(owner).get(f"/warbands/{warband.public_id}/export/json/").json()
    rows = list(
        csv.DictReader(
            client_of(owner).get(f"/warbands/{warband.public_id}/export/csv/").content.decode("utf-8-sig").splitlines()
        )
    )
    roster = roster_of(warband)
    for kind, sentences in (("house_rules", roster.house_lines), ("not_by_the_book", roster.violation_lines)):
        assert sentences
        assert document[kind] == list(sentences)
        assert [row["remark"] for row in rows if row["kind"] == kind.replace("rules", "rule")] == list(sentences)
    given: list[dict[str, str]] = []
    compile_now = typst.compile

    def compile_and_keep(*paths: str, **more: dict[str, str]) -> bytes:
        given.append(json.loads(more["sys_inputs"]["values"])["roster"])
        return bytes(compile_now(*paths, **more))

    monkeypatch.setattr(typst, "compile", compile_and_keep)
    for form in ("sheet", "cards"):
        assert client_of(owner).get(f"/warbands/{warband.public_id}/export/{form}/").content.startswith(b"%PDF-")
    assert all(item["house"] and item["breaches"] for item in given)


def test_long_content_continues_on_the_next_card(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    roster = roster_of(founded(owner))
    hero = roster.warriors[0]
    long = replace(hero, skills=tuple(Named("x", f"Skill {number}", "so many words " * 8) for number in range(20)))
    pages: list[int] = []
    compile_now = typst.compile

    def drawn(path: str, **more: dict[str, str]) -> bytes:
        found = compile_now(path, format="png", ppi=20.0, **more)
        pages.append(len(found) if isinstance(found, list) else 1)
        return b""

    monkeypatch.setattr(typst, "compile", drawn)
    for warriors in ((hero,) * 9, (long, *(hero,) * 7), (long,) * 8):
        pdf_sheets.pdf_of(replace(roster, warriors=warriors), "cards", url="https://x.example/", on=date(2026, 3, 5))
    assert pages == [1, 2, 4], "nine to a page, a long one takes four"


def test_a_roster_is_on_a4_or_a5_and_several_are_in_one_file(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    roster = roster_of(founded(owner))
    sizes: list[list[tuple[int, int]]] = []
    compile_now = typst.compile

    def drawn(path: str, **more: dict[str, str]) -> bytes:
        found = compile_now(path, format="png", ppi=20.0, **more)
        pages = found if isinstance(found, list) else [found]
        sizes.append([Image.open(BytesIO(page)).size for page in pages])
        return b""

    monkeypatch.setattr(typst, "compile", drawn)
    on, url = date(2026, 3, 5), "https://x.example/"
    pdf_sheets.pdf_of(roster, "roster", url=url, on=on)
    pdf_sheets.pdf_of(roster, "roster", url=url, on=on, paper="a5")
    pdf_sheets.pdf_of_rosters([(roster, url)] * 3, title="League", on=on)
    (large, *_rest), (small, *_more), pages = sizes
    assert small[0] == pytest.approx(large[0] / 2**0.5, abs=2)
    assert pages == [large] * len(pages)
    assert len(pages) == 3 * len(sizes[0])


def test_a_roster_has_the_largest_text_with_which_it_is_one_page(owner: User) -> None:
    roster = roster_of(founded(owner))

    def pages_and_size(copies: int, paper: pdf_sheets.Paper) -> tuple[int, float]:
        sheet = replace(roster, warriors=roster.warriors * copies)
        content = pdf_sheets.pdf_of(sheet, "roster", url="https://x.example/", on=date(2026, 3, 5), paper=paper)
        sizes: list[float] = []
        reader = PdfReader(BytesIO(content))
        reader.pages[0].extract_text(
            visitor_text=lambda text, _of_page, of_text, _font, size: (
                sizes.append(size * abs(of_text[3])) if roster.warriors[0].name in text else None
            )
        )
        return len(reader.pages), sizes[0]

    for paper in ("a4", "a5"):
        (pages_of_one, large), (pages_of_two, smaller), (pages_of_six, smallest) = (
            pages_and_size(copies, "a5" if paper == "a5" else "a4") for copies in (1, 2, 6)
        )
        assert (pages_of_one, pages_of_two) == (1, 1)
        assert pages_of_six > 1
        assert large >= smaller >= smallest
        assert large > smallest


def test_sheets_and_cards_say_who_misses_the_next_battle(owner: User, client: Client) -> None:
    warband = founded(owner)
    first, second = warband.warriors.order_by("pk")[:2]
    Warrior.objects.filter(pk=first.pk).update(misses_battles=1)
    Warrior.objects.filter(pk=second.pk).update(misses_battles=2)
    client.force_login(owner)
    texts = [one_line(client.get(reverse("warbands:print", args=[warband.public_id])).content.decode())]
    roster, day = roster_of(warband), date(2026, 3, 5)
    for sheet in ("roster", "cards"):
        content = pdf_sheets.pdf_of(roster, "cards" if sheet == "cards" else "roster", url="https://x.example/", on=day)
        texts.append(one_line(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)))
    for text in texts:
        assert text.count("Misses the next battle") == 1
        assert text.count("Misses the next 2 battles") == 1


def test_the_schema_is_published(client: Client) -> None:
    schema = client.get("/warbands/schema.json").json()
    assert schema["title"] == "mordheim-warband"
    assert "warriors" in schema["properties"]
