"""Forms that respond in place, in Chromium: the page's own scripts with responses from the test."""

from collections.abc import Callable

import pytest
from django.template import Context, Template
from playwright.sync_api import Page, Request, Route, expect

from tests_support.browser import NewContext

pytestmark = pytest.mark.browser
ADDRESS = "/sample-form/"
PAGE = """<!doctype html><html lang="en"><head><title>Sample</title>{% include "partials/_htmx.html" %}
<script type="module" src="/static/js/site.js"></script></head><body><main>{% include form %}</main>
<p id="status" role="status" aria-live="polite"></p></body></html>"""
FORM = """{% load look %}<section id="region"><p data-announce>{{ said }}</p>
<form {% fragment "/sample-form/" "region" %}>
{% idempotency_key "one-key" %}
<input name="item" id="item" aria-label="Item"{% if refused %} aria-invalid="true"{% endif %}>
<button name="act" value="buy">Buy</button></form></section>"""

Answer = Callable[[Route, int], None]


def drawn(text: str = "", refused: bool = False) -> str:
    return Template(FORM).render(Context({"said": text, "refused": refused}))


def open_form(new_context: NewContext, answer: Answer) -> tuple[Page, list[str]]:
    """The sample page, and the bodies that its form has sent so far."""
    page = new_context().new_page()
    posted: list[str] = []

    def serve(route: Route, request: Request) -> None:
        if request.method == "POST":
            posted.append(request.post_data or "")
            answer(route, len(posted))
        else:
            html = Template(PAGE).render(Context({"form": Template(drawn())}))
            route.fulfill(status=200, content_type="text/html", body=html)

    page.route(f"**{ADDRESS}", serve)
    page.goto(ADDRESS, wait_until="networkidle")
    return page, posted


def test_the_answer_takes_the_place_of_the_region_and_keeps_the_focus(new_context: NewContext) -> None:
    page, posted = open_form(
        new_context, lambda route, _: route.fulfill(status=200, content_type="text/html", body=drawn("Bought a sword."))
    )
    page.get_by_role("button", name="Buy").click()
    expect(page.locator("#region [data-announce]")).to_have_text("Bought a sword.")
    expect(page.locator("#status")).to_have_text("Bought a sword.")
    expect(page.get_by_role("button", name="Buy")).to_be_focused()
    assert len(posted) == 1
    assert "idempotency_key=one-key" in posted[0]
    assert "act=buy" in posted[0]


def test_a_refused_form_is_shown_and_its_first_wrong_field_has_the_focus(new_context: NewContext) -> None:
    page, _posted = open_form(
        new_context, lambda route, _: route.fulfill(status=422, content_type="text/html", body=drawn("", refused=True))
    )
    page.get_by_role("button", name="Buy").click()
    expect(page.locator("#item[aria-invalid=true]")).to_be_focused()


def test_a_press_without_an_answer_goes_again_with_the_same_key(new_context: NewContext) -> None:
    def answer(route: Route, count: int) -> None:
        if count == 1:
            route.abort("connectionfailed")
        else:
            route.fulfill(status=200, content_type="text/html", body=drawn("Bought a sword."))

    page, posted = open_form(new_context, answer)
    page.get_by_role("button", name="Buy").click()
    expect(page.locator("#region [data-announce]")).to_have_text("Bought a sword.")
    assert len(posted) == 2
    assert posted[0] == posted[1]


def test_a_second_press_while_the_first_is_under_way_posts_nothing(new_context: NewContext) -> None:
    held: list[Route] = []
    page, posted = open_form(new_context, lambda route, _: held.append(route))
    page.get_by_role("button", name="Buy").click()
    expect(page.locator("button[aria-busy=true]")).to_have_text("Buy")
    page.get_by_role("button", name="Buy").click()
    expect(page.locator("#status")).to_have_text("Sending…")
    assert len(posted) == 1
    held[0].fulfill(status=200, content_type="text/html", body=drawn("Bought a sword."))
    expect(page.locator("#region [data-announce]")).to_have_text("Bought a sword.")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_fault_of_the_site_leaves_the_form_as_it_was(new_context: NewContext) -> None:
    page, _posted = open_form(new_context, lambda route, _: route.fulfill(status=500, body="fault"))
    page.fill("#item", "sword")
    page.get_by_role("button", name="Buy").click()
    expect(page.locator("#status")).to_contain_text("Nothing was changed")
    assert page.input_value("#item") == "sword"
