"""The hint of the commander bot: requested on the board, shown at the model, and never carried out automatically."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from battles.board.tests.browser.staged import open_staged, staged_battle
from battles.board.tests.browser.test_playing import press_button, seq
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
MOVING = "engine.state.phase == 'movement' and engine.state.flow[-1].stage == 'remaining'"


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_is_shown_with_its_model_and_goes_when_the_player_acts(
    new_context: NewContext, live_site: LiveSite, device: dict[str, object]
) -> None:
    page = open_staged(new_context(device), staged_battle(live_site, MOVING, seed="hint", counts=False))
    before = seq(page)
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.scroll_into_view_if_needed()
    hint.click()
    shown = page.locator("#suggestion .suggestion")
    expect(shown).to_have_text(re.compile(r"\w+"))
    assert seq(page) == before
    assert_accessible(page)
    expect(shown).to_be_in_viewport()
    press_button(page, "End movement")
    expect(shown).to_have_count(0)
    assert seq(page) > before
