"""Every whole page of the URL configuration, for tests that look at all of them in Chromium."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests_support.browser import NewContext
from tests_support.site import LiveSite

TOWN = """
import json
from django.test import Client
from tests.shell.answers import ANSWERS
from tests.shell.world import build_town
from tests_support.cast import make_user
people = [make_user(name) for name in ("mayor", "rival", "stranger", "clerk")]
town = build_town(*people)
browser = Client()
browser.force_login(town.owner)
pages = {address: town.url(address) for address, stated in ANSWERS.items() if stated[2] != 405}
print(json.dumps({"session": browser.cookies["sessionid"].value, "pages": pages}))
"""
RELOADS_WHEN_ONLINE = "/offline/"
NO_NETWORK = "Object.defineProperty(navigator, 'onLine', {get: () => false})"
ONLY = tuple(filter(None, os.environ.get("PAGES", "").split(",")))
"""Parts of the addresses to check, for a repetition after a correction; all by default."""
LEAST_PAGES = 100
"""How many whole pages the site has at least; a lower number means that the sweep misses some."""


def every_page(site: LiveSite, new_context: NewContext, **options: Any) -> Iterator[tuple[str, str, Page]]:
    """Address, URL and a browser tab that may open it, not opened yet: that of the owner of everything, or that of a
    visitor if the owner gets no page. A fragment of a page is checked within its page."""
    world = json.loads(site.shell(TOWN).strip().splitlines()[-1])
    owner, visitor = (new_context(**options) for _person in range(2))
    owner.add_cookies([{"name": "sessionid", "value": world["session"], "url": site.url}])
    mine, theirs, without_network = owner.new_page(), visitor.new_page(), visitor.new_page()
    without_network.add_init_script(NO_NETWORK)
    for address, url in world["pages"].items():
        if ONLY and not any(part in address for part in ONLY):
            continue
        if url.endswith(RELOADS_WHEN_ONLINE):
            yield address, url, without_network
        elif _whole_page(owner, url):
            yield address, url, mine
        elif _whole_page(visitor, url):
            yield address, url, theirs


def _whole_page(person: BrowserContext, url: str) -> bool:
    """Whether this address answers the person with a page of its own: not data, a fragment or a redirect."""
    answer = person.request.get(url, max_redirects=0)
    return (
        answer.status in (200, 404)
        and answer.headers.get("content-type", "").startswith("text/html")
        and "<html" in answer.text()
    )
