"""Clicks that follow each other faster than the site answers: each counts for the warrior that the player chose."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import choices_known, seq, settled, until
from tests_support.browser import NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

MOVING = "engine.state.turn_number == 1 and engine.awaiting() and engine.state.phase == 'movement'"


@pytest.fixture
def page(new_context: NewContext, live_site: LiveSite) -> Iterator[Page]:
    """The board at the beginning of the first movement phase, with the first warrior selected."""
    page = open_staged(new_context(), staged_battle(live_site, MOVING))
    assert choices_known(page)
    yield page
    page.unroute_all(behavior="ignoreErrors")


def can_act(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.figure a')].filter(a => a.querySelector('.can-act')).map(a => a.dataset.who)"
    )
    return found


def select(page: Page, model_id: str) -> None:
    # Find and click in one step: if a new response replaced the link in between, the click would open its address.
    page.evaluate("who => document.querySelector(`.figure a[data-who='${who}']`).click()", model_id)


def slowly(route: Route) -> None:
    """Deliver the answer of the site a second late."""
    answer = route.fetch()
    time.sleep(1)
    route.fulfill(response=answer)


def test_the_warrior_selected_last_stays_selected_when_answers_are_late(page: Page) -> None:
    _first, second, third, fourth = can_act(page)[:4]
    page.route("**/state/*", slowly)
    for model_id in (second, third, fourth):
        select(page, model_id)
    expect(page.locator("#board")).to_have_attribute("data-selected", fourth)
    assert choices_known(page)
    expect(page.locator(".figure a[aria-current]")).to_have_attribute("data-who", fourth)


def test_a_warrior_selected_while_a_command_is_sent_stays_selected(page: Page) -> None:
    _first, _second, third = can_act(page)[:3]
    page.route("**/commands/", slowly)
    before = seq(page)
    press_beside_selected(page)
    select(page, third)
    settled(page, before)
    assert choices_known(page)
    expect(page.locator("#board")).to_have_attribute("data-selected", third)


def test_a_click_on_the_table_waits_for_the_choices_of_the_warrior_just_selected(page: Page) -> None:
    _first, second = can_act(page)[:2]
    page.route("**/choices/*/", slowly)
    before = seq(page)
    select(page, second)
    press_beside_selected(page, second)
    settled(page, before)
    moved = page.evaluate("document.querySelector('#log .block:last-child .block-title').textContent.trim()")
    name = page.locator(f'.figure a[data-who="{second}"]').first.inner_text().splitlines()[0].rstrip(" o")
    assert moved.startswith(name.strip()), moved


def test_a_table_that_is_wholly_visible_does_not_move_when_a_warrior_at_its_edge_is_selected(page: Page) -> None:
    page.locator(".tool[data-zoom=fit]").click()
    view = page.get_attribute("#table", "viewBox")
    for model_id in can_act(page):
        select(page, model_id)
        until(page, f"document.getElementById('board').dataset.selected === '{model_id}'")
        assert page.get_attribute("#table", "viewBox") == view


def press_beside_selected(page: Page, model_id: str = "") -> None:
    """Click on the table an inch and a half from the selected warrior, towards the middle."""
    model_id = model_id or page.get_attribute("#board", "data-selected") or ""
    at = page.evaluate(
        """who => {
          const area = document.querySelector(`#table .model[data-who="${who}"] .ring-outer`).getBoundingClientRect();
          const board = document.getElementById("table").getBoundingClientRect();
          const inch = document.getElementById("table").getScreenCTM().a;
          const y = area.y + area.height / 2;
          return [area.x + area.width / 2, y + 1.5 * inch * (y > board.y + board.height / 2 ? -1 : 1)];
        }""",
        model_id,
    )
    page.mouse.click(*at)
