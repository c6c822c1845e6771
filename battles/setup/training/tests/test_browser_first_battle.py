"""The first battle in Chromium, played to its end at two sizes: the coach points at what to click, and it can be
clicked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.test_playing import (
    choices_known,
    moved_or,
    my_turn,
    press_option,
    ready,
    seq,
    settled,
    until,
)
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
FARTHEST = """() => {
  const places = [...document.querySelectorAll('details[data-verb=walk] input[data-x]')];
  const ahead = places.sort((one, other) => other.dataset.y - one.dataset.y)[0];
  ahead.checked = true;
  ahead.closest('form').querySelector('button.button-main').click();
}"""


PRESS_UNTIL_ANOTHER_LESSON = """async ([figure, lesson]) => {
  for (let press = 0; press < 20; press += 1) {
    if (document.querySelector('.guidance').dataset.lesson !== lesson) return;
    document.querySelector(figure).click();
    await new Promise((done) => setTimeout(done, 1000));
  }
}"""


def begin(page: Page) -> None:
    page.goto("/play/")
    page.evaluate("localStorage.setItem('board-speed', 'fast')")
    page.click("form[action='/play/first/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)


def do_as_told(page: Page) -> str:
    """Do what the coach says now. Returns the code of the lesson."""
    card = page.locator(".guidance")
    code, model = card.get_attribute("data-lesson") or "", card.get_attribute("data-model")
    before = seq(page)
    if model:
        expect(page.locator(".pointer-mark circle"), code).to_have_count(1, timeout=6000)
        mark = page.locator(".pointer-mark circle").bounding_box()
        frame = page.locator("#board").bounding_box()
        assert mark is not None
        assert frame is not None
        assert frame["x"] - 12 <= mark["x"] <= frame["x"] + frame["width"]
        assert frame["y"] - 12 <= mark["y"] <= frame["y"] + frame["height"]
    if code.startswith("select"):
        # A press while an action is played back only ends the playback.
        page.evaluate(PRESS_UNTIL_ANOTHER_LESSON, [f'.figure a[data-who="{model}"]', code])
        until(page, f"document.querySelector('.guidance').dataset.lesson !== '{code}'")
    elif code in ("walk", "advance"):
        page.locator("details[data-verb=walk] summary").evaluate("node => node.click()")
        page.locator("details[data-verb=walk] input[data-x]").first.wait_for(state="attached")
        page.evaluate(FARTHEST)
        settled(page, before)
    elif code in ("charge", "shoot"):
        page.locator(f'.figure a[data-who="{model}"]').first.evaluate("node => node.click()")
        if moved_or(page, before, "#preview button"):
            expect(page.locator("#preview .button-main")).to_have_class("button button-main is-pointed-at")
            page.locator("#preview button").first.click()
        settled(page, before)
    else:
        expect(page.locator("[data-region=prompt] .is-pointed-at")).to_have_count(1)
        press_option(page.locator(".prompt-options li").first)
        settled(page, before)
    return code


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_newcomer_does_what_the_coach_says_and_wins(new_context: NewContext, size: dict[str, Any]) -> None:
    page = new_context(size).new_page()
    begin(page)
    done: list[str] = []
    for _lesson in range(40):
        if page.locator("#playback").is_visible():
            page.keyboard.press("Escape")
        if not my_turn(page):
            break
        choices_known(page)
        if len(done) in (0, 5, 8):
            # A link that is partly covered by the bar below counts as too small.
            page.locator(".guidance-off a").evaluate("link => link.scrollIntoView({ block: 'center' })")
            assert_accessible(page)
        done.append(do_as_told(page))
        assert page.locator("#refused .notice").count() == 0, page.inner_text("#refused")
    for code in ("select", "walk", "advance", "shoot", "end_turn", "charge", "move_chargers", "fight"):
        assert code in done
    card = page.locator(".guidance")
    expect(card).to_have_attribute("data-lesson", "won")
    expect(card.locator("li.is-done")).to_have_count(6)
    expect(page.get_by_role("button", name="Play the bot now")).to_be_visible()


def test_the_coach_is_turned_off_and_on_again(new_context: NewContext) -> None:
    page = new_context().new_page()
    begin(page)
    page.get_by_role("button", name="Turn the coach off").click()
    expect(page.locator(".guidance")).to_have_count(0)
    expect(page.locator(".pointer-mark")).to_have_count(0)
    page.reload()
    ready(page)
    expect(page.locator(".guidance")).to_have_count(0)
    page.get_by_role("button", name="Board settings").click()
    page.locator("#settings [data-setting=hints]").check()
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(".guidance")).to_have_attribute("data-lesson", "select")
