"""A person signs up in a real browser, on a desktop and on a phone, and every page is accessible."""

import pytest
from playwright.sync_api import expect

from tests_support.browser import PHONE, assert_accessible, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize(("size", "name"), [(None, "doorkeeper"), (PHONE, "doorkeeper-abroad")])
def test_signing_up_needs_two_fields_and_leads_to_the_desk(size, name: str, new_context) -> None:
    page = new_context(size).new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.goto("/accounts/signup/")
    expect(page.locator("main input[required]:visible")).to_have_count(2)
    assert "forgotten password" in page.locator("main form").inner_text()
    assert_accessible(page)
    sign_up(page, name)
    for address in ("/accounts/settings/", "/accounts/email/", "/accounts/logout/"):
        page.goto(address)
        assert_accessible(page)
    assert not wrong
