"""The sandbox in Chromium: a model is dragged on the table, and the battle begins with it in its new place."""

from __future__ import annotations

from typing import Any

import pytest

from battles.board.tests.browser.test_playing import ready
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_model_that_is_dragged_begins_there(new_context: NewContext, size: dict[str, Any]) -> None:
    page = new_context(size).new_page()
    page.goto("/play/sandbox/")
    page.wait_for_selector("html[data-sandbox='ready']", state="attached")
    assert_accessible(page)
    model = page.locator('.sandbox-table .model[data-who="a6"]')
    model.scroll_into_view_if_needed()
    before = float(page.input_value("[name=y-a6]"))
    box = model.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 20, steps=4)
    page.mouse.up()
    after = float(page.input_value("[name=y-a6]"))
    assert after > before
    page.get_by_role("button", name="Play this position").click()
    page.wait_for_url("**/battles/*/")
    ready(page)
    place = page.locator('#table .model[data-who="a6"]').get_attribute("transform") or ""
    down = float(place.removeprefix("translate(").removesuffix(")").replace(",", " ").split()[1])
    assert abs(24 - down - after) < 0.06
