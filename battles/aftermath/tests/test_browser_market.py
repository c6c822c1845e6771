"""The market in a browser: typing filters the rare goods, and hidden goods are never searched for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PICTURES = os.environ.get("MARKET_PICTURES", "")
MAKE = """
from accounts.models import User
from battles.aftermath.tests.world import at_rest
first, second = (User.objects.get(username=name) for name in ("{first}", "{second}"))
print(at_rest(first, second, gold=500).public_id)
"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
def test_rare_goods_are_found_by_typing(new_context: NewContext, live_site: LiveSite, size: dict[str, Any]) -> None:
    width = size["viewport"]["width"]
    rival, page = new_context().new_page(), new_context(size).new_page()
    sign_up(rival, f"seller-{width}")
    sign_up(page, f"buyer-{width}")
    battle = live_site.shell(MAKE.format(first=f"buyer-{width}", second=f"seller-{width}")).split()[-1]
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    page.goto(f"/battles/{battle}/aftermath/?stage=market")
    field, goods = page.get_by_label("Filter", exact=True), page.get_by_label("Item")
    options = goods.locator("option")
    shown = goods.locator("option:not([hidden])")
    expect(options.nth(20)).to_be_attached()
    everything = options.count()
    assert everything > 20
    expect(field).to_be_visible()
    field.press_sequentially("LÜCKY ch")
    expect(shown).to_have_count(1)
    expect(goods.locator("option:checked")).to_contain_text("Lucky Charm")
    expect(goods.locator("optgroup:not([hidden])")).to_have_count(1)
    assert_accessible(page)
    if PICTURES:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=str(Path(PICTURES) / f"market-{width}-{scheme}.png"), full_page=True)

    # Nothing matches: nothing is chosen, the page says so, and nothing can be sent.
    field.fill("no such thing")
    expect(shown).to_have_count(0)
    expect(page.locator("#seek-what-none")).to_have_text("Nothing on the list matches.")
    expect(goods.locator("option:checked")).to_have_count(0)
    page.locator("form:has(#seek-what) button").click()
    expect(page.locator("#seek-what:invalid")).to_have_count(1)
    assert not posted

    field.fill("")
    expect(shown).to_have_count(everything)
    expect(page.locator("#seek-what-none")).to_be_empty()
    field.fill("charm lucky")
    expect(shown).to_have_count(1)
    page.locator("form:has(#seek-what) button").click()
    expect(page.locator(".stage-line, .decision").filter(has_text="Lucky Charm").first).to_be_visible()
    assert len(posted) == 1
    # The response replaces the form: the field is still there and still works.
    if field.count():
        expect(field).to_be_visible()
        field.fill("lucky")
        expect(shown).not_to_have_count(everything)
