"""Custom keys of the board in a browser: chosen on a page, shown by the help, used by the board."""

import pytest
from playwright.sync_api import expect

from battles.board.tests.browser.test_playing import ready
from tests_support.browser import NewContext, assert_accessible, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


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


def test_keys_work_wherever_the_focus_is_except_in_text_fields(new_context: NewContext) -> None:
    page = new_context().new_page()
    # Without playback, because the first key would only skip what the bot did.
    page.emulate_media(reduced_motion="reduce")
    sign_up(page, "roaming")
    page.goto("/play/")
    page.click("text=Start battle")
    page.wait_for_url("**/battles/*/")
    ready(page)
    first = page.locator("#board").get_attribute("data-selected")
    page.focus(".site-head a")
    page.keyboard.press("n")
    expect(page.locator("#board")).not_to_have_attribute("data-selected", first or "")
    page.locator("button[data-dialog=keys]").focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator("#keys")).to_be_visible()
    assert page.locator(".figure a:focus").count() == 0, "a key that is pressed in a dialog is for the dialog"
    page.keyboard.press("Escape")
    field = page.locator("#command-text")
    field.focus()
    page.keyboard.type("nlz")
    expect(field).to_have_value("nlz")
