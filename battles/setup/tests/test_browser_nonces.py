"""Preparing dice in real browsers: the commitment is shown first, and the nonces come from the players' browsers."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Response, Route, expect

from battles.board.tests.browser.test_playing import ready
from tests_support.browser import PHONE, NewContext

pytestmark = pytest.mark.browser

RESIGN = """async () => {
  const board = document.getElementById("board");
  const answer = await fetch(`${board.dataset.base}commands/`, {
    method: "POST",
    headers: {
      Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": board.dataset.csrf,
    },
    body: JSON.stringify({
      command: { kind: "resign" }, side: "a", expected_seq: Number(board.dataset.seq), command_id: "gives-up",
    }),
  });
  return answer.status;
}"""


class Watch:
    """What a page sends about its nonce, and the states of the battle that it received, in order."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.states: list[str] = []
        page.on("request", self._look)
        page.on("response", self._listen)

    def _look(self, request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/nonce/"):
            self.sent.append(json.loads(request.post_data or "{}"))

    def _listen(self, response: Response) -> None:
        if response.url.endswith("/nonce/"):
            self.states.append("posted" if response.request.method == "POST" else "asked")


def noted_by(page: Page) -> dict[str, str]:
    """What this browser has stored about its only battle."""
    key = "Object.keys(localStorage).find((key) => key.startsWith('dice:'))"
    found: dict[str, str] = json.loads(page.evaluate(f"localStorage.getItem({key})"))
    return found


def resign(page: Page) -> None:
    """Concede, and try again if the bot has acted in the meantime (409)."""
    for _try in range(50):
        status = page.evaluate(RESIGN)
        if status == 200:
            return
        assert status == 409
        page.wait_for_timeout(200)
    raise AssertionError("the battle never stood still")


def checked(page: Page, board: str) -> str:
    """The result of the check on the dice page."""
    page.goto(f"{board}dice/")
    page.click("#check")
    expect(page.locator("#checked")).to_contain_text("dice match.")
    return page.inner_text("#checked")


def test_against_the_bot_the_commitment_comes_first_and_the_browser_draws_the_nonce(new_context: NewContext) -> None:
    page = new_context().new_page()
    watch = Watch(page)
    shown: list[str] = []

    def hold(route: Route) -> None:
        """Stop the request, so that the page stays as it is before the nonce is sent."""
        if route.request.method == "POST":
            shown.append(page.inner_text("#dice-of-battle"))
        route.continue_()

    page.route("**/nonce/", hold)
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    ready(page)
    board, noted = page.url, noted_by(page)
    assert [message["act"] for message in watch.sent] == ["reveal"]
    assert watch.sent[0]["value"] == noted["nonce"]
    assert len(noted["nonce"]) == 64
    assert noted["fingerprint"] in shown[0]
    assert noted["nonce"] in shown[0]
    resign(page)
    text = checked(page, board)
    assert noted["fingerprint"] in page.inner_text("main")
    assert noted["nonce"] in page.inner_text("main")
    assert "The seed matches the fingerprint that was shown before the first die." in text
    assert "Your browser stored the same fingerprint before the first die." in text
    assert "another" not in text


def test_two_browsers_commit_before_either_shows_its_nonce(new_context: NewContext) -> None:
    first_page = new_context().new_page()
    first = Watch(first_page)
    first_page.goto("/play/")
    first_page.check('input[name=opponent][value="invited"]')
    first_page.click("text=Start battle")
    first_page.wait_for_url("**/join/")
    link = first_page.input_value("input[readonly]")
    expect(first_page.locator("#nonce")).not_to_be_empty()
    two = new_context(PHONE).new_page()
    second = Watch(two)
    two.goto(link)
    two.click("text=Take the other side")
    ready(two)
    ready(first_page)
    board = first_page.url
    for watch, page in ((first, first_page), (second, two)):
        assert [request["act"] for request in watch.sent] == ["commit", "reveal"]
        commitment, nonce = (request["value"] for request in watch.sent)
        assert nonce == noted_by(page)["nonce"]
        assert commitment == sha256(nonce.encode()).hexdigest()
    resign(first_page)
    for page in (first_page, two):
        result = checked(page, board)
        assert result.count("matches its commitment.") == 2
        assert "Your browser stored the same fingerprint" in result
        assert "another" not in result
        text = page.inner_text("main")
        assert all(request["value"] in text for watch in (first, second) for request in watch.sent)


def test_without_script_the_commitment_is_shown_and_a_button_begins(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    page.click("form[action='/play/now/'] button")
    expect(page.locator("main")).to_contain_text("Fingerprint of the seed")
    page.click("text=Begin without adding anything")
    expect(page.locator("#board")).to_have_count(1)
    page.goto(f"{page.url}dice/")
    expect(page.locator("main")).to_contain_text("added nothing.")
