"""With a slow connection, nothing that happens in the meantime is lost."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Route

from battles.board.tests.browser.test_playing import my_turn, one_step, ready, state
from tests_support.browser import NewContext

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def bot_has_acted(page: Page) -> bool:
    """Whether it is this player's decision again, asked from the server without the page."""
    answer = page.request.get(f"{page.url}state/?who=&acted=&after=0", headers={"Accept": "application/json"})
    body = answer.json()
    return bool(body["side"] or body["over"])


def test_what_the_bot_does_before_a_slow_answer_arrives_is_shown(new_context: NewContext) -> None:
    """The bot acts while the response to the player's command is on its way. Its message used to arrive too early and
    was dropped, so the page said "The bot is thinking" until it was reloaded."""
    page = new_context().new_page()
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    held: list[str] = []

    def hold(route: Route) -> None:
        answer = route.fetch()
        if answer.json().get("side") == "" and not held:
            held.append(route.request.url)
            end = time.monotonic() + 60
            while not bot_has_acted(page) and time.monotonic() < end:
                time.sleep(0.2)
        route.fulfill(response=answer)

    page.route("**/commands/", hold)
    for _step in range(120):
        if held or not my_turn(page):
            break
        one_step(page, {"walk"})
    assert held, "the bot was never asked"
    assert my_turn(page) or state(page)["over"]
