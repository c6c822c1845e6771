"""The log has one block for each action, next to the board and always visible."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from battles.board.tests.browser.staged import open_staged, sign_in, staged_battle
from battles.board.tests.browser.test_playing import choices_known, seq, settled, walk_somewhere
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(280)]


UNTIL = "'Attacked' in done and engine.state.flow[-1][:2] == ('movement', 'remaining')"


SKIPPED = """{'Noted', 'Moved'} <= done and str(played.data).rfind("nobody_fights") > max(map(
    str(played.data).rfind, ("Moved", "Rolled", "Attacked", "Changed", "Flagged", "Removed", "WoundsLost", "Noted")))"""
"""The last event other than the begin of a turn or phase says that the combat phase is skipped."""


@pytest.fixture(scope="session")
def battle(live_site: LiveSite) -> str:
    """The address of a battle in its movement phase in which a warrior has already attacked."""
    return staged_battle(live_site, UNTIL)


def in_view(page: Page, block: Locator) -> bool:
    box, size = block.bounding_box(), page.viewport_size
    assert size is not None
    return box is not None and box["y"] >= 0 and box["y"] + min(box["height"], 30) <= size["height"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_log_is_visible_and_each_action_is_a_block(
    new_context: NewContext, battle: str, size: dict[str, Any]
) -> None:
    page = open_staged(new_context(size), battle)
    is_phone = size is PHONE
    # The line under the board of a phone is never out of date: it has the newest block that says what someone did or
    # what became of them. Turn and phase, and that a phase is skipped, are shown by the bar above the board.
    last = page.locator("#log .block:not(.block-phase, .block-turn, .block-remark)").last
    if is_phone:
        strip = page.locator("#log-strip")
        assert in_view(page, strip)
        expect(strip).to_contain_text(last.locator(".block-title").inner_text())
        strip.tap()
        expect(strip).to_have_attribute("aria-expanded", "true")
    assert in_view(page, last), "the newest block is visible without scrolling"
    places = page.locator("#log .block").evaluate_all("blocks => blocks.map(block => Number(block.dataset.seq))")
    assert places == sorted(places), "the blocks are in reading order"
    # The block of an attack: the models, the dice with the score needed, and the result.
    block = page.locator("#log .block-attack:has(.step-roll)").last
    block.scroll_into_view_if_needed()
    expect(block.locator(".token")).to_have_count(1)
    title = block.locator(".block-title").inner_text()
    weight = block.locator(".block-title").evaluate("node => Number(getComputedStyle(node).fontWeight)")
    assert weight >= 700
    roll = block.locator(".step-roll").first
    expect(roll.locator(".step-roll-name b")).to_have_text(re.compile(r"\d\+"))
    assert roll.locator(".step-roll-dice svg").count() == 1
    link = block.get_by_role("link").first
    name = link.locator(".visually-hidden").inner_text()
    assert name.startswith(title)
    assert re.search(r"To hit: \d, needs \d\+.*, (passed|failed)\.", name), name
    assert page.get_by_role("link", name=name, exact=True).count() >= 1, "nothing else of the block is read out"
    block.locator(".block-rules summary").click()
    expect(block.locator(".block-rules a").first).to_have_text(re.compile("^[A-Z]+-"))
    page.locator("#battle-log").evaluate("node => node.querySelector('.block-rules[open]')?.removeAttribute('open')")
    assert_accessible(page)
    # A click replays the step on the board, and its block is marked in the side's colour.
    link.click()
    expect(page.locator(".playback-model.acts")).to_have_count(1)
    expect(block).to_have_class(re.compile("is-shown"))
    colours = block.evaluate(
        """block => {
            const probe = document.createElement('i');
            probe.style.color = `var(--side-${block.className.match(/side-(.)/)[1]})`;
            document.body.append(probe);
            return [getComputedStyle(block).borderInlineStartColor, getComputedStyle(probe).color];
        }"""
    )
    assert colours[0] == colours[1]
    page.locator("#playback").get_by_role("button", name="Skip").click()
    expect(page.locator(".playback-model")).to_have_count(0)


def test_a_skipped_phase_does_not_hide_who_acted_last(new_context: NewContext, live_site: LiveSite) -> None:
    """After a turn, the line under the board of a phone has its last action, not that a phase was skipped."""
    skipped = staged_battle(live_site, SKIPPED, seed="skip", ruleset="core")
    page = open_staged(new_context(PHONE), skipped)
    remark = page.locator("#log .block-remark").last
    acted = page.locator("#log .block:not(.block-phase, .block-turn, .block-remark)").last
    assert int(remark.get_attribute("data-seq") or 0) > int(acted.get_attribute("data-seq") or 0)
    expect(page.locator("#log-last b").first).to_have_text(acted.locator(".block-title").inner_text())
    expect(page.locator(".phases [aria-current]")).to_be_in_viewport(ratio=1)


def test_the_result_of_the_last_action_stays_under_the_prompt(new_context: NewContext, battle: str) -> None:
    page = open_staged(new_context(DESKTOP), battle)
    card = page.locator("#result")
    block = page.locator("#log .block:has(.step-roll, .step-word)").last
    expect(card).to_be_visible()
    expect(card.locator(".block-title")).to_have_text(block.locator(".block-title").inner_text())
    assert card.locator(".step-roll-dice svg").count() == block.locator(".step-roll-dice svg").count()
    prompt, below = page.locator("[data-region=prompt] .prompt").bounding_box(), card.bounding_box()
    assert prompt is not None
    assert below is not None
    assert below["y"] >= prompt["y"] + prompt["height"]
    shown = card.inner_text()
    page.locator(".figure a").nth(2).click()
    expect(page.locator(".figure a").nth(2)).to_have_attribute("aria-current", "true")
    assert card.inner_text() == shown, "choosing another warrior is no action"


def test_undoing_a_move_takes_its_block_away_and_says_so(new_context: NewContext, live_site: LiveSite) -> None:
    moving = staged_battle(live_site, "engine.state.flow[-1][:2] == ('movement', 'remaining')", seed="walk")
    page = open_staged(new_context(DESKTOP), moving)
    choices_known(page)
    moves = page.locator("#log .block-move").count()
    assert walk_somewhere(page)
    expect(page.locator("#log .block-move")).to_have_count(moves + 1)
    walked = page.locator("#log .block-move").last
    expect(walked).to_contain_text("walks")
    number, before = walked.get_attribute("data-seq"), seq(page)
    page.locator("#undo-button").click()
    settled(page, before)
    expect(page.locator(f"#log .block-move[data-seq='{number}']")).to_have_count(0)
    expect(page.locator("#log .block").last).to_contain_text("undone")


def test_a_block_played_again_shows_a_model_that_has_since_left_the_table(
    new_context: NewContext, live_site: LiveSite
) -> None:
    until = "'Removed' in done and engine.state.flow[-1][:2] == ('movement', 'remaining')"
    page = open_staged(new_context(DESKTOP), staged_battle(live_site, until, seed="gone"), speed="slow")
    block = page.locator("#log .block-attack:has(.step-word)", has_text="Out of action").last
    block.get_by_role("link").first.click()
    victim = page.locator(".playback-model.is-aimed-at")
    expect(victim).to_have_count(1)
    model_id = page.evaluate(
        """seq => JSON.parse(document.getElementById('board-steps').textContent)
            .steps.find(step => step.seq === seq).whom""",
        int(block.get_attribute("data-seq") or 0),
    )
    assert page.locator(f"#table .layer.models [data-who={model_id}]").count() == 0, "the model itself is gone"
    assert victim.locator("use").count() >= 1, "its copy has the silhouette"


def test_without_script_the_log_leads_to_the_replay(new_context: NewContext, battle: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    sign_in(page, battle)
    block = page.locator("#log .block-attack").last
    number = block.get_attribute("data-seq")
    with page.expect_navigation():
        block.locator("a.block-link").click()
    assert page.url.endswith(f"/replay/?e={number}")
