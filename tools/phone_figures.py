"""Measures the tracker and a roster as a phone opens them. The results are in docs/figures.md, section "At the gaming
table".

    python -m tools.phone_figures [--runs 3]

It starts a site of its own. "First visit": an empty cache, slow 4G (1.6 Mbit/s, 150 ms), the processor slowed four
times. "From the service worker": the saved page without a network, the processor slowed four times. A page is
interactive when its scripts have run (DOMContentLoaded). Processor time is that of the page (layout, scripts and the
rest) without slowing, because other programs on a busy machine do not change it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests_support import prepared
from tests_support.browser import ARGUMENTS, PHONE, chromium
from tests_support.site import LiveSite, running_site
from tools.board_figures import SLOW_4G

PASSWORD: Final = "a-long-password-for-measuring"
MAKE: Final = f"""
from django.utils import timezone
from accounts.models import User
from battles.tabletop.tracker import services as tracker
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
owner, rival = (User.objects.create_user(username=name, password={PASSWORD!r}) for name in ("phone", "other"))
mine, theirs = founded(owner, "reiklanders"), founded(rival, "undead")
form = {{"first": "a", "scenario": "wyrdstone_hunt"}}
for letter, row in (("a", mine), ("b", theirs)):
    form |= {{f"fights-{{letter}}-{{warrior.key}}": "on" for warrior in load_state(row).active()}}
track = tracker.start(mine=mine.public_id, theirs=theirs.public_id, actor_id=owner.pk, data=form, now=timezone.now())
print(track.public_id, mine.public_id)
"""
READY: Final = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
LOADED: Final = """[
  ...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource"),
].map(entry => entry.transferSize)"""
IS_SAVED: Final = """async address => {
  for (const name of await caches.keys())
    if (name.startsWith("pages:") && (await (await caches.open(name)).match(address))) return true;
  return false;
}"""


@contextmanager
def signed_in(browser: Browser, site: LiveSite, **options: Any) -> Iterator[BrowserContext]:
    """A phone whose user is signed in and that has opened only the pages for that. The cookies are then moved to an
    empty browser."""
    first = browser.new_context(base_url=site.url, service_workers="block", **PHONE)
    page = first.new_page()
    page.goto("/accounts/login/?next=/accounts/settings/")
    page.fill("input[name=login]", "phone")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url("**/settings/")
    context = browser.new_context(base_url=site.url, **{**PHONE, **options})
    context.set_default_timeout(120_000)
    context.add_cookies(cast(Any, first.cookies()))
    first.close()
    yield context
    context.close()


def slow_processor(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return session


def first_visit(browser: Browser, site: LiveSite, address: str) -> dict[str, float]:
    """Requests, bytes as sent, and milliseconds until the page is interactive."""
    with signed_in(browser, site, service_workers="block") as context:
        page = context.new_page()
        session = slow_processor(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        sizes = page.evaluate(LOADED)
        return {"requests": len(sizes), "bytes": sum(sizes), "first": page.evaluate(READY)}


def processor_time(browser: Browser, site: LiveSite, address: str) -> float:
    """Milliseconds of processor time of the page on a first visit."""
    with signed_in(browser, site, service_workers="block") as context:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(address)
        page.wait_for_load_state("networkidle")
        found = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
        return 1000 * float(found["TaskDuration"])


def from_service_worker(browser: Browser, site: LiveSite, address: str) -> float:
    """Milliseconds until the saved page is interactive without a network."""
    with signed_in(browser, site, service_workers="allow") as context:
        page = context.new_page()
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.wait_for_function(IS_SAVED, arg=site.url + address)
        page.wait_for_timeout(2000)
        context.set_offline(True)
        slow_processor(page)
        page.goto(address)
        assert page.locator("#saved-page").is_visible(), "the page comes from the service worker"
        return float(page.evaluate(READY))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    prepared.pytest_configure()
    rows = []
    with running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        track, warband = site.shell(MAKE).split()[-2:]
        for name, address in (("tracker", f"/battles/track/{track}/"), ("roster", f"/warbands/{warband}/")):
            visits = [first_visit(browser, site, address) for _run in range(options.runs)]
            median = {key: statistics.median(visit[key] for visit in visits) for key in visits[0]}
            spent = statistics.median(processor_time(browser, site, address) for _run in range(options.runs))
            again = statistics.median(from_service_worker(browser, site, address) for _run in range(options.runs))
            rows += [
                (name, "requests", f"{median['requests']:.0f}", "7", median["requests"] <= 7),
                (name, "bytes as sent", f"{median['bytes'] / 1000:.1f} kB", "60 kB", median["bytes"] <= 60_000),
                (name, "interactive, first visit", f"{median['first'] / 1000:.2f} s", "1.8 s", median["first"] < 1800),
                (name, "interactive, from the service worker", f"{again / 1000:.2f} s", "0.5 s", again < 500),
                (name, "processor time of a first visit, not slowed", f"{spent:.0f} ms", "", True),
            ]
        browser.close()
    prepared.pytest_unconfigure()
    sys.stdout.write("| page | what | measured | target | met |\n|---|---|---|---|---|\n")
    for page_name, what, measured, target, is_met in rows:
        met = ("yes" if is_met else "no") if target else ""
        sys.stdout.write(f"| {page_name} | {what} | {measured} | {target} | {met} |\n")


if __name__ == "__main__":
    main()
