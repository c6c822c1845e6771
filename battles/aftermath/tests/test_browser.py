"""A whole aftermath on a phone, in Chromium: stage by stage, choices by keys, the market, confirmation; and a sheet."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, sign_up, text_on_page
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PICTURES = os.environ.get("AFTERMATH_PICTURES", "")
MAKE = """
from accounts.models import User
from battles.aftermath.tests.world import ended
first, second = (User.objects.get(username=name) for name in ("{first}", "{second}"))
print(ended(first, second).public_id)
"""


def picture(page: Page, name: str) -> None:
    """Save a screenshot when requested."""
    if PICTURES:
        page.wait_for_timeout(150)
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def fits(page: Page) -> None:
    """Check that the page does not scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), page.url


def test_a_whole_aftermath_on_a_phone(new_context: NewContext, live_site: LiveSite) -> None:
    rival = new_context(PHONE).new_page()
    sign_up(rival, "phone-rival")
    page = new_context(PHONE).new_page()
    sign_up(page, "phone-owner")
    battle = live_site.shell(MAKE.format(first="phone-owner", second="phone-rival")).split()[-1]
    page.goto(f"/battles/{battle}/aftermath/")
    expect(page.locator("#aftermath-progress")).to_have_count(0)
    expect(text_on_page(page, "to make").first).to_be_visible()
    fits(page)
    assert_accessible(page)
    picture(page, "phone-advances")
    presses = 0
    while page.locator("form.decision, .stages a.is-waiting").count():
        presses += 1
        assert presses < 40
        form = page.locator("form.decision").first
        if not page.locator("form.decision").count():
            page.locator(".stages a.is-waiting").first.click()
            expect(form).to_be_visible()
        before = form.locator("input[name=line]").input_value()
        if form.locator("input[type=radio]").count():
            form.locator("input[type=radio]").first.focus()
            page.keyboard.press("Space")
            form.locator("button.button-main").focus()
        else:
            form.locator("button").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(f'form.decision input[name=line][value="{before}"]')).to_have_count(0)
        expect(page.locator("#aftermath-progress")).to_have_count(0)
        fits(page)
    assert presses > 1
    page.locator(".stages a", has_text="Trade").click()
    expect(page.get_by_role("heading", name="Search for rare items")).to_be_visible()
    assert_accessible(page)
    fits(page)
    picture(page, "phone-market")
    rare = page.locator("form", has_text="Search for rare items")
    rare.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".stage-line:visible, .decision:visible").filter(has_text="found").first).to_be_visible()
    if page.locator("form.decision").count():
        page.locator("form.decision button").last.click()
        expect(page.locator("form.decision")).to_have_count(0)
    page.locator(".stages a", has_text="Rating").click()
    expect(text_on_page(page, "What changed on the roster")).to_be_visible()
    picture(page, "phone-rating")
    page.get_by_role("button", name="Confirm aftermath").click()
    expect(page.locator("#aftermath .stage-count").first).to_have_text("Everything is confirmed.")
    expect(page.locator("#status")).to_have_text("Everything is confirmed.")
    assert_accessible(page)
    page.reload()
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    if PICTURES:
        for scheme in ("light", "dark"):
            for size, width in ((DESKTOP, 1280), (PHONE, 390)):
                reader = new_context(size, color_scheme=scheme, storage_state=rival.context.storage_state()).new_page()
                for stage in ("injuries", "advances", "exploration", "market", "rating"):
                    reader.goto(f"/battles/{battle}/aftermath/?stage={stage}")
                    picture(reader, f"{width}-{scheme}-{stage}")


def test_a_sheet_and_dice_of_the_own_table_on_a_phone(new_context: NewContext, live_site: LiveSite) -> None:
    page = new_context(PHONE).new_page()
    sign_up(page, "sheet-owner")
    code = (
        "from accounts.models import User; from warbands.core.tests.factories import founded;"
        "owner = User.objects.get(username='sheet-owner');"
        "print(founded(owner, 'reiklanders').public_id, founded(owner, 'undead').public_id)"
    )
    mine, theirs = live_site.shell(code).split()[-2:]
    page.goto(f"/battles/tabletop/?mine={mine}&theirs={theirs}")
    fits(page)
    assert_accessible(page)
    picture(page, "phone-sheet")
    page.locator("input[name=winner]").first.check()
    hero = page.locator("select[name^=fell-b-]").first
    hero.select_option(index=2)
    page.locator("input[name=dice][value=table]").check()
    page.get_by_role("button", name="Send sheet").click()
    expect(page.locator("#aftermath")).to_be_visible()
    expect(page.locator("input.faces").first).to_be_visible(timeout=60_000)
    assert_accessible(page)
    fits(page)
    picture(page, "phone-dice")
    form = page.locator("form.hand").first
    form.locator("input.faces").fill("1")
    form.get_by_role("button", name="Save").click()
    expect(text_on_page(page, "Nothing was saved")).to_be_visible()
    page.locator("form.hand").first.get_by_role("button", name="Roll everything on the site from now on").click()
    expect(page.locator("form.hand")).to_have_count(1)
    if PICTURES:
        desk = new_context(DESKTOP, storage_state=page.context.storage_state()).new_page()
        desk.goto(f"/battles/tabletop/?mine={mine}&theirs={theirs}&scenario=wyrdstone_hunt")
        picture(desk, "1280-sheet")
