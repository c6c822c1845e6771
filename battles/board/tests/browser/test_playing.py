"""The board in Chromium: a visitor against the bot at two sizes, and two players live in two browsers."""

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
LONG = 60_000


def until(page: Page, true: str, *, ms: int = LONG) -> None:
    """Poll until an expression is true on the page. The site's content security policy forbids Playwright's polling
    inside the page."""
    end = time.monotonic() + ms / 1000
    while not page.evaluate(true):
        if time.monotonic() > end:
            raise AssertionError(f"not within {ms} ms: {true}; refused: {page.inner_text('#refused')}")
        page.wait_for_timeout(40)


def ready(page: Page) -> None:
    """Wait for the board's script."""
    page.wait_for_selector("html[data-board='ready']", state="attached")


def seq(page: Page) -> int:
    return int(page.get_attribute("#board", "data-seq") or 0)


def state(page: Page) -> dict[str, Any]:
    """State of the board, including the options of the prompt."""
    return {
        "side": page.get_attribute("#board", "data-side") or "",
        "prompt": page.inner_text("[data-region=prompt]"),
        "over": page.locator(".outcome-card").count() > 0,
    }


def my_turn(page: Page) -> bool:
    """Wait until this player has to act or the battle is over. Returns False if it is over."""
    until(
        page,
        "document.getElementById('board').dataset.side !== '' || document.querySelector('.outcome-card')",
    )
    return page.locator(".outcome-card").count() == 0


def acting_of(pages: list[Page]) -> Page:
    """Wait until one of the players is prompted, and return that player's page."""
    end = time.monotonic() + LONG / 1000
    while time.monotonic() < end:
        for page in pages:
            if state(page)["side"]:
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("neither player has a decision to make")


def settled(page: Page, before: int) -> None:
    """Wait until a command has been carried out and drawn."""
    until(page, f"Number(document.getElementById('board').dataset.seq) > {before}")
    until(page, "!document.querySelector('.battle[aria-busy]')")


def moved_or(page: Page, before: int, shown: str) -> bool:
    """Wait until the command has been carried out, or something is shown that needs a second click. Returns whether
    that is shown."""
    until(
        page,
        f"Number(document.getElementById('board').dataset.seq) > {before} || document.querySelector('{shown}')",
    )
    return seq(page) == before and page.locator(shown).count() > 0


def press_option(option: Locator) -> None:
    """Press an option of the prompt, and confirm with End if it asks."""
    if option.locator(".ask summary").count():
        option.locator(".ask summary").click()
    option.locator("button").first.click()


def press_button(page: Page, words: str) -> None:
    """Click a button of the prompt. A phase with models that have not acted asks for confirmation."""
    before = seq(page)
    option = page.locator(".prompt-options li", has_text=re.compile(words)).first
    press_option(option)
    settled(page, before)


def choices_known(page: Page) -> bool:
    """Wait for the choices of the selected warrior. Returns False if none is selected."""
    if not page.get_attribute("#board", "data-selected"):
        return False
    until(page, "document.getElementById('board').dataset.choices === document.getElementById('board').dataset.seq")
    return True


def walk_somewhere(page: Page) -> bool:
    """Choose the first walk of the list by its radio button."""
    walk = page.locator('details[data-verb="walk"]')
    if not walk.count():
        return False
    before = seq(page)
    if walk.get_attribute("open") is None:
        walk.locator("summary").click()
    walk.locator("input[data-x]").first.wait_for()
    if not walk.locator("input[data-x]:not([data-final])").count():
        return False
    walk.locator("input[data-x]:not([data-final])").first.check()
    walk.locator("button.button-main").click()
    settled(page, before)
    return True


def one_step(page: Page, done: set[str]) -> None:
    """Take the next sensible step as a player would: charge or shoot when offered, walk once, end the phase."""
    prompt = state(page)["prompt"]
    before = seq(page)
    choices_known(page)
    charge = page.locator('details[data-verb="charge"] input[type=radio]').first
    shoot = page.locator('details[data-verb="shoot"] input[type=radio]').first
    if charge.count():
        target = charge.get_attribute("data-target")
        page.locator(f'.figure a[data-who="{target}"]').first.evaluate("node => node.click()")
        if moved_or(page, before, "#preview button"):
            page.locator("#preview button").first.click()
        settled(page, before)
        done.add("charge")
    elif shoot.count():
        shoot.check()
        page.locator('details[data-verb="shoot"] button.button-main').click()
        settled(page, before)
        done.add("shot")
    elif "can move" in prompt and "walk" not in done and walk_somewhere(page):
        done.add("walk")
    else:
        press_option(page.locator(".prompt-options li").first)
        settled(page, before)


def turn_of(page: Page) -> int:
    found = re.search(r"Turn (\d+)", page.inner_text("[data-region=phase]"))
    return int(found.group(1)) if found else 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_a_visitor_plays_two_turns_against_the_bot(new_context: NewContext, size: dict[str, Any]) -> None:
    page = new_context(size).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on(
        "console",
        lambda message: faults.append(message.text) if message.type == "error" and "409" not in message.text else None,
    )
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    assert my_turn(page)
    choices_known(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    done: set[str] = set()
    for _step in range(140):
        if not my_turn(page) or (turn_of(page) >= 3 and done >= {"walk"} and done & {"charge", "shot"}):
            break
        if turn_of(page) > 1:
            done.discard("walk") if "again" not in done else None
            done.add("again")
        one_step(page, done)
    assert "again" in done
    assert done & {"charge", "shot"}, done
    assert not faults
    assert_accessible(page)


def press_spot(page: Page, far_px: int = 60) -> None:
    """Click an empty spot on the table a little in front of the selected warrior."""
    # Find and measure in one step: every response draws the models again as new elements.
    x, y = page.evaluate(
        "() => { const id = document.getElementById('board').dataset.selected;"
        ' const place = document.querySelector(`#table .model[data-who="${id}"] .disc`).getBoundingClientRect();'
        " return [place.x + place.width / 2, place.y + place.height / 2]; }"
    )
    page.mouse.click(x, y - far_px)


def walked(page: Page, before: int) -> bool:
    """Whether a click on the table led to a move. False if the board asks or refuses, or after 5 s."""
    for _look in range(100):
        if seq(page) > before:
            return True
        if page.locator("#preview button, #refused .notice").count():
            return False
        page.wait_for_timeout(50)
    return False


def test_two_people_play_live_in_two_browsers(new_context: NewContext) -> None:
    first_page = new_context().new_page()
    first_page.goto("/play/")
    first_page.check('input[name=opponent][value="invited"]')
    first_page.click("text=Start battle")
    first_page.wait_for_url("**/join/")
    link = first_page.input_value("input[readonly]")
    two = new_context(PHONE).new_page()
    two.goto(link)
    two.click("text=Take the other side")
    two.wait_for_url(re.compile(r"/battles/\w{12}/$"))
    first_page.wait_for_url(two.url)
    watcher = new_context().new_page()
    watcher.goto(two.url)
    pages = [first_page, two]
    for page in (*pages, watcher):
        ready(page)
    for _step in range(14):
        acting = acting_of(pages)
        if "Turn" in acting.inner_text("[data-region=phase]"):
            break
        before = seq(acting)
        place = acting.locator("text=Place them for me")
        (place if place.count() else acting.locator(".prompt-options button").first).click()
        settled(acting, before)
        for other in (*pages, watcher):
            settled(other, before)
    acting = acting_of(pages)
    other = two if acting is first_page else first_page
    # Title and icon show whose turn it is.
    expect(acting).to_have_title(re.compile("^Your turn · "))
    expect(acting.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-turn"))
    expect(other).to_have_title(re.compile("^(?!Your turn)"))
    expect(other.locator("link[rel=icon]")).not_to_have_attribute("href", re.compile("favicon-turn"))
    for _step in range(3):
        if "can move" in state(acting)["prompt"]:
            break
        press_button(acting, ".")
    choices_known(acting)
    before = seq(acting)
    assert walk_somewhere(acting)
    for page in (other, watcher):
        settled(page, before)
        assert "walks" in page.inner_text("#log .block-move:last-child")
    assert not watcher.locator(".prompt-options button").count()
    before = seq(acting)
    acting.locator("#undo-button").click()
    settled(acting, before)
    settled(other, before)
    assert "undone" in other.inner_text("#log .block:last-child")
    # A second tab of the same player is updated, too, and a stale command gets an answer.
    tab = acting.context.new_page()
    tab.goto(acting.url)
    ready(tab)
    choices_known(tab)
    before = seq(tab)
    assert walk_somewhere(tab)
    settled(acting, before)
    # After a lost connection, everything that was missed is drawn.
    other.context.set_offline(True)
    other.wait_for_timeout(300)
    choices_known(acting)
    before = seq(acting)
    acting.locator("summary", has_text="More").click()
    acting.click("[data-dialog=resign]")
    acting.click("dialog[open] .button-danger")
    acting.wait_for_selector(".outcome-card")
    other.context.set_offline(False)
    other.wait_for_selector(".outcome-card", timeout=LONG)
    expect(watcher.locator(".outcome-card")).to_be_visible(timeout=LONG)
    # Every die can be checked in the browser.
    first_page.goto(acting.url + "dice/")
    first_page.click("#check")
    expect(first_page.locator("#checked")).to_contain_text("match", timeout=LONG)
    first_page.goto(acting.url + "replay/")
    for address in (acting.url + "report/", acting.url + "replay/?e=5", "/battles/", "/play/"):
        first_page.goto(address)
        assert_accessible(first_page)


def test_the_board_is_played_by_keys_alone(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    assert my_turn(page)
    for _step in range(6):
        if "can move" in state(page)["prompt"]:
            break
        press_button(page, ".")
        my_turn(page)
    choices_known(page)
    page.focus("#board")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "application"
    first = page.get_attribute("#board", "data-selected")
    page.keyboard.press("n")
    until(page, f"document.querySelector('.selected-warrior')?.dataset.actor !== '{first}'")
    choices_known(page)
    before = seq(page)
    page.keyboard.press("w")
    expect(page.locator('details[data-verb="walk"] input[data-x]').first).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#table .layer.ghost .cursor")).to_have_count(1)
    page.keyboard.press("Enter")
    if moved_or(page, before, "#preview button"):
        page.keyboard.press("Enter")
    settled(page, before)
    before = seq(page)
    page.keyboard.press("z")
    settled(page, before)
    expect(page.locator("#board")).to_be_focused()
    # One live region announces what happened and what to do; the prompt card itself is not a live region.
    expect(page.locator("#status")).to_contain_text(page.inner_text(".prompt-question"))
    expect(page.locator("[data-region=prompt][aria-live]")).to_have_count(0)


def test_a_press_on_the_table_walks_there(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    ready(page)
    assert my_turn(page)
    for _step in range(6):
        if "can move" in state(page)["prompt"]:
            break
        press_button(page, ".")
        my_turn(page)
    before = seq(page)
    for _try in range(8):
        choices_known(page)
        press_spot(page, 50)
        if walked(page, before):
            break
        selected = page.get_attribute("#board", "data-selected")
        page.focus("#board")
        page.keyboard.press("Escape")
        page.keyboard.press("n")
        until(page, f"document.getElementById('board').dataset.selected !== '{selected}'")
    settled(page, before)
    assert json.loads(page.evaluate("JSON.stringify(document.getAnimations().length)")) >= 0


def test_the_board_works_without_script(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    page.wait_for_url("**/battles/*/")
    # A click does not wait for the next page, so clicks that leave the page say so.
    with page.expect_navigation():
        page.click("text=Begin without adding anything")
    for _step in range(60):
        page.reload()
        walk = page.locator('details[data-verb="walk"]')
        if walk.count():
            walk.locator("summary").click()
            with page.expect_navigation():
                walk.locator("a").click()
            break
        button = page.locator(".prompt-options button").first
        if button.count():
            with page.expect_navigation():
                button.click()
        else:
            page.wait_for_timeout(200)  # The bot is moving; this page has no script that would show it.
    before = seq(page)
    page.locator('details[data-verb="walk"] input[data-x]').first.check()
    with page.expect_navigation():
        page.locator('details[data-verb="walk"] button.button-main').click()
    assert seq(page) > before
    with page.expect_navigation():
        page.locator(".figure a").last.click()
    assert "who=" in page.url
