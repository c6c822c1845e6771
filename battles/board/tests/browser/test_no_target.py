"""If an enemy cannot be targeted, clicking it shows the reason, and the warrior stays selected."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from battles.board.tests.browser.test_playing import ready
from tests_support.browser import DESKTOP, PHONE, NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PASSWORD = "a-long-password-for-tests"
MAKE = """
import json
from accounts.models import User
from battles.board.options.model_options import for_model
from battles.board.tests.test_measuring import played_to
from battles.core.tests.factories import engine_of
one = User.objects.create_user(username={name!r}, password={password!r})
battle = played_to(one, "core", ("shooting", "act"))
engine, side = engine_of(battle), battle.awaiting[0]
models = engine.state.models
for who in (who for who in models if who[0] == side and not models[who].gone):
    shoot = next(verb for verb in for_model(engine, side, who).verbs if verb.code == "shoot")
    targets = {{option.target for option in shoot.options}}
    wrong = [foe for foe in models if foe[0] != side and foe not in targets and not models[foe].gone]
    if shoot.probe and wrong:
        break
print(json.dumps([battle.public_id, who, wrong]))
"""
CENTRE = """(who) => {
    const disc = document.querySelector(`#table .model[data-who="${who}"] .disc`).getBoundingClientRect();
    const board = document.getElementById("table");
    const box = board.getBoundingClientRect();
    const view = board.getAttribute("viewBox").split(" ").map(Number);
    const scale = board.getScreenCTM().a;
    view[0] += (disc.x + disc.width / 2 - box.x - box.width / 2) / scale;
    view[1] += (disc.y + disc.height / 2 - box.y - box.height / 2) / scale;
    board.setAttribute("viewBox", view.join(" "));
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def in_shooting(page: Page, site: LiveSite, name: str) -> tuple[str, str]:
    """A battle in its shooting phase with a marksman selected: (that warrior, an enemy that cannot be targeted)."""
    made = site.shell(MAKE.format(name=name, password=PASSWORD)).strip().splitlines()[-1]
    pid, model, wrong = json.loads(made)
    page.goto(f"/accounts/login/?next=/battles/{pid}/%3Fwho={model}")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    ready(page)
    expect(page.locator("#board")).to_have_attribute("data-choices", re.compile(r"\d"))
    return model, wrong[0]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_reason_is_shown_and_the_warrior_stays_selected(
    new_context: NewContext, live_site: LiveSite, size: dict[str, object]
) -> None:
    page = new_context(size).new_page()
    model_id, enemy = in_shooting(page, live_site, "marksman-phone" if size is PHONE else "marksman")
    before = page.get_attribute("#board", "data-seq")
    page.mouse.click(*page.evaluate(CENTRE, enemy))
    expect(page.locator("#status.is-shown")).to_have_text(
        re.compile(r"does not see|out of range|must shoot at a nearer|in combat|hidden")
    )
    expect(page.locator("#board")).to_have_attribute("data-selected", model_id)
    expect(page.locator("#refused [data-refusal]")).to_be_visible()
    assert page.get_attribute("#board", "data-seq") == before
