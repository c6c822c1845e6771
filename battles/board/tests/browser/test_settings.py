"""Settings of the board: one confirmation setting for walk, run, charge and shoot; they can be reached at every size
and are stored with the account."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import choices_known, moved_or, my_turn, press_option, ready, seq, settled
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
MOVING = "engine.state.phase == 'movement' and engine.state.flow[-1].stage == 'remaining'"
SHOOTING = "engine.state.phase == 'shooting' and engine.state.flow[-1].stage == 'act' and engine.state.turn_number > 1"


def choose(page: Page, setting: str, value: str) -> None:
    """Change a setting on the board, and wait until it is stored in the account."""
    page.get_by_role("button", name="Board settings").first.click()
    control = page.locator(f"#settings [data-setting={setting}]")
    with page.expect_response(lambda response: response.url.endswith("/account/board/") and response.ok):
        if control.evaluate("node => node.type === 'checkbox'"):
            control.set_checked(value == "on")
        else:
            control.select_option(value)
    page.get_by_role("button", name="Back to the table").click()


def press_where_it_may_walk(page: Page) -> int:
    """Click the table an inch or two from the selected warrior. Returns the number of events before."""
    choices_known(page)
    before = seq(page)
    spot = page.evaluate(
        """() => {
          const path = document.querySelector('#table .reach-area.walk, #table .reach-area.crawl');
          const box = path.getBBox(), matrix = path.getScreenCTM();
          const place = document.querySelector('#table .model.is-selected').getAttribute('transform');
          const model = place.match(/-?[\\d.]+/g).map(Number);
          for (const [dx, dy] of [[0, -2], [0, 2], [2, 0], [-2, 0], [1.5, 1.5], [-1.5, -1.5]]) {
            const at = new DOMPoint(model[0] + dx, model[1] + dy);
            if (!path.isPointInFill(at)) continue;
            const on = at.matrixTransform(matrix);
            const found = document.elementFromPoint(on.x, on.y);
            if (found?.closest('#table') && !found.closest('.model')) return [on.x, on.y];
          }
          return null;
        }"""
    )
    assert spot, "no free place beside the warrior"
    page.mouse.click(*spot)
    return before


def test_a_walk_asks_when_the_player_wants_every_act_confirmed(new_context: NewContext, live_site: LiveSite) -> None:
    page = open_staged(new_context(), staged_battle(live_site, MOVING, seed="confirm"))
    choose(page, "confirm", "always")
    before = press_where_it_may_walk(page)
    button = page.locator("#preview button", has_text="Walk")
    expect(button).to_be_visible()
    assert seq(page) == before
    button.click()
    settled(page, before)
    choose(page, "confirm", "never")
    before = press_where_it_may_walk(page)
    settled(page, before)
    assert page.locator("#preview button").count() == 0


def test_a_shot_asks_unless_the_player_wants_no_confirmation(new_context: NewContext, live_site: LiveSite) -> None:
    page = open_staged(new_context(), staged_battle(live_site, SHOOTING, seed="confirm shots"))
    choices_known(page)
    choose(page, "confirm", "final")
    target = page.locator('details[data-verb="shoot"] input[type=radio]').first.get_attribute("data-target")
    link = page.locator(f'.figure a[data-who="{target}"]').first
    before = seq(page)
    link.evaluate("node => node.click()")
    assert moved_or(page, before, "#preview button")
    page.locator("#preview button", has_text="Cancel").click()
    choose(page, "confirm", "never")
    choices_known(page)
    link.evaluate("node => node.click()")
    settled(page, before)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_settings_follow_the_player_to_another_device(new_context: NewContext, size: dict[str, Any]) -> None:
    context = new_context(size)
    page = context.new_page()
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    my_turn(page)
    choose(page, "speed", "off")
    choose(page, "sound", "on")
    expect(page.locator("html")).to_have_attribute("data-sound", "turn")
    page.evaluate("localStorage.clear()")
    page.reload()
    ready(page)
    button = page.get_by_role("button", name="Board settings").first
    box = button.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["viewport"]["width"]
    button.click()
    expect(page.locator("#settings [data-setting=speed]")).to_have_value("off")
    expect(page.locator("#settings [data-setting=sound]")).to_be_checked()
    assert_accessible(page)


def test_a_turn_waits_for_its_end_and_says_so(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto("/")
    page.evaluate("localStorage.setItem('board-speed', 'off')")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    for _step in range(12):
        assert my_turn(page)
        question = page.inner_text("[data-region=prompt]")
        before = seq(page)
        if "End your turn?" in question:
            expect(page.get_by_role("button", name="End turn")).to_be_visible()
            page.get_by_role("button", name="End turn").click()
            settled(page, before)
            return
        press_option(page.locator(".prompt-options li").first)
        settled(page, before)
    raise AssertionError("the turn ended without a word")


NOTICES = """
globalThis.notices = [];
const Real = Notification;
globalThis.Notification = class extends Real {
  constructor(title, options) { super(title, options); notices.push([title, options.body]); }
};
"""


def test_a_notification_comes_when_the_turn_begins_while_the_player_looks_elsewhere(new_context: NewContext) -> None:
    """The browser asks for permission only in the settings; the title and the icon show the turn too."""
    context = new_context()
    context.grant_permissions(["notifications"])
    context.add_init_script(NOTICES)
    page = context.new_page()
    page.goto("/")
    page.evaluate("localStorage.setItem('board-speed', 'off')")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    assert my_turn(page)
    choose(page, "notify", "on")
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    for _step in range(30):
        if page.evaluate("notices.length"):
            break
        before = seq(page)
        press_option(page.locator(".prompt-options li").first)
        settled(page, before)
        assert my_turn(page)
    notice = page.evaluate("notices[0]")
    assert notice[0] == "Your turn"
    assert page.title() == f"Your turn · {notice[1]}"
    assert "favicon-turn" in (page.get_attribute("link[rel=icon]", "href") or "")
