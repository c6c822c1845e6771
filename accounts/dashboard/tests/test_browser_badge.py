"""The icon of the installed app shows the number of dashboard lines, and no badge if there are none."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests_support.browser import PHONE, NewContext, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
LISTEN = """
window.shown = [];
navigator.setAppBadge = async (count) => { window.shown.push(count); };
navigator.clearAppBadge = async () => { window.shown.push(0); };
"""


def test_the_badge_of_the_app_shows_the_count_of_the_header(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    page.add_init_script(LISTEN)
    sign_up(page, "badge-owner")
    page.goto("/accounts/settings/")
    assert page.evaluate("window.shown") == [0]
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.click("text=Start battle")
    page.wait_for_url("**/battles/*/")
    for _try in range(20):
        page.goto("/accounts/settings/")
        if page.locator("a.waiting").count():
            break
        page.wait_for_timeout(1000)
    expect(page.locator("a.waiting")).to_contain_text("1 waiting")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert page.evaluate("window.shown") == [1]
