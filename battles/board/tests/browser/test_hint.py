"""The hint of the commander bot: requested on the board, shown at the model, and carried out only by its button."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from battles.board.tests.browser.staged import open_staged, sign_in, staged_battle
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
    expect(shown.locator("p")).to_have_text(re.compile(r"\w+"))
    assert seq(page) == before
    assert_accessible(page)
    expect(shown).to_be_in_viewport()
    press_button(page, "End movement")
    expect(shown).to_have_count(0)
    assert seq(page) > before


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "plain"])
def test_a_hint_is_carried_out_by_its_button(new_context: NewContext, live_site: LiveSite, *, has_script: bool) -> None:
    battle = staged_battle(live_site, MOVING, seed="hint", counts=False)
    if has_script:
        page = open_staged(new_context(PHONE), battle)
    else:
        page = new_context(PHONE, java_script_enabled=False).new_page()
        sign_in(page, battle)
    before = seq(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    follow = page.locator("#suggestion").get_by_role("button", name="Follow this hint")
    command = json.loads(follow.get_attribute("value") or "")
    follow.click()
    expect(page.locator("#suggestion .suggestion")).to_have_count(0)
    expect(page.locator("#board")).not_to_have_attribute("data-seq", str(before))
    stored = live_site.shell(
        "from battles.models import BattleEvent\n"
        f"run = BattleEvent.objects.filter(battle__public_id={battle.strip('/').rpartition('/')[2]!r}).latest('seq')\n"
        "import json; print(json.dumps(run.command))"
    )
    assert json.loads(stored.strip().splitlines()[-1]) == command
