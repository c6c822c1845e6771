"""A league in Chromium: eight players in few steps, the map, a deal, the public page on phone and desktop."""

import pytest
from playwright.sync_api import Page, expect

from campaigns.administration.tests.test_browser_league import join, make_league
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, click_and_send, sign_up, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

LISTS = ("Reikland", "Skaven", "Undead", "Witch Hunters", "Middenheim", "Marienburg", "Sisters", "Possessed")


def looks_right(page: Page) -> None:
    """Check that nothing is wider than the screen and the page is accessible."""
    expect(page.locator("h1").first).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    assert_accessible(page)


COUNTING = """
for (const [kind, counted] of [["pointerdown", "presses"], ["change", "texts"]])
  addEventListener(kind, (event) => {
    if (kind === "change" && !event.target.matches("input:not([type]), input[type=text], textarea")) return;
    sessionStorage.setItem(counted, String(1 + Number(sessionStorage.getItem(counted) ?? 0)));
  }, true);
"""


def steps(page: Page) -> tuple[int, int]:
    """(clicks, texts) in this tab since it was opened or `sessionStorage` was cleared."""
    found = page.evaluate("[Number(sessionStorage.presses ?? 0), Number(sessionStorage.texts ?? 0)]")
    return found[0], found[1]


def test_eight_players_come_in_and_fight_over_the_map(new_context: NewContext) -> None:
    runner = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    runner.add_init_script(COUNTING)
    sign_up(runner, "Mapmaker")
    runner.evaluate("sessionStorage.clear()")
    link = make_league(runner, "The War of Eight", preset="A war for the city")
    # The usual kind takes three clicks and a text, another kind one click more.
    assert steps(runner) == (4, 1)
    players, taken = [], []
    for number, name in enumerate(LISTS):
        page = new_context(PHONE if number % 2 else DESKTOP).new_page()
        page.add_init_script(COUNTING)
        join(page, link, name)
        taken.append(steps(page))
        players.append(page)
    # Including the click on the link, a guest needs three.
    assert set(taken) == {(2, 0)}
    home = "/campaigns/the-war-of-eight/"
    runner.goto(f"{home}manage/")
    runner.get_by_role("button", name="Plan rounds").click()
    expect(text_on_page(runner, "Planned: 7 rounds.")).to_be_visible()
    looks_right(runner)

    first = players[0]
    first.goto(home)
    first.locator(".match-slot a", has_text="Report").first.click()
    looks_right(first)
    first.locator("#prize").select_option(label="The Mill (held by nobody)")
    first.locator("#district button").click()
    expect(text_on_page(first, "This match is fought for The Mill")).to_be_visible()
    match = first.url
    first.locator("#report .chip").first.click()
    click_and_send(first, first.locator("#report").get_by_role("button", name="Send"))
    runner.goto(match)
    text_on_page(runner, "Decide as arbitrator").click()
    runner.locator("#rule .chip").first.click()
    runner.get_by_label("Reason, visible to both sides").fill("Seen by all.")
    runner.get_by_role("button", name="Decide", exact=True).click()
    for size, theme in ((PHONE, "light"), (DESKTOP, "dark")):
        page = new_context(size, color_scheme=theme).new_page()
        for part in ("", "map/", "standings/", "statistics/", "graveyard/", "deals/", "posts/", "people/", "rules/"):
            page.goto(f"{home}{part}")
            expect(page.locator(".league-tabs [aria-current]")).to_be_in_viewport(ratio=0.95)
            looks_right(page)
        page.goto(f"{home}map/")
        expect(page.locator(".city-district.is-held")).to_have_count(1)
    runner.goto(f"{home}map/")
    looks_right(runner)
    runner.get_by_role("button", name="Pay district income").click()
    expect(text_on_page(runner, "1 district has paid.")).to_be_visible()
    for part in ("manage/site/", "manage/webhooks/", "manage/house-rules/", "statistics/", "posts/new/"):
        runner.goto(f"{home}{part}")
        looks_right(runner)
    runner.goto("/inbox/")
    looks_right(runner)
    runner.goto("/campaigns/import/")
    looks_right(runner)


def test_the_public_page_is_read_without_script_and_two_players_trade(new_context: NewContext) -> None:
    runner = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    sign_up(runner, "Trader")
    link = make_league(runner, "Fair Dealing")
    page, other = new_context().new_page(), new_context(PHONE).new_page()
    join(page, link, "Reikland")
    join(other, link, "Skaven")
    home = "/campaigns/fair-dealing/"
    page.goto(f"{home}deals/new/")
    page.locator("input[name=other]").first.locator("xpath=..").click()
    page.get_by_role("button", name="Continue").click()
    looks_right(page)
    page.locator("[name=give_gold]").fill("1")
    page.get_by_role("button", name="Send offer").click()
    expect(text_on_page(page, "accepts")).to_be_visible()
    other.goto("/")
    expect(other.locator("#waiting")).to_contain_text("offers")
    other.goto(f"{home}deals/")
    looks_right(other)
    other.get_by_role("button", name="Accept").click()
    expect(text_on_page(other, "Everything has been traded")).to_be_visible()
    plain = new_context(PHONE, java_script_enabled=False).new_page()
    for part in ("", "standings/", "statistics/", "deals/"):
        plain.goto(f"{home}{part}")
        expect(plain.locator("h1")).to_have_text("Fair Dealing")
