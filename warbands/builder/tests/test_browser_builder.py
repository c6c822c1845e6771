"""The builder in a browser: undoing a purchase, the alignment at founding, campaign files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, sign_up, text_on_page
from tests_support.site import LiveSite
from warbands.exchange.roster_builder import CAMPAIGN
from warbands.exchange.tests.test_vocabulary import export

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
PICTURES = os.environ.get("FOUNDING_PICTURES", "")
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1280", "390"])
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PACK = """
from accounts.models import User
from catalogue.custom_packs.tests.factories import released, swapped
gold = "starting_gold_gc: 500"
choice = "alignment: [neutral, neutral/chaotic, chaotic]"
print(released(User.objects.get(username="{name}"), swapped((gold, gold + chr(10) + "    " + choice))).code)
"""
LAST_OF_THE_LIST = """() => {
    // The last line of the kit list, scrolled to, and what lies on its middle and on its lower edge.
    const all = [...document.querySelectorAll("#kit-list .picker-option")].filter((one) => one.offsetParent);
    const last = all.at(-1);
    for (let box = last.parentElement; box; box = box.parentElement) box.scrollTop = box.scrollHeight;
    scrollTo(0, document.documentElement.scrollHeight);
    last.scrollIntoView({ block: "nearest" });
    const box = last.getBoundingClientRect();
    const at = (y) => document.elementFromPoint(box.left + box.width / 2, y);
    return [box.top + box.height / 2, box.bottom - 2].map((y) => last.contains(at(y)) || at(y)?.className || "nothing");
}"""


def pictures(page: Page, name: str) -> None:
    """Save screenshots by day and by night when requested."""
    for scheme in ("light", "dark") if PICTURES else ():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.screenshot(path=str(Path(PICTURES) / f"{name}-{page.viewport_size['width']}-{scheme}.png"))  # type: ignore[index]
    if PICTURES:
        page.emulate_media(color_scheme="light")


@SIZES
def test_the_undo_bar_leaves_the_end_of_the_kit_list_free(new_context: NewContext, size: dict[str, Any]) -> None:
    page = new_context(size).new_page()
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    page.locator("[data-kit-of]").first.click()
    page.wait_for_url("**kit=**")
    page.locator("#kit-list").get_by_role("button", name="Sword").first.click()
    undo = page.locator(".undo")
    expect(undo).to_contain_text("Sword")
    if size is PHONE:  # There the bar lies over the open list.
        expect(undo.get_by_role("button", name="Undo")).to_be_in_viewport()
    assert page.evaluate(LAST_OF_THE_LIST) == [True, True]
    pictures(page, "kit-end")
    assert page.evaluate(SIDEWAYS) <= 0
    assert_accessible(page)
    # The last entry of the list can be clicked, and the purchase can still be undone.
    page.locator("#kit-list button.picker-option").last.click()
    expect(undo).not_to_contain_text("Sword")
    undo.get_by_role("button", name="Undo").click()
    expect(page.locator(".member", has_text="Sword")).to_have_count(1)


def test_fragments_break_no_rule_of_the_policy_for_styles(new_context: NewContext) -> None:
    """The console said that inline styles were blocked, because a fragment contained a panel that a script had
    positioned."""
    page = new_context().new_page()
    broken: list[str] = []
    page.on("console", lambda message: broken.append(message.text) if message.type == "error" else None)
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    page.locator("[data-kit-of]").first.click()
    page.wait_for_url("**kit=**")
    page.locator("#kit-list").get_by_role("button", name="Sword").first.click()
    expect(page.locator(".undo")).to_contain_text("Sword")
    page.locator(".member .term").first.click()
    expect(page.locator(".term-panel:popover-open").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#kit-list").get_by_role("button", name="Helmet").first.click()
    expect(page.locator(".undo")).to_contain_text("Helmet")
    assert not broken


@SIZES
def test_the_alignment_is_chosen_at_founding_where_the_list_leaves_a_choice(
    new_context: NewContext, live_site: LiveSite, size: dict[str, Any]
) -> None:
    """Every list of the site has one alignment; a list of a custom pack may leave a choice."""
    page = new_context(size).new_page()
    sign_up(page, f"chooser-{size['viewport']['width']}")
    page.goto("/warbands/new/reiklanders/")
    expect(page.get_by_role("button", name="Start a draft")).to_be_visible()
    expect(page.get_by_label("Alignment")).to_have_count(0)
    code = live_site.shell(PACK.format(name=f"chooser-{size['viewport']['width']}")).split()[-1]
    page.goto(f"/warbands/new/{code}_sewer_watch/")
    chosen = page.get_by_label("Alignment")
    expect(chosen.locator("option")).to_have_text(["neutral", "neutral/chaotic", "chaotic"])
    chosen.select_option(label="neutral/chaotic")
    assert page.evaluate(SIDEWAYS) <= 0
    assert_accessible(page)
    pictures(page, "alignment")
    page.get_by_role("button", name="Start a draft").click()
    expect(page.locator(".lede")).to_contain_text("neutral/chaotic")
    page.get_by_role("button", name="Suggested warband").click()
    page.get_by_role("button", name="Found the warband").click()
    page.wait_for_url(lambda url: "/draft" not in url)
    expect(page.locator(".lede")).to_contain_text("neutral/chaotic")
    assert_accessible(page)
    pictures(page, "alignment-founded")


@SIZES
def test_the_warbands_of_a_campaign_file_are_saved_together(
    new_context: NewContext, tmp_path: Path, size: dict[str, Any]
) -> None:
    page = new_context(size).new_page()
    sign_up(page, f"campaigner-{size['viewport']['width']}")
    captain = {
        "uid": 1,
        "uid_def": "capt",
        "name": "Otto",
        "qty": 1,
        "exp": 20,
        "eq": {"Streitkolben": 1, "Zahnrad": 1},
    }
    bands = [
        {"id": 1, "player": "Rob", "name": "Wolves", "wb": "merc", "roster": export()},
        {"id": 2, "player": "Ann", "name": "Rats", "wb": "nowhere", "roster": export(wb="nowhere", subtype=None)},
        {"id": 3, "player": "Eve", "name": "Lions", "wb": "merc", "roster": export(name="Lions", models=[captain])},
        {"id": 4, "player": "Ida", "name": "Bears", "wb": "merc", "roster": export(name="Bears")},
    ]
    file = tmp_path / "nights.json"
    file.write_text(json.dumps({"type": CAMPAIGN, "version": 1, "name": "Mordheim Nights", "warbands": bands}))
    page.goto("/warbands/import/")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("main form:has(input[type=file]) button").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Warbands in this campaign file")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Wolves", "Lions", "Bears", "Not readable"])
    expect(page.locator("main li", has_text="Rats:")).to_have_count(1)
    page.get_by_text("1 name is skipped").click()
    expect(page.locator("main li", has_text="Zahnrad")).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0
    assert_accessible(page)
    pictures(page, "campaign-file")
    page.get_by_label("Save: Bears").uncheck()
    page.get_by_role("button", name="Save selected warbands").click()
    expect(text_on_page(page, "2 warbands are saved.")).to_be_visible()
    for name, is_saved in (("Wolves", True), ("Lions", True), ("Bears", False)):
        expect(page.locator("main").get_by_role("link", name=name)).to_have_count(int(is_saved))
    pictures(page, "campaign-saved")


def test_presses_without_a_network_all_arrive_in_order(new_context: NewContext) -> None:
    """Four buttons pressed without a network all said that the input was saved, and only one arrived: the last."""
    context = new_context(PHONE)
    page = context.new_page()
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    first, other = (page.get_by_role("button", name=f"Add {name}") for name in ("Youngblood", "Swordsman"))
    expect(first).to_be_visible()
    context.set_offline(True)
    first.click()
    expect(page.locator("#status")).to_contain_text("Leave this page open")
    for number, button in enumerate((other, first), 1):
        button.click()
        expect(page.locator("#status")).to_contain_text(f"{number} more to send")
    # Only presses of which each counts wait.
    page.locator(".member [data-key=drop]").first.click()
    expect(page.locator("#status")).to_contain_text("this was not saved")
    context.set_offline(False)
    expect(page.locator(".members .member")).to_have_count(4, timeout=10_000)
    page.reload()
    expect(page.locator(".members .member")).to_have_count(4)


def test_quick_presses_on_a_slow_line_all_count(new_context: NewContext) -> None:
    page = new_context(PHONE).new_page()
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    add = page.get_by_role("button", name="Add Marksman")
    expect(add).to_be_visible()
    page.wait_for_load_state("load")  # Its scripts have been read, so a press does not load the whole page.
    slow = page.context.new_cdp_session(page)
    slow.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 600, "downloadThroughput": 50_000, "uploadThroughput": 50_000},
    )
    for _tap in range(4):
        add.click()
    expect(page.locator("#status")).to_contain_text("(now 4)", timeout=10_000)
    row = page.locator("li.entry", has=page.get_by_role("heading", name="Marksman"))
    expect(row).to_contain_text("4 of")


def test_a_press_without_a_network_arrives_however_long_the_network_is_away(new_context: NewContext) -> None:
    context = new_context(PHONE)
    page = context.new_page()
    page.clock.install()
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    hire = page.get_by_role("button", name="Add Youngblood")
    expect(hire).to_be_visible()
    context.set_offline(True)
    hire.click()
    expect(page.locator("#status")).to_contain_text("Leave this page open")
    for _try in range(6):
        page.clock.run_for(16_000)
        page.wait_for_timeout(50)
    expect(page.locator("#status")).to_contain_text("Leave this page open")
    context.set_offline(False)
    expect(page.locator(".undo")).to_contain_text("Youngblood", timeout=5_000)


def test_plus_on_a_full_row_says_why_nothing_happens(page: Page) -> None:
    page.goto("/warbands/new/reiklanders/")
    page.get_by_role("button", name="Start a draft").click()
    row = page.locator("li.entry", has_text="Captain").first
    expect(row.locator("button[data-key=more][aria-disabled=true]")).to_be_visible()
    row.locator("button[data-key=more]").focus()
    page.keyboard.press("+")
    why = (row.locator(".entry-why").text_content() or "").strip()
    assert why
    expect(page.locator("#status.is-shown")).to_have_text(why)
