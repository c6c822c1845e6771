"""Touch screens: the selected target, models under the board's tools, and the notice about a slow connection (item
4.5)."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from battles.board.tests.browser.test_playing import press_option, ready, seq
from tests.night.hands import Hand
from tests_support.browser import PHONE, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PICTURES = os.environ.get("TOUCH_PICTURES", "")
TARGETS = """() => {
    // The target farthest from other models first: near others, a tap asks which one is meant.
    const discs = [...document.querySelectorAll("#table .model")].map((model) => {
        const { x, y, width, height } = model.querySelector(".disc").getBoundingClientRect();
        return { who: model.dataset.who, x: x + width / 2, y: y + height / 2 };
    });
    const room = (who) => {
        const self = discs.find((disc) => disc.who === who);
        const others = discs.filter((disc) => disc.who !== who);
        return Math.min(...others.map(({ x, y }) => Math.hypot(x - self.x, y - self.y)));
    };
    return [...document.querySelectorAll('.selected-warrior details[data-verb="shoot"] input[data-target]')]
        .map((radio) => radio.dataset.target).sort((one, other) => room(other) - room(one));
}"""
UNDER = """([who, x, y]) => {
    // Pan the table so that the model's middle lies at this point of the window.
    const svg = document.getElementById("table");
    const disc = document.querySelector(`#table .model[data-who="${who}"] .disc`).getBoundingClientRect();
    const box = svg.getAttribute("viewBox").split(" ").map(Number);
    const scale = svg.getScreenCTM().a;
    box[0] += (disc.x + disc.width / 2 - x) / scale;
    box[1] += (disc.y + disc.height / 2 - y) / scale;
    svg.setAttribute("viewBox", box.join(" "));
}"""
GAPS = """() => {
    // Points of the tools' box that no tool covers: between two tools of one row, and below the last row.
    const box = document.querySelector(".board-tools").getBoundingClientRect();
    const tools = [...document.querySelectorAll(".board-tools .tool")]
        .map((tool) => tool.getBoundingClientRect()).filter((tool) => tool.width);
    const holds = (t, x, y) => x >= t.left - 1 && x <= t.right + 1 && y >= t.top - 1 && y <= t.bottom + 1;
    const free = (x, y) => !tools.some((tool) => holds(tool, x, y));
    const found = [];
    for (let y = box.top + 2; y < box.bottom; y += 1)
        for (let x = box.left + 2; x < box.right; x += 1) if (free(x, y)) found.push([x, y]);
    const last = Math.max(...tools.map((tool) => tool.bottom));
    const row = tools.filter((tool) => Math.abs(tool.bottom - last) < 2);
    return { inside: found, below: [(row[0].left + row[0].right) / 2, last + 14] };
}"""


class Found(Exception):
    """A warrior who can shoot is selected."""


class Marksman(Hand):
    """Plays until a warrior can shoot, and leaves the shot to the test."""

    def _aim(self, board: dict[str, Any], verb: str) -> bool:
        if verb == "shoot":
            for model_id in [board["selected"], *board["left"]] if "shoot" in board["prompt"].lower() else []:
                if model_id != board["selected"]:
                    board = self._select(model_id)
                if board["verbs"].get("shoot"):
                    raise Found
            return False
        return super()._aim(board, verb)


def before_a_shot(page: Page) -> list[str]:
    """Start a battle at one screen in which the selected warrior can shoot. Returns the possible targets."""
    for _battle in range(3):
        if reaches_a_shot(page):
            # A press while steps are played back only ends the playback.
            expect(page.locator("#playback")).to_be_hidden(timeout=30_000)
            return list(page.evaluate(TARGETS))
    raise AssertionError("three battles ended before anyone could shoot")


def reaches_a_shot(page: Page) -> bool:
    """Play a new battle until the selected warrior can shoot. Returns False if it ends first."""
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.select_option("select[name=ruleset]", "core")
    page.click("text=Start battle")
    page.wait_for_url(re.compile(r"/battles/\w{12}/$"))
    ready(page)
    hand = Marksman(page)
    try:
        for _step in range(160):
            if hand.look()["over"]:
                return False
            hand.step()
    except Found:
        hand.settled()
        return True
    return False


def tap(page: Page, model_id: str) -> None:
    """Tap the middle of a model."""
    box = page.locator(f'#table .model[data-who="{model_id}"] .disc').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def outline_when(page: Page, model_id: str, pseudo_classes: list[str]) -> str:
    """The outline of a model with these pseudo-classes, which the browser sets depending on the device."""
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    path = f'#table .model[data-who="{model_id}"]'
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": path})["nodeId"]
    tools.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": pseudo_classes})
    found = str(page.locator(path).evaluate("(node) => getComputedStyle(node).outlineStyle"))
    tools.detach()
    return found


def picture(page: Page, name: str) -> None:
    """Save a screenshot when requested."""
    if PICTURES:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=str(Path(PICTURES) / f"{name}-{scheme}.png"))


def test_a_target_is_chosen_and_reached_by_finger(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    target = before_a_shot(page)[0]
    model = page.locator(f'#table .model[data-who="{target}"]')
    before = seq(page)

    # Between and below the tools, a tap reaches the enemy under them.
    gaps = page.evaluate(GAPS)
    inside = gaps["inside"]
    assert inside, "the tools leave no gap"
    for x, y in (inside[len(inside) // 2], gaps["below"]):
        page.evaluate(UNDER, [target, x, y])
        page.touchscreen.tap(x, y)
        # The buttons stay on the screen when the odds arrive later.
        expect(page.locator("#preview .odds-preview")).to_be_attached()
        for button in page.locator("#preview > .row button").all():
            expect(button).to_be_in_viewport(ratio=1)
        expect(model).to_have_class(re.compile(r"\bis-target\b"))
        picture(page, "phone-target")
        # The ring marks the target; no focus outline is drawn, with mouse, touch or keyboard.
        for how in (["focus"], ["focus", "focus-visible"]):
            assert outline_when(page, target, how) == "none"
        page.locator("#preview > .row button").last.click()
        expect(page.locator("#preview")).to_be_hidden()
    assert seq(page) == before

    page.evaluate(UNDER, [target, 195, 300])
    tap(page, target)
    page.locator("#preview > .row button").first.click()
    expect(page.locator("#board")).not_to_have_attribute("data-seq", str(before))


def test_a_slow_connection_says_so_in_words(new_context: NewContext) -> None:
    """The notice used to be empty, because a local variable hid the board's texts."""
    page = new_context(PHONE).new_page()
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.click("text=Start battle")
    page.wait_for_url(re.compile(r"/battles/\w{12}/$"))
    ready(page)
    held: list[Route] = []
    page.route(re.compile(r"/battles/\w+/(commands|place)/$"), lambda route: held.append(route))
    press_option(page.locator(".prompt-options li").first)
    notice = page.locator("#status.is-shown")
    expect(notice).to_have_text("Sending…")
    picture(page, "phone-sending")
    expect(notice).to_contain_text("is saved and will be sent again")
    before = seq(page)
    held[0].continue_()
    expect(page.locator("#board")).not_to_have_attribute("data-seq", str(before))
    expect(page.locator("#status.is-shown")).to_have_count(0)


def test_a_lost_connection_says_what_is_known(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    sockets: list[WebSocketRoute] = []
    cut: list[bool] = []

    def serve(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if cut:
            socket.close(code=4000)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile(r"/ws/battles/"), serve)
    page.goto("/play/")
    page.check('input[name=opponent][value="hot_seat"]')
    page.click("text=Start battle")
    page.wait_for_url(re.compile(r"/battles/\w{12}/$"))
    ready(page)
    expect(page.locator("#connection")).to_be_hidden()
    cut.append(True)
    sockets[-1].close(code=4000)
    notice = page.locator("#connection")
    expect(notice).to_have_text(re.compile(r"^Connection lost \d+ s ago\. The board shows everything up to: \S.*"))
    picture(page, "phone-lost")
    cut.clear()
    expect(notice).to_be_hidden()
