"""Visited pages open without a network, show their age, and are shown only to their user."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests_support.browser import PHONE, NewContext, assert_accessible, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

SAVED = """async (path) => {
  for (const name of await caches.keys())
    if (name.startsWith("pages:") && (await (await caches.open(name)).match(path, { ignoreVary: true }))) return name;
  return "";
}"""


def visit_and_save(page: Page, path: str) -> None:
    """Visit a page and wait until the worker has saved it."""
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until_saved(page, path)


def wait_until_saved(page: Page, path: str) -> None:
    """Wait until the worker has saved this page."""
    for _round in range(300):
        if page.evaluate(SAVED, path):
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"{path} was not saved")


@pytest.fixture
def phone(new_context: NewContext) -> BrowserContext:
    return new_context(PHONE, service_workers="allow")


def test_visited_pages_open_without_a_network_and_say_how_old_they_are(phone: BrowserContext) -> None:
    page = phone.new_page()
    sign_up(page, "Cellar")
    visit_and_save(page, "/rules/")
    visit_and_save(page, "/warbands/")
    phone.set_offline(True)
    page.goto("/rules/")
    line = page.locator("#saved-page")
    expect(line).to_have_text("No connection. This is the page as it was less than a minute ago.")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # The browser draws it only when it has read all of it.
    expect(page.locator("link[rel=expect][blocking=render][href='#status']")).to_have_count(1)
    expect(page.locator("#status")).to_have_count(1)
    # Its style sheet is there too.
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink')")
    assert_accessible(page)
    page.goto("/warbands/")
    expect(line).to_be_visible()
    phone.set_offline(False)
    expect(line).to_be_hidden()
    page.goto("/rules/")
    expect(line).to_be_hidden()


@pytest.mark.parametrize(
    ("seconds", "age"),
    [
        (60, "1 min ago"),
        (59 * 60, "59 min ago"),
        (3 * 3600, "3 h ago"),
        (47 * 3600, "47 h ago"),
        (96 * 3600, "4 days ago"),
    ],
)
def test_a_saved_page_says_its_age_in_minutes_hours_or_days(phone: BrowserContext, seconds: int, age: str) -> None:
    page = phone.new_page()
    visit_and_save(page, "/rules/")
    phone.set_offline(True)
    page.add_init_script(f"const now = Date.now.bind(Date); Date.now = () => now() + {seconds * 1000}")
    page.goto("/rules/")
    expect(page.locator("#saved-page")).to_have_text(f"No connection. This is the page as it was {age}.")


def test_a_saved_page_is_replaced_when_the_connection_is_back(phone: BrowserContext) -> None:
    page = phone.new_page()
    visit_and_save(page, "/rules/")
    phone.set_offline(True)
    page.goto("/rules/")
    line = page.locator("#saved-page")
    expect(line).to_contain_text("No connection")
    phone.set_offline(False)
    expect(line).to_be_hidden(timeout=10_000)
    # What was typed is not thrown away: the player decides when.
    phone.set_offline(True)
    page.goto("/rules/")
    page.locator("#main input[type=search]").first.fill("fear")
    phone.set_offline(False)
    expect(line).to_contain_text("The connection is back.", timeout=10_000)
    expect(page.locator("#main input[type=search]").first).to_have_value("fear")
    line.get_by_role("button", name="Show the current page").click()
    expect(line).to_be_hidden()


def test_saved_pages_are_deleted_when_their_user_signs_out(phone: BrowserContext) -> None:
    page = phone.new_page()
    sign_up(page, "Leaver")
    visit_and_save(page, "/warbands/")
    own = page.evaluate(SAVED, "/warbands/")
    assert own != "pages:"
    page.goto("/accounts/logout/")
    page.locator("main button[type=submit]").click()
    page.wait_for_url(lambda url: "/logout" not in url)
    page.wait_for_function("async (name) => !(await caches.has(name))", arg=own)
    sign_up(page, "Newcomer")
    page.wait_for_load_state("load")
    phone.set_offline(True)
    page.goto("/warbands/new/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def test_the_own_pages_are_saved_after_signing_in_and_others_lead_to_them(phone: BrowserContext) -> None:
    page = phone.new_page()
    sign_up(page, "Provident")
    for path in ("/", "/rules/", "/warbands/", "/battles/", "/odds/"):
        wait_until_saved(page, path)
    phone.set_offline(True)
    page.goto("/rules/")
    expect(page.locator("#saved-page")).to_contain_text("This is the page as it was")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink')")
    page.goto("/tables/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink')")
    assert_accessible(page)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.locator("#saved-pages").get_by_role("link", name="Rules").first.click()
    expect(page.locator("#saved-page")).to_be_visible()
    page.goto("/tables/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    phone.set_offline(False)
    expect(page.get_by_role("heading", name="Tables", level=1)).to_be_visible()


def test_pages_of_a_user_whose_session_is_gone_are_deleted_by_the_next_page(phone: BrowserContext) -> None:
    page = phone.new_page()
    sign_up(page, "Expired")
    visit_and_save(page, "/warbands/")
    own = page.evaluate(SAVED, "/warbands/")
    phone.clear_cookies()
    page.goto("/rules/")
    page.wait_for_function("async (name) => !(await caches.has(name))", arg=own)
