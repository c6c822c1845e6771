"""Pages of the site that belong to no app: gallery, help, change log, and error pages."""

import re

import pytest
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from mordheim_site.errors import server_error
from mordheim_site.look.prose import excerpt, prose
from mordheim_site.refusals import Refusal
from mordheim_site.tests.test_look_components import outline

PAGES = ("/design/", "/help/", "/help/first-battle/", "/changes/")


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_a_visitor_can_read_every_page(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    html = answer.content.decode()
    seen = outline(html.removeprefix("<!doctype html>"))
    assert len(seen.ids) == len(set(seen.ids))
    assert html.count("<h1>") == 1
    assert "not affiliated with" in html
    assert client.post(address).status_code in {403, 405}


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_pages_need_no_query_for_a_visitor(client: Client, address: str, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get(address)


@pytest.mark.django_db
def test_the_front_page_shows_a_visitor_three_doors(client: Client) -> None:
    html = client.get("/").content.decode()
    assert all(f'href="{door}"' in html for door in ("/play/", "/warbands/new/", "/campaigns/"))
    assert html.count('class="door"') == 3


def test_the_page_for_our_own_fault_needs_no_database() -> None:
    html = render_to_string("errors/500.html")
    assert "nothing was changed" in html
    outline(html.removeprefix("<!doctype html>"))


def test_the_error_page_works_without_a_readable_session() -> None:
    request = RequestFactory().get("/")
    request.COOKIES["sessionid"] = "unreadable"
    answer = server_error(request)
    assert answer.status_code == 500
    assert b"nothing was changed" in answer.content


def test_a_refusal_names_rule_and_ways_out() -> None:
    refusal = Refusal(
        "stood_up", "Otto cannot charge after standing up.", rule_id="MV-CHG-02", remedies=[("Walk there", "/play/")]
    )
    request: HttpRequest = RequestFactory().get("/")
    html = render_to_string("partials/_refusal.html", {"refusal": refusal}, request)
    assert "Otto cannot charge after standing up." in html
    assert "MV-CHG-02" in html
    assert 'href="/play/"' in html


@pytest.mark.parametrize(
    ("cookie", "shown"), [("dark", "dark"), ("light", "light"), ("neon", "device"), (None, "device")]
)
def test_the_page_wears_the_theme_of_the_cookie(cookie: str | None, shown: str) -> None:
    request = RequestFactory().get("/")
    if cookie:
        request.COOKIES["theme"] = cookie
    html = render_to_string("errors/500.html", {"request": request})
    assert f'data-theme="{shown}"' in html


def test_unsafe_markup_is_removed_from_the_change_log() -> None:
    html = prose("## New\n\n<script>alert(1)</script>\n\n*Well* <img src=x onerror=y> [link](javascript:alert(1))")
    assert "<h2>New</h2>" in html
    assert "<em>Well</em>" in html
    assert "script" not in html
    assert "<img" not in html


def test_an_excerpt_shows_no_marks_of_markdown() -> None:
    assert (
        excerpt("Of the *circle* & [more](https://x.test).\n\n# Next <b>part</b> of it", 6)
        == "Of the circle & more. Next…"
    )


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "![",
        "[a](b",
        "[a][b",
        "<a ",
        "*a ",
        "_*a",
        "`",
        "1. ",
        "> ",
        ">",
        "- a ",
        "<b>",
        "<!--",
        "&#",
        "=\n",
        "  - a\n",
    ],
)
def test_long_repetitions_take_no_longer_than_other_texts(unit: str) -> None:
    """A library that needs time with the square of the length would not end before the timeout."""
    text = unit * (20_000 // len(unit))
    assert len(prose(text)) < 40 * len(text)


def test_quotes_of_quotes_are_shown_up_to_a_depth_and_beyond_it_as_typed() -> None:
    assert prose("> " * 30 + "Otto").count("<blockquote>") == 30
    deep = prose("> " * 50 + "Otto <b>")
    assert "blockquote" not in deep
    assert "&gt; Otto &lt;b&gt;" in deep


@pytest.mark.django_db
def test_pages_stay_in_english_for_browsers_in_other_languages(client: Client) -> None:
    """Django translates its own texts; ours exist in English only."""
    pages = {
        language: re.sub(r'(nonce|value)="[^"]*"', "", client.get("/accounts/login/", headers=headers).content.decode())
        for language in ("en", "de", "fr")
        for headers in [{"accept-language": language}]
    }
    assert '<html lang="en"' in pages["en"]
    assert pages["de"] == pages["fr"] == pages["en"]
