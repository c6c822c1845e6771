"""Chromium for tests: contexts at desktop and phone size for the live site, and axe on any page."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests_support.site import LiveSite

ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True,
}  # fmt: skip
PATIENCE_MS = 60_000
"""How long a browser test waits for anything; a busy machine with two cores is slow."""
AXE_OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    # All rules are checked; elements that pass are not listed.
    "resultTypes": ["violations"],
}


def chromium() -> str | None:
    """The browser program; None if it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the session."""
    program = chromium()
    if program is None:
        pytest.skip("chromium is not installed")
    # Playwright's sync API runs an event loop in this thread, which Django would take for an async caller.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    # Playwright's own limit for expect() is 5 s.
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def new_context(browser: Browser, live_site: LiveSite) -> Iterator[NewContext]:
    """`new_context(PHONE)` is a new visitor on the live site, by default with DESKTOP size. All are closed
    afterwards."""
    opened: list[BrowserContext] = []

    def make(size: dict[str, Any] | None = None, **options: Any) -> BrowserContext:
        # `route()` does not see requests through a service worker, so only tests of the worker use one.
        options = {"service_workers": "block", **options}
        context = browser.new_context(base_url=live_site.url, **(size or DESKTOP), **options)
        context.set_default_timeout(PATIENCE_MS)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """A visitor's page at desktop size."""
    return new_context().new_page()


@pytest.fixture
def phone_page(new_context: NewContext) -> Page:
    """A visitor's page at 390 px."""
    return new_context(PHONE).new_page()


def sign_up(page: Page, username: str, password: str = "a-long-password-for-tests") -> None:
    """Create an account on the pages, as a person would."""
    page.goto("/accounts/signup/")
    page.fill("input[name=username]", username)
    page.fill("input[name=password1]", password)
    page.click("main button[type=submit]")
    page.wait_for_url(lambda url: "/signup" not in url)


def click_and_send(page: Page, button: Locator) -> None:
    """Click a button that sends a form, and wait for the response: leaving the page earlier would cancel the
    request."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        button.click()


def text_on_page(page: Page, text: str) -> Locator:
    """The element that shows this text on the page; copies of it for screen readers only are ignored."""
    return (
        page.locator("body > :not(#status)")
        .get_by_text(text)
        .and_(page.locator(":not(.visually-hidden[data-announce])"))
    )


def assert_accessible(page: Page) -> None:
    """Fail with a readable list if axe finds a violation of WCAG A or AA on the current page."""
    page.wait_for_load_state()
    found = Axe().run(page, options=AXE_OPTIONS)
    lines = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    "
        + "\n    ".join(node["html"][:160] for node in violation["nodes"][:4])
        for violation in found.response["violations"]
    ]
    assert not lines, f"{page.url} is not accessible:\n" + "\n".join(lines)
