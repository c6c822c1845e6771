"""Plays on the board's page like a person: reads what it offers and clicks what a player would click."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Response

LONG_MS = 60_000
BOARD = """() => {
  const board = document.getElementById("board");
  const verbs = {};
  for (const verb of document.querySelectorAll(".selected-warrior details.verb")) {
    verbs[verb.dataset.verb] = [...verb.querySelectorAll("input[type=radio]")].map((radio) => ({
      x: Number(radio.dataset.x), y: Number(radio.dataset.y), target: radio.dataset.target || "",
      final: "final" in radio.dataset, value: radio.value }));
  }
  const models = {};
  for (const model of document.querySelectorAll("#table .model[data-who]")) {
    const box = model.querySelector(".disc").getBBox();
    models[model.dataset.who] = [box.x + box.width / 2, Number(board.dataset.length) - box.y - box.height / 2];
  }
  return {
    seq: Number(board.dataset.seq), side: board.dataset.side, selected: board.dataset.selected,
    busy: document.querySelector(".battle[aria-busy]") !== null,
    known: board.dataset.choices === board.dataset.seq,
    over: document.querySelector(".outcome-card") !== null,
    phase: document.querySelector("[data-region=phase]").textContent,
    prompt: document.querySelector("[data-region=prompt]").textContent.replace(/\\s+/g, " "),
    options: [...document.querySelectorAll(".prompt-options button[name=command]")].map((one) => one.value),
    can_place: document.querySelector('form[action$="/place/"]') !== null,
    left: [...document.querySelectorAll(".left a[data-who]")].map((one) => one.dataset.who),
    verbs, models,
  };
}"""


@dataclass
class Watch:
    """Records what a page must not do: write to the console, raise errors, fail a request, or get a 4xx or 5xx."""

    faults: list[str] = field(default_factory=list)

    def on(self, page: Page) -> Page:
        page.on("pageerror", lambda fault: self.faults.append(f"{page.url}: {fault}"))
        page.on(
            "console",
            lambda message: self.faults.append(f"{page.url}: {message.text}") if message.type == "error" else None,
        )
        page.on("response", self._answered)
        return page

    def _said(self, page: Page, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{page.url}: {message.text}")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.faults.append(f"{answer.status} {answer.request.method} {answer.url}")


@dataclass
class Hand:
    """One player at one page of a battle. `did` collects what was done and which decisions were answered."""

    page: Page
    did: set[str] = field(default_factory=set)
    walked: int = 0
    step_seen: str = ""

    def look(self) -> dict[str, Any]:
        return dict(self.page.evaluate(BOARD))

    def wait(self, true: Any, what: str, ms: int = LONG_MS) -> dict[str, Any]:
        """Poll every 60 ms until `true(board)`. The site's content security policy forbids polling inside the page."""
        end = time.monotonic() + ms / 1000
        while not true(board := self.look()):
            if time.monotonic() > end:
                raise AssertionError(
                    f"not within {ms} ms: {what}; refused: {self.page.inner_text('#refused')}; {board}"
                )
            self.page.wait_for_timeout(60)
        return board

    def ready(self) -> None:
        """Wait until the browsers have added to the dice and the board's script is loaded."""
        self.page.wait_for_selector("#board", timeout=3 * LONG_MS)
        self.wait(
            lambda _board: self.page.evaluate("document.documentElement.dataset.board === 'ready'"),
            "the board is ready",
        )

    def follow(self, seq: int) -> dict[str, Any]:
        """Wait until everything up to `seq` is drawn on this page."""
        return self.wait(lambda board: board["seq"] >= seq and not board["busy"], f"event {seq} is drawn")

    def settled(self) -> dict[str, Any]:
        """The board once no request is pending and the choices of the selected model are known."""
        return self.wait(
            lambda board: not board["busy"] and (board["known"] or board["selected"][:1] != board["side"]),
            "the choices are known",
        )

    def step(self, *, most_walks: int = 2) -> int:
        """Do one thing as a player would: answer, charge, shoot, move closer, end the step. Returns the new length of
        the log."""
        board = self.settled()
        before = board["seq"]
        if board["phase"] != self.step_seen:
            self.step_seen, self.walked = board["phase"], 0
        if board["can_place"]:
            self.page.get_by_role("button", name="Place them for me").click()
        elif '"kind":"answer"' in "".join(board["options"][:1]):
            self.did.add("decision: " + board["prompt"])
            self._press(0)
        elif not (self._aim(board, "charge") or self._aim(board, "shoot") or self._close_in(board, most_walks)):
            self._next_or_end(board)
        return int(self.wait(lambda now: now["seq"] > before and not now["busy"], "the order is carried out")["seq"])

    def _press(self, number: int) -> None:
        self.page.locator(".prompt-options button[name=command]").nth(number).click()

    def _open(self, verb: str) -> Locator:
        """The list of a verb, opened; places to walk to are listed on request."""
        box = self.page.locator(f'.selected-warrior details[data-verb="{verb}"]')
        if box.get_attribute("open") is None:
            box.locator("summary").click()
        box.locator("input[type=radio]").first.wait_for()
        return box

    def _choose(self, verb: str, number: int) -> None:
        """Open an action, select an option of its list, and press its button."""
        box = self._open(verb)
        box.locator("input[type=radio]").nth(number).check()
        box.locator("button.button-main").click()

    def _aim(self, board: dict[str, Any], verb: str) -> bool:
        for model_id in [board["selected"], *board["left"]]:
            if model_id != board["selected"]:
                board = self._select(model_id)
            if board["verbs"].get(verb):
                self._choose(verb, 0)
                self.did.add(verb)
                return True
            if verb == "shoot" and "shoot" not in board["prompt"].lower():
                return False
            if verb == "charge" and "charge" not in board["prompt"].lower():
                return False
        return False

    def _select(self, model_id: str) -> dict[str, Any]:
        self.page.locator(f'.figure a[data-who="{model_id}"]').evaluate("node => node.click()")
        return self.wait(lambda board: board["selected"] == model_id and board["known"], f"{model_id} is selected")

    def _close_in(self, board: dict[str, Any], most: int) -> bool:
        """Run or walk to the listed place nearest to an enemy."""
        verb = next((verb for verb in ("run", "walk") if verb in board["verbs"]), "")
        if self.walked >= most or not verb:
            return False
        self._open(verb)
        board = self.look()
        enemies = [at for model_id, at in board["models"].items() if model_id[0] != board["side"]]
        places = [
            (min((option["x"] - x) ** 2 + (option["y"] - y) ** 2 for x, y in enemies), number)
            for number, option in enumerate(board["verbs"][verb])
            if option["x"] is not None and not option["final"]
        ]
        if not places:
            return False
        self._choose(verb, min(places)[1])
        self.did.add(verb)
        self.walked += 1
        return True

    def _next_or_end(self, board: dict[str, Any]) -> None:
        """End the step. If something is left to do, the first click asks and the second ends."""
        question = self.page.locator(".prompt-options li").first.locator(".ask summary")
        if question.count():
            question.click()
        self._press(0)

    def give_up(self) -> None:
        """Concede with the dialog."""
        self.page.locator("summary", has_text="More").click()
        self.page.locator("[data-dialog=resign]").click()
        self.page.locator("dialog[open] .button-danger").click()
        self.page.locator(".outcome-card").wait_for()


def turn_of(board: dict[str, Any]) -> int:
    """The turn shown by the phase bar; 0 before the first."""
    found = re.search(r"Turn (\d+)", board["phase"])
    return int(found.group(1)) if found else 0
