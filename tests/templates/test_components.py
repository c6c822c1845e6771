"""Buttons, fields, rows, cards, chips and empty states are components."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.forms import CharField, Form
from django.template import Context, Template
from django.template.loader import render_to_string
from django.urls import NoReverseMatch

from tests_support.processes import ROOT

TEMPLATES = Path(ROOT) / "templates"
# The live board has its own regions; the elements of allauth are its own components.
OWN_MARKUP = ("allauth/", "battles/_", "battles/board.html", "battles/preparing.html")
MARKUP = {
    "button": re.compile(r'<(?:button|a)\s[^>]*class="button[ "]'),
    "empty_state": re.compile(r'class="empty"'),
    "card": re.compile(r'<section class="card(?: stack)?">'),
    "row": re.compile(r'<div class="row(?:-apart)?">'),
    "include": re.compile(r'include "partials/_(?:button|field|chips|empty)\.html"'),
}
PARTIALS_OF_TAGS = {"partials/_empty.html", "partials/_chips.html"}


def shown(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


@pytest.mark.parametrize("component", MARKUP)
def test_templates_use_the_component_and_not_its_markup(component: str) -> None:
    strays = [
        f"{name}: {found[0]}"
        for path in TEMPLATES.rglob("*.html")
        if not (name := str(path.relative_to(TEMPLATES))).startswith(OWN_MARKUP) and name not in PARTIALS_OF_TAGS
        for found in MARKUP[component].finditer(path.read_text(encoding="utf-8"))
    ]
    assert strays == []


def test_no_label_contains_an_arrow() -> None:
    """Screen readers would read it; a button has icons for it."""
    tag = re.compile(r"{% (?:button|joined|trans) [^%]*[←→]")
    files = ((str(path.relative_to(TEMPLATES)), path.read_text(encoding="utf-8")) for path in TEMPLATES.rglob("*.html"))
    assert [f"{name}: {found[0]}" for name, text in files for found in tag.finditer(text)] == []


def test_a_button_sends_its_form_with_name_value_and_icon() -> None:
    html = shown('{% button _("Save") kind="main" icon="tick" name="act" value="" hidden=True data_copy="x" %}')
    assert html.startswith(
        '<button type="submit" class="button button-main" name="act" value="" hidden data-copy="x"><svg'
    )
    assert html.endswith("<span>Save</span></button>")


def test_a_button_with_an_address_is_a_link() -> None:
    html = shown('{% button "Roster" pid to="warbands:roster" suffix="#kit" in_place="region" %}', pid="a" * 12)
    address = f"/warbands/{'a' * 12}/"
    assert html == (
        f'<a class="button" href="{address}#kit" hx-get="{address}" hx-target="#region" hx-swap="outerHTML" '
        'hx-push-url="true">Roster</a>'
    )


def test_a_button_that_cannot_be_pressed_says_why() -> None:
    html = shown('{% button "Found" id="found" why=reason name="press" %}', reason="Not <enough> gold.")
    assert 'aria-disabled="true" aria-describedby="found-why"' in html
    assert '<span class="not-now-why" id="found-why">Not &lt;enough&gt; gold.</span>' in html
    assert "name=" not in html


def test_every_value_of_a_component_is_escaped() -> None:
    bad = '"><script>'
    sources = (
        "{% button bad icon='tick' spoken=bad name=bad value=bad title=bad %}",
        "{% button bad url=bad extra=bad %}",
        "{% button_block value=bad %}{{ bad }}{% endbutton_block %}",
        "{% chip bad note=bad url=bad %}{% chip bad why=bad %}{% chip bad choice='radio' value=bad %}",
        "{% empty_state bad label=bad url=bad %}",
        "{% card title=bad id=bad extra=bad %}{{ bad }}{% endcard %}{% row id=bad %}{{ bad }}{% endrow %}",
        "{% number_field bad bad bad bad step=bad %}",
    )
    for source in sources:
        assert "<script" not in shown(source, bad=bad), source
        assert "&lt;script&gt;" in shown(source, bad=bad), source


def test_a_chip_is_a_link_a_choice_or_a_reason() -> None:
    assert shown('{% chip "All" url="?" current=True %}') == '<a class="chip" href="?" aria-current="true">All</a>'
    choice = shown('{% chip "Draw" choice="radio" name="winner" value="d" chosen=1 %}')
    assert '<input type="radio" checked name="winner" value="d">' in choice
    assert "<small>too dear</small>" in shown('{% chip "Sword" why="too dear" %}')


def test_a_card_has_a_heading_and_a_row_wraps() -> None:
    card = shown('{% card title="Notice" id="n" stack=True %}<p>x</p>{% endcard %}')
    assert card == '<section class="card stack" id="n"><h2>Notice</h2><p>x</p></section>'
    assert shown('{% row apart=True extra="top" %}x{% endrow %}') == '<div class="row-apart top">x</div>'


def test_the_field_tag_shows_label_control_and_errors() -> None:
    class NameForm(Form):
        name = CharField(label="Name")

    html = shown("{% field form.name %}", form=NameForm({"name": ""}))
    assert '<label for="id_name">' in html
    assert "This field is required." in html
    assert html.strip() == render_to_string("partials/_field.html", {"field": NameForm({"name": ""})["name"]}).strip()


def test_an_unknown_route_is_an_error() -> None:
    with pytest.raises(NoReverseMatch):
        shown('{% button "Go" to="warbands:nowhere" %}')
