"""At 390 px and twice the text size, no page scrolls sideways and the board's controls stay usable."""

import pytest
from playwright.sync_api import Page

from battles.board.tests.browser.test_playing import choices_known, my_turn, ready
from tests_support.browser import PHONE, NewContext, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PAGES = (
    "/", "/play/", "/warbands/", "/warbands/new/", "/warbands/new/reiklanders/", "/warbands/import/", "/campaigns/",
    "/campaigns/new/", "/odds/", "/tables/", "/rules/", "/catalogue/", "/catalogue/items/sword/", "/search/?q=parry",
    "/inbox/", "/accounts/settings/", "/accounts/keys/", "/accounts/email/", "/battles/track/", "/help/", "/packs/",
)  # fmt: skip
OUTSIDE = """() => [...document.querySelectorAll(
    '.board-tools .tool, .thumb-row button, .site-bar a, .phases li[aria-current]')].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.width && (box.left < 0 || box.right > innerWidth + 1);
  }).map((part) => part.textContent.trim())"""


def enlarge(page: Page) -> None:
    """Double the text, as a reader does in the settings of the phone."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_pages_at_twice_the_text_size_do_not_scroll_sideways(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    sign_up(page, "large-text-reader")
    page.goto("/warbands/new/")
    page.get_by_role("button", name="Start Reiklanders").first.click()
    page.get_by_role("button", name="Suggested warband").first.click()
    page.locator(".legality.is-ok").wait_for()
    wide = []
    enlarge(page)
    if sideways(page):
        wide.append("draft warband")
    page.get_by_role("button", name="Found the warband").first.click()
    page.wait_for_url(lambda url: "/draft" not in url)
    roster = page.url
    warrior = page.locator("a[href*='/warriors/']").first.get_attribute("href") or ""
    of_it = [roster, warrior, *(f"{roster}{part}/" for part in ("trade", "history", "print", "settings", "past"))]
    for address in [*PAGES, *of_it]:
        page.goto(address)
        enlarge(page)
        if sideways(page):
            wide.append(f"{address}: {sideways(page)} px")
    assert not wide, "\n".join(wide)


def test_the_board_at_twice_the_text_size_keeps_its_controls(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    assert my_turn(page)
    choices_known(page)
    enlarge(page)
    assert sideways(page) == 0
    assert page.evaluate(OUTSIDE) == []
    covered = page.evaluate(
        "document.querySelector('.board-tools').offsetHeight / document.querySelector('.board-frame').offsetHeight"
    )
    assert covered < 0.6, "the tools hide the board"
    page.locator(".thumb-row [data-act=list]").tap()
    assert sideways(page) == 0
