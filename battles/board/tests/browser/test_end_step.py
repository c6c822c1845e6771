"""Ending a step while warriors can still act: the confirmation is shown once, next to the button, with and without
JavaScript."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from battles.board.tests.browser.test_playing import press_option, ready, seq, settled
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
QUESTION = re.compile(r"\d+ warriors can still move\. End anyway\?")


def movement(page: Page) -> tuple[int, Locator]:
    """A new battle at one screen in its movement phase: (end of its log, option that ends the phase)."""
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.click("text=Start battle")
    page.wait_for_url(re.compile(r"/battles/\w{12}/$"))
    ready(page)
    for _step in range(12):
        option = page.locator(".prompt-options li", has_text="End movement")
        if option.count():
            return seq(page), option
        before = seq(page)
        press_option(page.locator(".prompt-options li").first)
        settled(page, before)
    raise AssertionError("no movement phase was reached")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_question_stands_beside_the_button(new_context: NewContext, size: dict[str, object]) -> None:
    """The first click used to open a list far below, and seemed to do nothing (item 1)."""
    page = new_context(size).new_page()
    before, option = movement(page)
    option.locator("summary").click()
    expect(option.get_by_text(QUESTION)).to_be_in_viewport()
    expect(option.get_by_role("button", name="End", exact=True)).to_be_focused()
    assert_accessible(page)
    option.get_by_role("link", name="Back").click()
    expect(option.get_by_text(QUESTION)).to_be_hidden()
    expect(option.locator("summary")).to_be_focused()
    assert seq(page) == before
    option.locator("summary").click()
    option.get_by_role("button", name="End", exact=True).click()
    settled(page, before)


def test_the_key_of_the_board_asks_and_then_ends(new_context: NewContext) -> None:
    page = new_context().new_page()
    before, option = movement(page)
    page.locator("#board").focus()
    page.keyboard.press("e")
    expect(option.get_by_text(QUESTION)).to_be_visible()
    expect(option.get_by_role("button", name="End", exact=True)).to_be_focused()
    assert seq(page) == before
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(option.get_by_text(QUESTION)).to_be_hidden()
    page.keyboard.press("Enter")
    expect(option.get_by_role("button", name="End", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    settled(page, before)


def test_without_script_the_question_is_asked_too(new_context: NewContext) -> None:
    page = new_context().new_page()
    before, _option = movement(page)
    plain = new_context(java_script_enabled=False)
    plain.add_cookies(page.context.cookies())
    without = plain.new_page()
    without.goto(page.url)
    option = without.locator(".prompt-options li", has_text="End movement")
    expect(option.get_by_text(QUESTION)).to_be_hidden()
    option.locator("summary").click()
    expect(option.get_by_text(QUESTION)).to_be_visible()
    with without.expect_navigation():
        option.get_by_role("link", name="Back").click()
    expect(option.get_by_text(QUESTION)).to_be_hidden()
    option.locator("summary").click()
    with without.expect_navigation():
        option.get_by_role("button", name="End", exact=True).click()
    assert seq(without) > before
