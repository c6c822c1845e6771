"""Every page of the URL configuration in Chromium on a screen of 320 px in forced colours: nothing scrolls sideways,
what is current or chosen is marked, and names in the accessibility tree contain no separators."""

import re
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.shell.browser.every_page import LEAST_PAGES, ONLY, every_page
from tests_support.browser import NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(3600)]
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
UNMARKED = """() => {
  const current = "[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true], .is-chosen";
  const isMarked = node => {
    const { outlineStyle, outlineWidth, outlineColor, forcedColorAdjust } = getComputedStyle(node);
    const isDrawn = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(", 0)");
    return isDrawn || node.closest("svg");
  };
  const unmarked = [...document.querySelectorAll(current)].filter(node => node.checkVisibility() && !isMarked(node));
  const grip = document.querySelector(".sheet-grip");
  if (grip?.checkVisibility() && getComputedStyle(grip).borderTopStyle !== "solid") unmarked.push(grip);
  return unmarked.map(node => node.outerHTML.slice(0, 100));
}"""
NAME_WITH_SEPARATOR = re.compile(r"""^\s*- '?(?:[a-z]+ "[^"]*[·|←→]|(?:status|alert|log).*[·|←→]).*""", re.MULTILINE)
"""A line of the accessibility tree: a name in quotes, or the text of a live region."""
SAY = """async sentence => {
  const { src } = [...document.scripts].find(script => script.src.includes("/js/site."));
  (await import(src)).say(sentence);
}"""


def _faults(page: Page) -> list[str]:
    wide = page.evaluate(SIDEWAYS)
    wrong = [f"{wide} px wider than the screen"] if wide else []
    wrong += [f"not marked in forced colours: {markup}" for markup in page.evaluate(UNMARKED)]
    tree = page.locator("body").aria_snapshot()
    return wrong + [f"a separator in a name: {line.strip()[:120]}" for line in NAME_WITH_SEPARATOR.findall(tree)]


def test_a_separator_is_announced_as_a_comma(phone_page: Page) -> None:
    phone_page.goto("/help/")
    phone_page.evaluate(SAY, "Otto · out of action · turn 3")
    expect(phone_page.locator("#status")).to_have_text("Otto, out of action, turn 3")


def test_every_page_fits_320_pixels_marks_what_is_current_and_reads_well(
    live_site: LiveSite, new_context: NewContext
) -> None:
    wrong: list[str] = []
    seen: list[str] = []
    for address, url, page in every_page(live_site, new_context, size=NARROW, forced_colors="active"):
        seen.append(address)
        page.goto(url)
        found = _faults(page)
        wrong += [f"{url}: {what}" for what in found]
        sys.stdout.write("\n    ".join([f"{len(seen)} {address}", *found]) + "\n")
        sys.stdout.flush()
    assert wrong == []
    assert len(seen) >= LEAST_PAGES or ONLY
