"""The table editor in Chromium: add, drag, keys, refusal, undo, on a desktop and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def begin(page: Page, name: str) -> None:
    page.goto("/tables/")
    assert_accessible(page)
    page.fill("#name", name)
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def put(page: Page, item: str, x: str, y: str) -> None:
    page.select_option("#thing", item)
    page.fill("#add-x", x)
    page.fill("#add-y", y)
    page.get_by_role("button", name="Place").click()


def place_of(page: Page, piece: str) -> tuple[str, str]:
    handle = page.locator(f'.handle[data-piece="{piece}"]')
    return handle.get_attribute("data-x") or "", handle.get_attribute("data-y") or ""


def test_a_table_is_drawn_with_mouse_and_keys(new_context: NewContext) -> None:
    page = new_context(DESKTOP).new_page()
    begin(page, "The Fish Market")
    put(page, "ruin", "6", "12")
    expect(page.locator('.handle[data-piece="ruin_1"]')).to_have_class("handle is-chosen")
    put(page, "well", "18", "12")
    well = page.locator('.handle[data-piece="well_1"]')
    expect(well).to_be_visible()
    put(page, "statue", "18", "12")
    expect(page.locator("[data-refusal]")).to_contain_text("overlaps")
    well.focus()
    for key in ("ArrowRight", "Shift+ArrowUp"):
        page.keyboard.press(key)
    expect(well).to_have_attribute("data-y", "13")
    assert place_of(page, "well_1") == ("18.25", "13")
    box = well.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] - 120, box["y"] + 40, steps=6)
    page.mouse.up()
    expect(well).not_to_have_attribute("data-x", "18.25")
    page.keyboard.press("Control+z")
    expect(well).to_have_attribute("data-x", "18.25")
    assert_accessible(page)
    page.get_by_role("link", name="Play on this table").click()
    expect(text_on_page(page, "The Fish Market")).to_be_visible()


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_pieces_are_dragged_from_the_palette_and_turned_by_their_handle(new_context: NewContext) -> None:
    page = new_context(DESKTOP).new_page()
    begin(page, "The Tannery")
    board = page.locator(".drafting-svg").bounding_box()
    assert board is not None

    def drag(selector: str, x: float, y: float, *, drop: bool = True) -> None:
        page.locator(selector).first.scroll_into_view_if_needed()
        page.mouse.move(*centre(page, selector))
        page.mouse.down()
        page.mouse.move(x, y, steps=6)
        if drop:
            page.mouse.up()

    third = board["width"] / 3
    drag("[data-thing=statue]", board["x"] + 2 * third, board["y"] + third)
    expect(page.locator('.handle[data-piece="statue_1"]')).to_be_visible()
    drag("[data-thing=ruin]", board["x"] + third, board["y"] + third)
    ruin = page.locator('.handle[data-piece="ruin_1"]')
    expect(ruin).to_have_class("handle is-chosen")
    points = ruin.locator("polygon").get_attribute("points")
    _x, top = centre(page, ".turn-knob circle")
    middle = centre(page, ".handle.is-chosen polygon")
    drag(".turn-knob circle", middle[0] + (middle[1] - top), middle[1])
    expect(ruin.locator("polygon")).not_to_have_attribute("points", points or "")
    assert_accessible(page)
    drag("[data-thing=well]", *centre(page, '.handle[data-piece="statue_1"] polygon'), drop=False)
    expect(page.locator("#drafting-state")).to_contain_text("overlaps")
    expect(page.locator(".drafting-ghost")).to_have_class("drafting-ghost is-refused")
    page.mouse.move(board["x"] + 2 * third, board["y"] + 2 * third, steps=4)
    expect(page.locator("#drafting-state")).to_have_text("No problems found.")
    page.mouse.up()
    expect(page.locator('.handle[data-piece="well_1"]')).to_be_visible()


def test_a_house_is_furnished_on_a_phone(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    begin(page, "Lean Street")
    put(page, "house", "12", "12")
    text_on_page(page, "Floors (0)").click()
    page.get_by_role("button", name="Add a floor").click()
    expect(text_on_page(page, "Floor at 3.0″")).to_be_visible()
    text_on_page(page, "Ladders, ropes and stairs (0)").click()
    page.fill("#lx2", "0.5")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[data-refusal]")).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    assert_accessible(page)
