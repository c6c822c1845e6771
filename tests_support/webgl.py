"""Chromium with WebGL 2 rendered in software, for the 3D view. The other browser tests run without WebGL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests_support.browser import ARGUMENTS, DESKTOP, PATIENCE_MS, chromium
from tests_support.site import LiveSite

SOFTWARE_GL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
"""The processor renders the picture, as on a machine without a graphics card."""


@pytest.fixture(scope="module")
def webgl_browser(browser: Browser) -> Iterator[Browser]:
    """A second browser for the tests of one module."""
    arguments = [argument for argument in ARGUMENTS if argument != "--disable-gpu"]
    started = browser.browser_type.launch(executable_path=chromium(), args=[*arguments, *SOFTWARE_GL])
    yield started
    started.close()


@pytest.fixture
def webgl_context(webgl_browser: Browser, live_site: LiveSite) -> Iterator[BrowserContext]:
    """A new visitor at desktop size whose browser does not ask for reduced motion."""
    context = webgl_browser.new_context(
        base_url=live_site.url, service_workers="block", reduced_motion="no-preference", **DESKTOP
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()
