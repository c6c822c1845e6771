"""Every action of the table editor in Chromium, with one table from bare ground to the file of a battle and back."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from battles.tables.tests.test_browser_editor import begin, place_of, put
from tests_support.browser import DESKTOP, NewContext, assert_accessible, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def press(page: Page, within: str, button: str) -> None:
    """Click a button of the form with that action."""
    page.locator(f'form[action$="/{within}/"]').get_by_role("button", name=button).first.click()


def opened(page: Page, title: str) -> None:
    """Open a section of the panel."""
    page.locator("#drafting summary", has_text=title).click()


def data_of(page: Page) -> dict[str, list[dict[str, object]]]:
    """The current table file on the site."""
    with page.expect_download() as given:
        page.get_by_role("link", name="Export").click()
    found: dict[str, list[dict[str, object]]] = json.loads(Path(given.value.path()).read_text())
    return found


def test_a_house_is_built_a_zone_set_and_the_table_shared(new_context: NewContext, tmp_path: Path) -> None:
    context = new_context(DESKTOP)
    page = context.new_page()
    begin(page, "Cutpurse Yard")
    put(page, "house", "12", "12")

    page.fill("#pw", "6")
    page.fill("#pd", "4")
    press(page, "stretch", "Resize")
    expect(page.locator("#pw")).to_have_value("6")
    press(page, "turn", "Rotate 90°")
    expect(page.locator("#pw")).to_have_value("4")
    expect(page.locator("#pd")).to_have_value("6")
    page.fill("#px", "9")
    press(page, "place", "Move")
    expect(page.locator('.handle[data-piece="house_1"]')).to_have_attribute("data-x", "9")

    opened(page, "Name, ground and height")
    page.fill("#pn", "The Broken Scale")
    press(page, "name", "Rename")
    expect(page.locator("#piece-name-head")).to_have_text("The Broken Scale")

    opened(page, "Floors (0)")
    page.select_option("#fs", "south")
    press(page, "add_floor", "Add a floor")
    expect(page.locator("#drafting summary", has_text="Floors (1)")).to_be_visible()

    walls = len(data_of(page)["pieces"][0]["walls"])  # type: ignore[arg-type]
    opened(page, f"Walls and openings ({walls})")
    page.select_option("#ok0", "window")
    page.fill("#oa0", "2")
    press(page, "add_opening", "Add opening")
    expect(page.locator(".drafting-wall").first.get_by_text("Window, 2.0″ along")).to_be_visible()
    press(page, "take_wall", "Remove")
    expect(page.locator("#drafting summary", has_text=f"Walls and openings ({walls - 1})")).to_be_visible()
    page.select_option("#ws", "east")
    press(page, "add_wall", "Add wall")
    expect(page.locator("#drafting summary", has_text=f"Walls and openings ({walls})")).to_be_visible()

    opened(page, "Ladders, ropes and stairs (0)")
    for field, value in (("lx", "9"), ("ly", "12.5"), ("lx2", "9"), ("ly2", "11.5")):
        page.fill(f"#{field}", value)
    press(page, "add_way", "Add")
    expect(page.locator("#drafting summary", has_text="Ladders, ropes and stairs (1)")).to_be_visible()

    put(page, "pack_altar_of_khaine", "18", "12")
    expect(page.locator(".piece-name", has_text="Altar of Khaine")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator(".piece-name")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    expect(page.locator(".piece-name")).to_have_count(1)

    opened(page, "Whole table")
    page.fill("#zone-0-depth", "6")
    press(page, "zone", "Save zone")
    expect(page.locator("#zone-0-depth")).to_have_attribute("value", "6")
    data = data_of(page)
    assert max(y for _x, y in data["zones"][0]["outline"]) == 600  # type: ignore[attr-defined]
    assert [piece["kind"] for piece in data["pieces"]] == ["house", "altar_of_khaine"]

    page.reload()
    assert place_of(page, "house_1") == ("9", "12")
    assert data_of(page) == data
    text_on_page(page, "Share or delete").click()
    page.get_by_role("button", name="Everyone").click()
    expect(page.locator(".lede")).to_contain_text("Everyone")
    assert_accessible(page)

    stranger = new_context(DESKTOP).new_page()
    stranger.goto(page.url)
    expect(stranger.get_by_role("button", name="Place")).to_have_count(0)
    stranger.get_by_role("button", name="Duplicate").click()
    stranger.wait_for_url(lambda url: url.rstrip("/") != page.url.rstrip("/"))
    assert data_of(stranger)["pieces"] == data["pieces"]
    stranger.get_by_role("link", name="Print").click()
    stranger.get_by_role("link", name="5 mm per inch").click()
    expect(stranger.locator(".paper-table")).to_have_attribute("width", "120mm")
    file = tmp_path / "yard.json"
    file.write_text(json.dumps({**data, "name": "Brought Yard"}))
    stranger.goto("/tables/")
    stranger.set_input_files("#file", file)
    stranger.get_by_role("button", name="Import").click()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Brought Yard")
    assert data_of(stranger)["pieces"] == data["pieces"]
