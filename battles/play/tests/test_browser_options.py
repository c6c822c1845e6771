"""Clocks, annotations, typed commands and default decisions, live in two browsers."""

import re

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.test_playing import acting_of, ready, seq, settled, state
from tests_support.browser import PHONE, NewContext, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def side_by_side(new_context: NewContext) -> tuple[Page, Page]:
    """Two players with a live clock, one on a desktop and one on a phone, with all models set up."""
    first_page = new_context().new_page()
    first_page.goto("/play/")
    first_page.check('input[name=opponent][value="invited"]')
    first_page.select_option("select[name=clock]", "live_quick")
    first_page.click("text=Start battle")
    first_page.wait_for_url("**/join/")
    link = first_page.input_value("input[readonly]")
    two = new_context(PHONE).new_page()
    two.goto(link)
    two.click("text=Take the other side")
    two.wait_for_url(re.compile(r"/battles/\w{12}/$"))
    first_page.wait_for_url(two.url)
    for page in (first_page, two):
        ready(page)
    for _step in range(14):
        acting = acting_of([first_page, two])
        if "Turn" in acting.inner_text("[data-region=phase]"):
            break
        before = seq(acting)
        place = acting.locator("text=Place them for me")
        (place if place.count() else acting.locator(".prompt-options button").first).click()
        for page in (first_page, two):
            settled(page, before)
    return (first_page, two) if state(first_page)["side"] else (two, first_page)


def test_clock_drawing_and_typed_orders_side_by_side(new_context: NewContext) -> None:
    acting, other = side_by_side(new_context)
    for page in (acting, other):
        expect(page.locator("[data-region=phase] [data-clock]")).to_have_count(2)
    running = acting.locator("[data-clock][data-running][data-mine] .clock-time")
    first = running.inner_text()
    assert re.fullmatch(r"(10|[5-9]):\d\d", first), "ten minutes, less what setting up took"
    expect(running).not_to_have_text(first)

    # On a phone the tool is under More. Who takes the first turn is rolled, so the player at the desktop draws.
    drawing = next(page for page in (acting, other) if page.evaluate("innerWidth") > 640)
    drawing.locator("[data-point]:visible").click()
    box = drawing.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    drawing.mouse.move(x, y)
    drawing.mouse.down()
    drawing.mouse.move(x + 70, y + 30, steps=4)
    drawing.mouse.up()
    for page in (acting, other):
        expect(page.locator("#table .layer.marks .mark")).to_have_count(1)
    drawing.locator("[data-point]:visible").click()

    acting.focus("#board")
    acting.keyboard.press("/")
    expect(acting.locator("#command-text")).to_be_focused()
    acting.keyboard.type("fly away")
    expect(acting.locator("#command-says")).to_contain_text("is not a command here")
    acting.fill("#command-text", "end")
    before = seq(acting)
    acting.keyboard.press("Enter")
    for page in (acting, other):
        settled(page, before)
    expect(acting.locator("#command-text")).to_have_value("")

    mine = acting if acting.locator("[data-clock][data-running][data-mine]").count() else other
    mine.evaluate("document.querySelector('[data-clock][data-running][data-mine]').dataset.seconds = '59'")
    expect(mine.locator("#status")).to_contain_text("Your clock: 0:")
    mine.locator(".default-decisions summary").click()
    mine.select_option(".default-decisions select[name=intercept]", "leader")
    mine.locator(".default-decisions").get_by_role("button", name="Save").click()
    expect(mine.locator(".default-decisions option[value=leader][selected]")).to_have_count(1)
    assert_accessible(mine)
