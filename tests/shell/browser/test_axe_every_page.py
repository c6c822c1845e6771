"""Every page of the URL configuration in Chromium, at 390 and 1280 px, in light and dark colours: axe finds nothing."""

import sys
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page

from tests.shell.browser.every_page import LEAST_PAGES, ONLY, every_page
from tests_support.browser import AXE_OPTIONS, DESKTOP, NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(4 * 3600)]
# The order of headings and the names of landmarks are good practice, not part of WCAG.
OPTIONS = {**AXE_OPTIONS, "rules": {"heading-order": {"enabled": True}, "landmark-unique": {"enabled": True}}}
WIDTHS, THEMES = (1280, 390), ("light", "dark")
SETTLED_MS = 250
HEIGHT, TALLEST = "document.documentElement.scrollHeight", 12000
WRITTEN_BY_SCRIPT: dict[str, Literal["networkidle"]] = {"/api/v1/": "networkidle"}
REPEATED = "landmark-unique"
REPEATS = ("/design/", "/cards/")
"""The gallery shows some components several times, and two warriors of a battle can have the same name."""


def _faults(page: Page, url: str) -> list[str]:
    page.goto(url, wait_until=WRITTEN_BY_SCRIPT.get(url, "load"))
    wrong = [] if page.locator("html").get_attribute("lang") == "en" else [f"{url}: lang"]
    for width in WIDTHS:
        # With a window as tall as the page, no fixed bar covers anything.
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
    return wrong


def test_axe_finds_nothing_on_any_page_at_two_widths_in_two_themes(
    live_site: LiveSite, new_context: NewContext
) -> None:
    wrong: list[str] = []
    seen: list[str] = []
    # A colour that is still fading after the theme was changed would be measured halfway.
    for address, url, page in every_page(live_site, new_context, size=DESKTOP, reduced_motion="reduce"):
        seen.append(address)
        try:
            found = _faults(page, url)
        except Error as error:
            found = [f"{url}: {error.message.splitlines()[0]}"]
        wrong += found
        sys.stdout.write("\n    ".join([f"{len(seen)} {address}", *found]) + "\n")
        sys.stdout.flush()
    assert wrong == []
    assert len(seen) >= LEAST_PAGES or ONLY
