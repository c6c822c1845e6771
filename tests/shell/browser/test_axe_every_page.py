"""Every page of the URL configuration in Chromium, at 390 and 1280 px, in light and dark colours: axe finds nothing.
Nothing scrolls sideways at 320 px. A fragment of a page is checked within its page."""

import json
import os
import sys
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

from tests_support.browser import AXE_OPTIONS, DESKTOP, NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(3600)]
# The order of headings and the names of landmarks are good practice, not part of WCAG.
OPTIONS = {**AXE_OPTIONS, "rules": {"heading-order": {"enabled": True}, "landmark-unique": {"enabled": True}}}
WIDTHS, THEMES = (1280, 390), ("light", "dark")
SETTLED_MS = 250
HEIGHT, TALLEST = "document.documentElement.scrollHeight", 12000
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
WRITTEN_BY_SCRIPT: dict[str, Literal["networkidle"]] = {"/api/v1/": "networkidle"}
REPEATED = "landmark-unique"
REPEATS = ("/design/", "/cards/")
"""The gallery shows some components several times, and two warriors of a battle can have the same name."""
TOWN = """
import json
from django.test import Client
from tests.shell.answers import ANSWERS
from tests.shell.world import build_town
from tests_support.cast import make_user
people = [make_user(name) for name in ("mayor", "rival", "stranger", "clerk")]
town = build_town(*people)
browser = Client()
browser.force_login(town.owner)
pages = {address: town.url(address) for address, stated in ANSWERS.items() if stated[2] != 405}
print(json.dumps({"session": browser.cookies["sessionid"].value, "pages": pages}))
"""
ONLY = tuple(filter(None, os.environ.get("AXE_ONLY", "").split(",")))
"""Parts of the addresses to check, for a repetition after a correction; all by default."""
LEAST_PAGES = 100
"""How many whole pages the site has at least; a lower number means that the sweep misses some."""


def _whole_page(person: BrowserContext, url: str) -> bool:
    """Whether this address answers the person with a page of its own: not data, a fragment or a redirect."""
    answer = person.request.get(url, max_redirects=0)
    return (
        answer.status in (200, 404)
        and answer.headers.get("content-type", "").startswith("text/html")
        and "<html" in answer.text()
    )


def _faults(page: Page, url: str) -> list[str]:
    page.goto(url, wait_until=WRITTEN_BY_SCRIPT.get(url, "load"))
    wrong = [] if page.locator("html").get_attribute("lang") == "en" else [f"{url}: lang"]
    for width in WIDTHS:
        # On a screen as tall as the page, nothing lies below a bar that stays in place.
        page.set_viewport_size({"width": width, "height": 844})
        page.set_viewport_size({"width": width, "height": min(TALLEST, max(844, page.evaluate(HEIGHT)))})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(SETTLED_MS)
            for violation in Axe().run(page, options=OPTIONS).response["violations"]:
                if violation["id"] == REPEATED and url.endswith(REPEATS):
                    continue
                nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:3])
                wrong.append(f"{url} {width} {theme}: {violation['id']}: {nodes}")
    page.set_viewport_size({"width": 320, "height": 844})
    sideways = page.evaluate(SIDEWAYS)
    return [*wrong, f"{url}: {sideways} px wider than a screen of 320 px"] if sideways else wrong


def test_axe_finds_nothing_on_any_page_at_two_widths_in_two_themes(
    live_site: LiveSite, new_context: NewContext
) -> None:
    world = json.loads(live_site.shell(TOWN).strip().splitlines()[-1])
    # A colour that is still changing after the switch of the theme would be measured halfway.
    owner, visitor = (new_context(DESKTOP, reduced_motion="reduce") for _person in range(2))
    owner.add_cookies([{"name": "sessionid", "value": world["session"], "url": live_site.url}])
    mine, theirs = owner.new_page(), visitor.new_page()
    wrong: list[str] = []
    seen: list[str] = []
    for address, url in world["pages"].items():
        if ONLY and not any(part in address for part in ONLY):
            continue
        if _whole_page(owner, url):
            page = mine
        elif _whole_page(visitor, url):
            page = theirs
        else:
            continue
        seen.append(address)
        found = _faults(page, url)
        wrong += found
        sys.stdout.write("\n    ".join([f"{len(seen)} {address}", *found]) + "\n")
        sys.stdout.flush()
    assert wrong == []
    assert len(seen) >= LEAST_PAGES or ONLY
