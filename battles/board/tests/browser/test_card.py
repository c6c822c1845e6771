"""The card of a model on hover, focus and long press."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import choices_known
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(280)]


@pytest.fixture(scope="session")
def battle(live_site: LiveSite) -> str:
    return staged_battle(live_site, "engine.state.flow[-1][:2] == ('movement', 'remaining')", seed="card")


def cut(first: dict[str, float], second: dict[str, float]) -> bool:
    return (
        first["x"] < second["x"] + second["width"]
        and second["x"] < first["x"] + first["width"]
        and first["y"] < second["y"] + second["height"]
        and second["y"] < first["y"] + first["height"]
    )


def test_the_card_opens_away_from_the_models_it_is_about(new_context: NewContext, battle: str) -> None:
    page = open_staged(new_context(DESKTOP), battle)
    choices_known(page)
    side = page.get_attribute("#board", "data-side")
    mine = page.get_attribute("#board", "data-selected")
    enemies = page.locator(f"#table .layer.models .model:not(.side-{side})")
    card = page.locator("#model-card")
    for number in (0, enemies.count() - 1):
        enemy = enemies.nth(number)
        model_id = enemy.get_attribute("data-who")
        page.locator(".battle-bar").hover()
        expect(card.and_(page.locator(":visible"))).to_have_count(0)
        enemy.locator(".disc").hover()
        expect(card).to_have_attribute("data-of", model_id or "")
        expect(card).to_be_visible()
        expect(card.locator("h2")).to_have_text(re.compile(r"\w"))
        expect(card.locator(".statline td")).to_have_count(9)
        assert card.locator(".card-odds").count() >= 2, "odds to it and back"
        place = card.bounding_box()
        for model in (model_id, mine):
            base = page.locator(f"#table .layer.models .model[data-who={model}] .ring-outer").bounding_box()
            assert place is not None
            assert base is not None
            assert not cut(place, base), model
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    # With the keyboard, the card shows the warrior that has the focus in the list.
    page.locator(".figure a").first.focus()
    page.keyboard.press("Tab")
    expect(card).to_be_visible()
    name = page.evaluate("document.activeElement.querySelector('.figure-name').firstChild.textContent.trim()")
    expect(card.locator("h2")).to_have_text(name)


def test_on_a_phone_a_long_press_opens_the_card_as_a_sheet(new_context: NewContext, battle: str) -> None:
    context = new_context(PHONE)
    page = open_staged(context, battle)
    choices_known(page)
    selected = page.get_attribute("#board", "data-selected")
    model = page.locator(f"#table .layer.models .model[data-who={selected}] .disc")
    box = model.bounding_box()
    assert box is not None
    touch = context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    card = page.locator("#model-card.is-sheet")
    expect(card).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    place = card.bounding_box()
    assert place is not None
    assert (place["x"], place["width"]) == (0, 390)
    assert place["y"] + place["height"] == pytest.approx(844, abs=1)
    assert page.get_attribute("#board", "data-selected") == selected, "looking is not choosing"
    assert_accessible(page)
    card.get_by_role("button", name="Close").tap()
    expect(card).to_be_hidden()


def test_in_the_middle_of_a_low_board_the_card_is_shortened_and_the_enemy_can_be_clicked(
    new_context: NewContext, battle: str
) -> None:
    """No corner has room for the whole card, which used to cover the enemy and take the click meant for it."""
    page = open_staged(new_context({"viewport": {"width": 1280, "height": 600}}), battle)
    choices_known(page)
    side = page.get_attribute("#board", "data-side")
    enemy = page.locator(f"#table .layer.models .model:not(.side-{side})").first
    model_id = enemy.get_attribute("data-who") or ""
    page.evaluate(
        """who => {
            const table = document.getElementById("table");
            const disc = document.querySelector(`#table .model[data-who="${who}"] .disc`).getBoundingClientRect();
            const at = new DOMPoint(disc.x + disc.width / 2, disc.y + disc.height / 2)
                .matrixTransform(table.getScreenCTM().inverse());
            table.setAttribute("viewBox", `${at.x - 12} ${at.y - 12} 24 24`);
        }""",
        model_id,
    )
    enemy.locator(".disc").hover()
    card = page.locator("#model-card")
    expect(card).to_have_attribute("data-of", model_id)
    expect(card).to_be_visible()
    place, base = card.bounding_box(), enemy.locator(".ring-outer").bounding_box()
    assert place is not None
    assert base is not None
    assert place["height"] > 100
    assert not cut(place, base)
    enemy.locator(".disc").click(trial=True)
