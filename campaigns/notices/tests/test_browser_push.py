"""The switch "at once, on this device" in Chromium: it registers the worker and sends the device to the site, and a
message to the worker appears on the screen. There is no real push service here; its address is made up."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from campaigns.notices.tests.test_push import Browser
from tests_support.browser import PHONE, NewContext, assert_accessible, sign_up, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


SUBSCRIBING = """(() => {
  const said = SAID, bytes = (text) => Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
  const made = {
    endpoint: said.endpoint,
    getKey: (name) => bytes(name === "auth" ? said.auth : said.point),
    unsubscribe: async () => { sessionStorage.removeItem("told"); return true; },
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error("no key");
    sessionStorage.told = "yes";
    return made;
  };
  PushManager.prototype.getSubscription = async () => (sessionStorage.told ? made : null);
})()"""


def subscribing(page: Page) -> None:
    """Let the browser subscribe at an address where no service responds."""
    page.add_init_script(SUBSCRIBING.replace("SAID", json.dumps(Browser().said)))


def test_the_switch_registers_a_worker_that_shows_what_it_is_sent(new_context: NewContext) -> None:
    context = new_context(PHONE, permissions=["notifications"], service_workers="allow")
    page = context.new_page()
    subscribing(page)
    sign_up(page, "Lookout")
    page.goto("/inbox/")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(text_on_page(page, "Notifications are on for this device.")).to_be_visible()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    registered = page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.scriptURL)")
    assert registered.endswith("/service-worker.js")
    page.reload()
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)

    devtools = context.new_cdp_session(page)
    found: list[str] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(
        registration["registrationId"] for registration in told["registrations"]
    ))  # fmt: skip
    devtools.send("ServiceWorker.enable")
    for _look in range(300):
        if found:
            break
        page.wait_for_timeout(100)
    notice = {"title": "Ashes", "body": "The gates are shut.", "url": "/inbox/", "tag": "notice-1"}
    origin = page.evaluate("location.origin") + "/"
    devtools.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[0], "data": json.dumps(notice)}
    )
    page.wait_for_function(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration("/");
          return (await registration.getNotifications()).some((one) => one.body === "The gates are shut.");
        }"""
    )

    page.get_by_role("button", name="Turn off notifications").click()
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)
