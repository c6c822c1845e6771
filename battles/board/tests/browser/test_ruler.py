"""The ruler of the board where measuring is allowed; it is absent where players guess distances."""

import re

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.test_playing import ready
from tests_support.browser import NewContext, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def at_one_screen(page: Page, ruleset: str) -> None:
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.select_option("select[name=ruleset]", ruleset)
    page.click("text=Start battle")
    page.wait_for_url(re.compile(r"/battles/\w{12}/$"))
    ready(page)


def in_the_open(page: Page, side: str) -> str:
    """The first model of a side that nothing covers, so that a click on its middle selects it."""
    model = page.evaluate(
        """(side) => [...document.querySelectorAll(`#table .model[data-who^="${side}"]`)].find((model) => {
            const box = model.querySelector(".disc").getBoundingClientRect();
            const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return there?.closest(".model") === model;
        })?.dataset.who""",
        side,
    )
    assert model
    return str(model)


def middle_of(page: Page, model_id: str) -> tuple[float, float]:
    box = page.locator(f'#table .model[data-who="{model_id}"] .disc').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_ruler_measures_from_base_to_base_and_orders_nothing(new_context: NewContext) -> None:
    page = new_context().new_page()
    at_one_screen(page, "core")
    seq = page.get_attribute("#board", "data-seq")
    page.locator("[data-ruler]").click()
    expect(page.locator("[data-ruler]")).to_have_attribute("aria-pressed", "true")
    ours, theirs = in_the_open(page, "a"), in_the_open(page, "b")
    first, other = middle_of(page, ours), middle_of(page, theirs)
    assert page.get_attribute("#board", "data-selected")
    for place in (first, first, other):
        page.mouse.click(*place)
        page.wait_for_timeout(60)
    expect(page.locator("#table .ruler")).to_have_count(1)
    inches = page.evaluate(
        """(pair) => {
            const [a, b] = pair.map((who) => document.querySelector(`#table .model[data-who="${who}"]`));
            const at = (m) => m.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
            const r = (m) => Number(m.querySelector(".ring-outer").getAttribute("r"));
            return Math.hypot(at(a)[0] - at(b)[0], at(a)[1] - at(b)[1]) - r(a) - r(b);
        }""",
        [ours, theirs],
    )
    shown = {f"{inches + off:.1f}″" for off in (-0.06, 0, 0.06)}
    expect(page.locator("#table .layer.ghost .aim-label")).to_have_text(re.compile("^(" + "|".join(shown) + ")$"))
    assert page.get_attribute("#board", "data-seq") == seq
    page.focus("#board")
    page.keyboard.press("Escape")
    expect(page.locator("#table .ruler")).to_have_count(0)
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#table .ruler")).to_have_count(1)


def test_no_one_measures_where_players_guess(new_context: NewContext) -> None:
    page = new_context().new_page()
    at_one_screen(page, "mordheim")
    expect(page.locator("[data-ruler]")).to_have_count(0)
    page.focus("#board")
    page.keyboard.press("m")
    expect(page.locator("#status")).to_contain_text("does not allow measuring")


def test_a_spot_is_looked_from_by_press_and_by_keys(new_context: NewContext) -> None:
    page = new_context().new_page()
    at_one_screen(page, "mordheim")
    seq = page.get_attribute("#board", "data-seq")
    page.locator("[data-spot]").click()
    expect(page.locator("[data-spot]")).to_have_attribute("aria-pressed", "true")
    page.focus("#board")
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#sights h3")).to_contain_text("What is seen from here")
    standing = page.locator("#table .model").count()
    expect(page.locator("#table .layer.sights .sight")).to_have_count(standing)
    expect(page.locator("#sights li[data-sight]")).to_have_count(standing)
    page.locator(".sight-why summary").first.click()
    expect(page.locator(".sight-why svg.rays").first).to_be_visible()
    assert_accessible(page)
    assert page.get_attribute("#board", "data-seq") == seq
    page.focus("#board")
    page.keyboard.press("Escape")
    expect(page.locator("[data-spot]")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#table .layer.sights .sight")).to_have_count(0)
