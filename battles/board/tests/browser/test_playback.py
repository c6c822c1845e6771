"""Playback of steps on the board at two sizes; it can be skipped and clicked through."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import my_turn, one_step, ready
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
MOVING = {"reduced_motion": "no-preference"}


def battle_with_bot(page: Page, speed: str) -> None:
    """A battle against the bot in which its first turn is over."""
    page.goto("/")
    page.evaluate("speed => localStorage.setItem('board-speed', speed)", speed)
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)


def until_bot_moves(page: Page, shown: str = ".step-way") -> None:
    """End steps without acting until the bot has moved and the playback shows the move, or another given part of a
    step."""
    for _step in range(60):
        assert my_turn(page), "the battle ended before the bot moved"
        while page.locator("#playback").is_visible():
            if page.locator(shown).count():
                return
            page.wait_for_timeout(30)
        one_step(page, {"walk"})
    raise AssertionError("the bot never moved")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_bots_turn_is_played_on_the_board(new_context: NewContext, size: dict[str, Any]) -> None:
    """Shows who acts and the path, step by step; any key skips to the result (item 1)."""
    page = new_context({**size, **MOVING}).new_page()
    battle_with_bot(page, "slow")
    until_bot_moves(page)
    expect(page.locator("#playback")).to_be_visible()
    expect(page.locator("#playback-step")).to_have_text(re.compile(r"^\d+ of \d+: "))
    assert page.locator(".playback-model.acts").count() == 1
    # Read at once, because the playback goes on.
    label, ticks, now = page.evaluate(
        "() => { const ticks = [...document.querySelectorAll('#playback-ticks > i')];"
        " return [document.getElementById('playback-step').textContent, ticks.length,"
        " ticks.findIndex((tick) => tick.className === 'is-now') + 1]; }"
    )
    assert label.startswith(f"{now} of {ticks}: ")
    # The log grows with the playback: steps that have not been played yet are not listed.
    newest_is_shown = (
        "[...document.querySelectorAll('#log .block:not(.is-ahead)')].at(-1).classList.contains('is-shown')"
    )
    assert page.evaluate(newest_is_shown)
    assert (
        page.locator("#table").evaluate("node => getComputedStyle(node.querySelector('.layer.models')).opacity") == "0"
    )
    page.keyboard.press("k")
    expect(page.locator("#playback")).to_be_hidden()
    expect(page.locator(".layer.playback")).to_have_count(0)
    expect(page.locator("#log .is-ahead")).to_have_count(0)
    if size is PHONE:
        page.locator("#log-strip").tap()
    page.locator("#log .block-move .block-link").last.click()
    expect(page.locator(".step-way")).to_have_count(1)
    expect(page.locator("#log [aria-current]")).to_have_count(1)
    assert_accessible(page)
    page.locator("#playback").get_by_role("button", name="Skip").click()
    expect(page.locator(".step-way")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_nothing_tells_the_result_before_the_step_that_shows_it(
    new_context: NewContext, live_site: LiveSite, size: dict[str, Any]
) -> None:
    """The result card, the list of warriors and the end screen wait for the playback; skipping shows them at once."""
    attacked = "'Attacked' in done and engine.state.flow[-1][:2] == ('movement', 'remaining')"
    battle = staged_battle(live_site, attacked, seed=f"spoiler-{size['viewport']['width']}", ruleset="core")
    page = open_staged(new_context({**size, **MOVING}), battle, speed="slow")
    shown, listed = page.locator("#result").inner_text(), page.locator("#warriors").inner_text()
    last = page.locator("#log .block:not(.block-phase, .block-turn, .block-remark)").last
    expect(last).to_have_class(re.compile("is-shown"))
    expect(page.locator("#log-last b").first).to_have_text(last.locator(".block-title").inner_text())
    page.locator("summary", has_text="More").click()
    page.click("[data-dialog=resign]")
    page.click("dialog[open] .button-danger")
    expect(page.locator("#playback")).to_be_visible()
    assert page.locator(".outcome-card").count() == 0
    assert page.locator("#warriors").inner_text() == listed
    assert page.locator("#result").inner_text() == shown
    page.locator("#playback").get_by_role("button", name="Skip").click()
    expect(page.locator(".outcome-card")).to_be_visible()
    assert page.locator("#warriors").inner_text() != listed


def test_on_a_phone_a_step_is_never_played_under_the_tools(new_context: NewContext) -> None:
    """A view whose upper edge hides the warrior of a step under the tools is moved (item 4)."""
    page = new_context({**PHONE, **MOVING}).new_page()
    battle_with_bot(page, "slow")
    until_bot_moves(page)
    page.keyboard.press("k")
    expect(page.locator("#playback")).to_be_hidden()
    page.locator("#log-strip").tap()
    page.locator("#log .block-move .block-link").last.click()
    actor = page.locator(".playback-model.acts")
    skip = page.locator("#playback").get_by_role("button", name="Skip")
    x, y = (float(number) for number in re.findall(r"-?[\d.]+", actor.get_attribute("transform") or "")[:2])
    skip.click()
    page.evaluate("([x, y]) => table.setAttribute('viewBox', `${x - 5} ${y - 1.6} 10 10`)", [x, y])
    page.locator("#log .block-move .block-link").last.click()
    expect(actor).to_have_count(1)
    place = actor.bounding_box()
    assert place is not None
    for tool in page.locator(".board-tools .tool:visible").all():
        over = tool.bounding_box()
        assert over is not None
        assert over["y"] + over["height"] <= place["y"] + 4


def test_on_a_phone_the_dice_of_a_step_cover_nothing_of_the_table(new_context: NewContext) -> None:
    page = new_context({**PHONE, **MOVING}).new_page()
    battle_with_bot(page, "slow")
    until_bot_moves(page, ".step-card:not([hidden])")
    card, table = page.locator(".step-card").bounding_box(), page.locator("#board").bounding_box()
    assert card is not None
    assert table is not None
    assert card["y"] >= table["y"] + table["height"]
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= 390


def test_on_a_phone_the_tools_are_one_row_and_one_fits_the_table(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    battle_with_bot(page, "off")
    tools = page.locator(".board-tools .tool:visible")
    boxes = [box for box in (tool.bounding_box() for tool in tools.all()) if box is not None]
    assert len(boxes) >= 5
    assert len({box["y"] for box in boxes}) == 1
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    page.get_by_role("link", name="Whole table").click()
    # The whole table is visible, and no part of it lies under the tools.
    ground, frame = page.locator("#table .ground > rect").first.bounding_box(), page.locator("#board").bounding_box()
    assert ground is not None
    assert frame is not None
    assert ground["y"] >= max(box["y"] + box["height"] for box in boxes) - 1
    assert ground["x"] >= frame["x"] - 1
    assert ground["x"] + ground["width"] <= frame["x"] + frame["width"] + 1
    assert ground["y"] + ground["height"] <= frame["y"] + frame["height"] + 1
    assert ground["width"] >= 0.9 * frame["width"] or ground["height"] >= 0.75 * frame["height"], "as large as possible"


def test_without_movement_the_steps_are_listed_only(new_context: NewContext) -> None:
    """With prefers-reduced-motion, steps are only listed (item 1)."""
    page = new_context({**DESKTOP, "reduced_motion": "reduce"}).new_page()
    battle_with_bot(page, "normal")
    done: set[str] = set()
    for _step in range(12):
        if page.locator("#log .block-move").count() or not my_turn(page):
            break
        one_step(page, done)
    expect(page.locator("#log .block-move").last).to_be_visible()
    assert page.locator(".layer.playback").count() == 0
