"""Custom keys of the board in a browser: chosen on a page, shown by the help, used by the board."""

import pytest
from playwright.sync_api import expect

from battles.board.tests.test_browser import ready
from tests_support.browser import NewContext, assert_accessible, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(200)]


def test_a_key_that_was_changed_is_shown_and_obeyed(new_context: NewContext) -> None:
    page = new_context().new_page()
    sign_up(page, "southpaw")
    page.goto("/accounts/keys/")
    assert_accessible(page)
    page.fill("#key-list", "n")
    page.click("text=Save keys")
    expect(page.locator("#fault-list")).to_contain_text("is already the key for")
    page.fill("#key-list", "y")
    page.fill("#key-help", "j")
    page.click("text=Save keys")
    expect(page.locator("#key-list")).to_have_value("Y")
    page.goto("/play/")
    page.click("text=Start battle")
    page.wait_for_url("**/battles/*/")
    ready(page)
    page.focus("#board")
    page.keyboard.press("?")
    assert not page.locator("#keys").is_visible(), "the usual key is free now"
    page.keyboard.press("j")
    help_ = page.locator("#keys")
    expect(help_).to_be_visible()
    expect(help_.locator("div", has_text="List of warriors").last.locator("kbd")).to_have_text("Y")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    page.focus("#board")
    page.keyboard.press("y")
    expect(page.locator(".figure a:focus")).to_have_count(1)
