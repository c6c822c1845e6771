"""Every component in every state: it renders, shows its state as text, and has no inline style or script."""

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from mordheim_site.look import words
from mordheim_site.look.samples import COMPONENTS, Case, Component
from mordheim_site.look.svg.crest import CHARGES, FIELDS, STRIPES, crest_svg, parse_crest
from mordheim_site.look.tokens import ROOT
from mordheim_site.pages.design import icon_names

PARTIALS = ROOT / "templates" / "partials"
NOT_SHOWN = {
    # Parts of the frame, and parts inside others.
    "_header", "_footer", "_account", "_breadcrumbs", "_htmx", "_skyline", "_start_options", "_dashboard", "_form",
    "_field_error", "_clock", "_button_from", "_prompt_from", "_roll", "_picker_option", "_styles",
    "_decline", "_filter_row",
}  # fmt: skip
STATES = {"is-ok", "is-warn", "is-bad", "is-info"}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "path", "circle", "rect"}


def all_cases() -> Iterator[tuple[Component, Case]]:
    for component in COMPONENTS:
        for case in component.cases:
            yield component, case


def draw(component: Component, case: Case) -> str:
    return render_to_string(component.template, case.context, RequestFactory().get("/design/"))


class Outline(HTMLParser):
    """The content of a fragment: ids, attributes, and the text and icons below each element with a state class."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.naked: list[dict[str, object]] = []
        self.states: list[dict[str, object]] = []
        self._inside: list[tuple[int, dict[str, object]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag == "svg":
            for _, state in self._inside:
                state["icon"] = True
        if tag in VOID:
            return
        self.open.append((tag, found))
        if STATES & set((found.get("class") or "").split()):
            state = {"class": found["class"], "icon": False, "text": ""}
            self.states.append(state)
            self._inside.append((len(self.open), state))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        opened, _ = self.open.pop()
        assert opened == tag, f"{opened} closed by {tag}"
        self._inside = [(depth, state) for depth, state in self._inside if depth <= len(self.open)]

    def handle_data(self, data: str) -> None:
        for _, state in self._inside:
            state["text"] = f"{state['text']}{data}".strip()


def outline(html: str) -> Outline:
    parser = Outline()
    parser.feed(html)
    parser.close()
    assert not parser.open, parser.open
    return parser


@pytest.mark.parametrize(
    ("component", "case"), list(all_cases()), ids=lambda value: getattr(value, "partial", getattr(value, "title", ""))
)
def test_each_state_is_valid_markup_and_has_an_icon_and_a_text(component: Component, case: Case) -> None:
    seen = outline(draw(component, case))
    assert len(seen.ids) == len(set(seen.ids))
    for state in seen.states:
        assert state["icon"], state
        assert state["text"], state
    for tag, attributes in seen.tags:
        assert "style" not in attributes
        assert tag not in {"script", "style"}
        assert not [name for name in attributes if name.startswith("on")]
        if tag == "button":
            assert attributes.get("disabled", "none") == "none", "a dead grey button explains nothing"


def test_every_partial_is_in_the_gallery_or_part_of_one() -> None:
    shown = {component.partial for component in COMPONENTS} | NOT_SHOWN
    assert {path.stem for path in PARTIALS.glob("*.html")} <= shown
    assert "_button" in shown


def test_every_state_badge_and_prompt_has_its_place_in_the_gallery() -> None:
    shown = {component.partial: {case.title for case in component.cases} for component in COMPONENTS}
    assert shown["_state"] == set(words.STATES)
    assert shown["_provenance"] == set(words.PROVENANCE)
    assert len(shown["_prompt"]) == len(words.KICKERS)


def test_every_named_icon_is_drawn() -> None:
    drawn = set(icon_names())
    marks = [*words.STATES.values(), *words.NOTICES.values(), *words.KICKERS.values(), *words.PROVENANCE.values()]
    named = {mark.icon for mark in marks}
    for template in (ROOT / "templates").rglob("*.html"):
        named |= set(re.findall(r'{% icon "([a-z0-9-]+)"', template.read_text(encoding="utf-8")))
    assert named <= drawn, named - drawn
    assert 60 <= len(drawn) <= 100


def naked_attributes(source: str) -> list[str]:
    """Inline styles, inline handlers and inline scripts without a nonce in a template's source."""
    return re.findall(r"\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|<style\b|<script(?![^>]*\s(?:src|nonce)=)[^>]*>", source)


def test_no_template_holds_inline_style_or_script() -> None:
    for template in (ROOT / "templates").rglob("*.html"):
        assert naked_attributes(template.read_text(encoding="utf-8")) == [], template
    assert naked_attributes('<p style="x" onclick="y"><script>z</script>') != []


def gzipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def test_files_stay_within_their_budgets() -> None:
    static = ROOT / "static"
    shared = re.findall(r"css/([a-z]+\.css)", (PARTIALS / "_styles.html").read_text(encoding="utf-8"))
    assert sum(gzipped(static / "css" / name) for name in shared) < 16_000
    assert gzipped(static / "js" / "site.js") < 6_000
    assert gzipped(static / "js" / "site.js") + gzipped(static / "js" / "fragments.js") < 11_000
    assert gzipped(static / "img" / "icons.svg") < 10_000
    ornaments = re.findall(r"<symbol .*?</symbol>", (static / "img" / "ornaments.svg").read_text(encoding="utf-8"))
    assert len(ornaments) == 7
    assert all(len(ornament) < 600 for ornament in ornaments)


def test_a_crest_is_the_one_its_spec_names_and_a_seed_always_gives_the_same() -> None:
    assert parse_crest("ink/bend/lantern/B") == ("ink", "bend", "lantern", "B")
    assert parse_crest("ink/bend").spec() == "ink/bend/none/"
    assert parse_crest("The Rat Tithe") == parse_crest("The Rat Tithe")
    assert parse_crest("The Rat Tithe").letter == "T"
    assert parse_crest("no/such/crest/X").field in FIELDS
    assert parse_crest("").charge in CHARGES


@pytest.mark.parametrize("stripe", STRIPES)
def test_a_crest_escapes_what_it_is_given(stripe: str) -> None:
    html = str(crest_svg(f"ink/{stripe}/tower/<", label='"><script>'))
    assert "<script>" not in html
    assert outline(html).tags[0][0] == "svg"


def test_experience_shows_the_boxes_up_to_the_next_advance() -> None:
    assert words.experience_boxes(5, [2, 4, 8]) == (8, ["is-full", "", "", "is-line"])
    assert words.experience_boxes(9, [2, 4, 8]) == (None, ["is-full"])
    assert words.experience_boxes(0, []) == (None, [])
