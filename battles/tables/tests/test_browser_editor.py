"""The table editor in Chromium: add, drag, keys, refusal, undo, on a desktop and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(200)]


def begin(page: Page, name: str) -> None:
    page.goto("/tables/")
    assert_accessible(page)
    page.fill("#name", name)
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def put(page: Page, thing: str, x: str, y: str) -> None:
    page.select_option("#thing", thing)
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
