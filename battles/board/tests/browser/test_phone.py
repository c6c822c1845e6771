"""The board on a phone: the visible level, one tool at a time, and a compact header in landscape."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import choices_known, ready
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def fits(page: Page) -> None:
    """No sideways scroll."""
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], (page.url, wide)


def test_levels_and_tools_of_the_board_on_a_phone(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.select_option("select[name=ruleset]", "core")
    page.click("text=Start battle")
    ready(page)
    level = page.locator(".thumb-row [data-act=level]")
    expect(level).to_contain_text("All levels")
    for name in ("Ground", "3 inches"):
        level.tap()
        expect(level).to_contain_text(name)
        expect(page.locator("#status")).to_have_text(f"Floors shown: {name}.")
    spot, ruler = page.locator("[data-spot]"), page.locator("[data-ruler]")
    spot.tap()
    expect(page.locator("#status")).to_contain_text("Tap Spot again")
    if ruler.count():
        ruler.tap()
        expect(ruler).to_have_attribute("aria-pressed", "true")
        expect(spot).to_have_attribute("aria-pressed", "false")
        spot.tap()
        expect(ruler).to_have_attribute("aria-pressed", "false")
    expect(spot).to_have_attribute("aria-pressed", "true")
    assert not page.locator(".battle kbd:visible").count(), "a phone has no keys"
    page.set_viewport_size({"width": 844, "height": 390})
    height = page.locator(".board-frame").evaluate("frame => frame.getBoundingClientRect().height")
    assert height > 195, height
    fits(page)


def test_ruleset_and_house_rules_do_not_touch_each_other(new_context: NewContext, live_site: LiveSite) -> None:
    battle = staged_battle(live_site, "True", seed="house", house_rules={"uphill_bonus": True}, ruleset="skirmish")
    page = open_staged(new_context(PHONE), battle)
    badge = page.locator(".battle-bar .ruleset-badge").bounding_box()
    rules = page.locator(".battle-bar .battle-house-rules > summary").bounding_box()
    assert badge is not None
    assert rules is not None
    assert badge["x"] + badge["width"] + 8 <= rules["x"]
    assert abs(badge["y"] - rules["y"]) < badge["height"], "one row"
    assert rules["x"] + rules["width"] <= 390
    assert min(badge["height"], rules["height"]) >= 24
    fits(page)


@pytest.mark.parametrize(
    ("width", "height"), [(640, 450), (568, 320)], ids=["1280 at 200 %", "small phone on its side"]
)
@pytest.mark.parametrize("ruleset", ["core", "skirmish"], ids=["with a ruler", "without a ruler"])
def test_a_low_screen_shows_the_board_beside_the_prompt(
    new_context: NewContext, live_site: LiveSite, width: int, height: int, ruleset: str
) -> None:
    """The board has 60 % of the height and of the width, and its tools are in one row."""
    battle = staged_battle(live_site, "True", seed=f"low-{height}", ruleset=ruleset)
    page = open_staged(new_context({"viewport": {"width": width, "height": height}}), battle)
    board, sheet = page.locator("#board").bounding_box(), page.locator("#sheet").bounding_box()
    assert board is not None
    assert sheet is not None
    assert board["x"] + board["width"] <= sheet["x"]
    assert board["height"] >= 0.6 * height
    assert board["width"] >= 0.59 * width
    tools = page.locator(".board-tools").bounding_box()
    assert tools is not None
    assert tools["height"] <= 48
    expect(page.locator(".board-tools .tool-settings")).to_be_in_viewport(ratio=1)
    expect(page.locator(".sheet-grip")).to_be_hidden()
    expect(page.locator(".prompt-question")).to_be_in_viewport(ratio=1)
    expect(page.locator(".thumb-row")).to_be_in_viewport(ratio=1)
    fits(page)
    assert_accessible(page)
    # The row of buttons covers no part of the panel beside the board.
    last = page.locator("#sheet .block").last
    last.evaluate("node => node.scrollIntoView({ block: 'end' })")
    box, row = last.bounding_box(), page.locator(".thumb-row").bounding_box()
    assert box is not None
    assert row is not None
    assert box["y"] + box["height"] <= row["y"] + 1


def test_a_phone_at_200_percent_shows_the_map_beneath_its_tools(new_context: NewContext, live_site: LiveSite) -> None:
    battle = staged_battle(live_site, "True", seed="zoomed", ruleset="core")
    page = open_staged(new_context({"viewport": {"width": 195, "height": 422}}), battle)
    tools, board = page.locator(".board-tools").bounding_box(), page.locator("#board").bounding_box()
    assert tools is not None
    assert board is not None
    assert tools["y"] + tools["height"] <= board["y"]
    assert tools["height"] <= 52
    assert board["height"] >= 0.45 * 422
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.9)
    for part in (".prompt-question", ".prompt-options li", "#battle-log"):
        page.locator(part).first.evaluate("node => node.scrollIntoView({ block: 'center' })")
        box, row = page.locator(part).first.bounding_box(), page.locator(".thumb-row").bounding_box()
        assert box is not None
        assert row is not None
        assert min(box["y"] + box["height"], 422) > 0
        assert box["y"] < row["y"], part
    fits(page)
    assert_accessible(page)


def test_a_question_before_the_end_of_a_phase_leaves_the_board_on_the_screen(
    new_context: NewContext, live_site: LiveSite
) -> None:
    """The page of a phone does not scroll to the question: the board stays, and so do the question and its answers."""
    moving = staged_battle(live_site, "engine.state.flow[-1][:2] == ('movement', 'remaining')", seed="ask")
    page = open_staged(new_context(PHONE), moving)
    before = page.locator("#board").bounding_box()
    page.locator(".ask summary").first.tap()
    expect(page.locator(".ask-box button")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    assert page.locator("#board").bounding_box() == before
    row = page.locator(".thumb-row").bounding_box()
    assert row is not None
    for answer in page.locator(".ask-box .button").all():
        box = answer.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= row["y"]


def test_a_phone_on_its_side_shows_the_phase_the_table_and_the_result(
    new_context: NewContext, live_site: LiveSite
) -> None:
    side = {**PHONE, "viewport": {"width": 844, "height": 390}}
    page = open_staged(new_context(side), staged_battle(live_site, "True", seed="on-its-side", ruleset="core"))
    expect(page.locator(".phases [aria-current]")).to_be_in_viewport(ratio=1)
    tools, ground = (
        page.locator(".board-tools").bounding_box(),
        page.locator("#table .ground > rect").first.bounding_box(),
    )
    assert tools is not None
    assert ground is not None
    assert ground["y"] >= tools["y"] + tools["height"] - 8, "no part of the table lies under the tools"
    page = open_staged(new_context(side), staged_battle(live_site, "False", seed="whole", ruleset="core"))
    card = page.locator(".outcome-card")
    expect(card.locator("h2")).to_be_in_viewport(ratio=1)
    places = page.evaluate(
        "['#board', '.outcome-card', '.end-table'].map(part => {"
        " const { left, right } = document.querySelector(part).getBoundingClientRect(); return [left, right]; })"
    )
    board, whole, table = places
    assert board[1] <= whole[0], "the result is not under the board"
    assert table[1] <= whole[1], "no column of the result is cut"


def test_the_picture_of_the_table_beside_the_result_has_no_tools_on_it(
    new_context: NewContext, live_site: LiveSite
) -> None:
    page = open_staged(new_context(PHONE), staged_battle(live_site, "False", seed="whole", ruleset="core"))
    expect(page.locator(".board-tools")).to_be_hidden()
    page.locator("#grip").tap()
    page.locator("#grip").tap()
    expect(page.locator(".board-tools")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_the_list_view_leads_back_to_the_board(
    new_context: NewContext, live_site: LiveSite, size: dict[str, Any]
) -> None:
    battle = staged_battle(live_site, "True", seed="as-list", ruleset="core")
    page = open_staged(new_context(size), battle)
    page.goto(f"{battle}?view=list")
    back = page.get_by_role("link", name="Back to the board")
    expect(back).to_be_in_viewport(ratio=1)
    back.click()
    expect(page.locator("#table")).to_be_visible()


def test_every_target_is_on_the_screen_when_the_board_asks_for_one(
    new_context: NewContext, live_site: LiveSite
) -> None:
    until = "engine.state.flow[-1][:1] == ('shooting',) and engine.awaiting() and done >= {'Attacked'}"
    page = open_staged(new_context(PHONE), staged_battle(live_site, until, seed="aim-1", ruleset="core"))
    choices_known(page)
    targets = page.locator("#table .model.is-target")
    expect(targets).not_to_have_count(0)
    tools, frame = page.locator(".board-tools").bounding_box(), page.locator("#board").bounding_box()
    assert tools is not None
    assert frame is not None
    for disc in page.locator("#table .model:is(.is-target, .is-selected) .disc").all():
        box = disc.bounding_box()
        assert box is not None
        assert tools["y"] + tools["height"] <= box["y"] + 4
        assert box["y"] + box["height"] <= frame["y"] + frame["height"]
        assert 0 <= box["x"] <= 390 - box["width"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_a_message_of_the_page_before_takes_no_height_from_the_board(
    new_context: NewContext, live_site: LiveSite, size: dict[str, Any]
) -> None:
    """The words after signing in lie over the bar, and the first tap hides them."""
    battle = staged_battle(live_site, "True", seed="told", ruleset="core")
    page = open_staged(new_context(size), battle)
    message = page.locator(".messages .notice")
    expect(message).to_be_in_viewport(ratio=1)
    before = page.locator("#board").bounding_box()
    page.keyboard.press("Shift")
    expect(message).to_have_count(0)
    assert page.locator("#board").bounding_box() == before
