"""A whole league evening in Chromium: two people play live at 1280 px, one on a phone against the bot. No page writes
to the console, no request fails, and axe finds nothing on any visited page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.night.hands import Hand, Watch, turn_of
from tests.night.pictures import Album
from tests_support.browser import DESKTOP, PHONE, NewContext, assert_accessible, sign_up, text_on_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
MOST_ORDERS = 240
BOARD_URL = re.compile(r"/battles/\w{12}/$")
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def looks_right(page: Page) -> None:
    """Check that the page is accessible and nothing is wider than the screen."""
    assert_accessible(page)
    assert page.evaluate(SIDEWAYS) <= 0, f"{page.url} scrolls sideways"


def found(page: Page, kind: str) -> str:
    """Found a suggested warband of a list on the pages. Returns its name."""
    page.goto("/warbands/new/")
    looks_right(page)
    page.get_by_role("button", name=f"Start {kind}").first.click()
    page.get_by_role("button", name="Suggested warband").first.click()
    page.locator(".legality.is-ok").wait_for()
    looks_right(page)
    page.get_by_role("button", name=re.compile("^Found ")).first.click()
    page.wait_for_url(lambda url: "/draft" not in url)
    looks_right(page)
    return page.inner_text("h1").strip()


def join(page: Page, link: str) -> None:
    """Join a league with the user's warband."""
    page.goto(link)
    looks_right(page)
    page.locator("input[name=warband]").first.locator("xpath=..").click()
    page.get_by_role("button", name="Join", exact=True).click()
    expect(text_on_page(page, "joined").first).to_be_visible()
    looks_right(page)


def make_league(page: Page, name: str) -> tuple[str, str]:
    """Create a league with only a name. Returns its address and the invitation link."""
    page.goto("/campaigns/new/")
    looks_right(page)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create league").click()
    link = page.get_by_role("textbox", name="The link").input_value()
    looks_right(page)
    return page.url.rsplit("invite/", 1)[0], link


def play_live(hands: list[Hand], turns: int, album: Album) -> None:
    """Let both players play whole turns until there was a charge, a shot and a decision in a fight; both see each
    command."""
    for _step in range(MOST_ORDERS):
        acting = who_acts(hands)
        board = acting.look()
        if board["over"] or (turn_of(board) > turns and charged_by(hands) and shot_by(hands) and fought_by(hands)):
            return
        if turn_of(board) == 2 and "shoot" in board["prompt"]:
            album.take(acting.page, "board")
        seq = acting.step()
        for hand in hands:
            hand.follow(seq)
    raise AssertionError(f"no end after {MOST_ORDERS} orders: {[hand.did for hand in hands]}, {hands[0].look()}")


def who_acts(hands: list[Hand]) -> Hand:
    """The player whose decision is needed; either one once the battle is over."""
    for _look in range(1000):
        for hand in hands:
            board = hand.look()
            if board["side"] or board["over"]:
                return hand
        hands[0].page.wait_for_timeout(60)
    raise AssertionError(f"no decision is needed: {[hand.look() for hand in hands]}")


def charged_by(hands: list[Hand]) -> bool:
    """Whether a warrior has charged."""
    return any("charge" in hand.did for hand in hands)


def fought_by(hands: list[Hand]) -> bool:
    """Whether there was a decision that only a charge or a fight causes."""
    return re.search("fight with|steps in|falls short|share out", decisions(hands)) is not None


def shot_by(hands: list[Hand]) -> bool:
    """Whether a warrior has shot."""
    return any("shoot" in hand.did for hand in hands)


def decisions(hands: list[Hand]) -> str:
    """Every decision that either player had to make."""
    return " ".join(sorted(what for hand in hands for what in hand.did if what.startswith("decision")))


def take_the_aftermath(page: Page) -> None:
    """From the board to a finished aftermath: the job rolls, some choices are answered one by one, the rest
    together."""
    page.get_by_role("link", name="Aftermath").click()
    expect(page.locator("#aftermath-progress")).to_have_count(0)
    expect(page.locator("#aftermath h3").first).to_be_visible()
    looks_right(page)
    waiting = page.locator("#aftermath form").filter(has=page.locator("button[name=option]"))
    if waiting.count():  # an answer may open another question (a skill, and which): the one answered is closed
        line = waiting.first.locator("input[name=line]").get_attribute("value")
        locator = waiting.filter(has=page.locator(f"input[name=line][value={line!r}]"))
        expect(locator).to_have_count(1)
        locator.locator("button[name=option]").first.click()
        expect(locator).to_have_count(0)
    rest = page.get_by_role("button", name="Decide the rest for me")
    if rest.count():
        rest.click()
        expect(rest).to_have_count(0)
    looks_right(page)


def test_two_people_play_a_league_night(new_context: NewContext, album: Album) -> None:
    watch = Watch()
    anna, ben = (watch.on(new_context(DESKTOP).new_page()) for _ in range(2))
    anna.goto("/")
    looks_right(anna)
    album.take(anna, "front")
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        page.goto("/accounts/signup/")
        looks_right(page)
        sign_up(page, name)
    names = [found(anna, "Reiklanders"), found(ben, "Skaven")]
    album.take(anna, "roster")
    league, link = make_league(anna, "The Long Night")
    join(anna, link)
    join(ben, link)
    anna.goto(f"{league}manage/")
    looks_right(anna)
    anna.get_by_role("button", name="Plan rounds").click()
    expect(text_on_page(anna, "Planned: 1 rounds.").or_(text_on_page(anna, "Planned: 1 round."))).to_be_visible()
    anna.goto(league)
    anna.get_by_role("link", name="Play on the board").first.click()
    looks_right(anna)
    anna.locator("[name=density]").select_option("low")
    anna.get_by_role("button", name="Start battle").click()
    anna.wait_for_url(BOARD_URL)

    ben.goto(league)
    ben.locator(".match").get_by_role("link", name=re.compile("board", re.IGNORECASE)).first.click()
    ben.wait_for_url(anna.url)
    hands = [Hand(anna), Hand(ben)]
    for hand in hands:
        hand.ready()
        looks_right(hand.page)
    play_live(hands, 2, album)
    assert charged_by(hands)
    assert shot_by(hands)
    assert "Who sets up first?" in decisions(hands)
    assert fought_by(hands), decisions(hands)
    for hand in hands:
        looks_right(hand.page)
        hand.page.locator("#log .block-attack").first.wait_for(state="attached")

    if not hands[1].look()["over"]:
        hands[1].give_up()
    anna.locator(".outcome-card").wait_for()
    winner, loser = names if names[0] in anna.inner_text(".outcome-card") else reversed(names)
    for page in (anna, ben):
        looks_right(page)
        board = page.url
        take_the_aftermath(page)
        page.goto(board)
    for part in ("", "standings/", "matches/", "chronicle/"):
        anna.goto(league + part)
        looks_right(anna)
    anna.goto(league)
    rows = anna.locator(".standings tbody tr")
    expect(rows.first).to_contain_text(winner)
    expect(rows.first.locator("td").nth(1)).to_have_text("3")
    expect(rows.nth(1)).to_contain_text(loser)
    expect(anna.locator(".chronicle")).to_contain_text("against")
    album.take(anna, "league")
    for part in ("replay/?e=40", "report/", "dice/"):
        anna.goto(board + part)
        looks_right(anna)
    assert not watch.faults, watch.faults


def test_one_person_plays_the_bot_on_a_phone(new_context: NewContext, album: Album) -> None:
    watch = Watch()
    page = watch.on(new_context(PHONE).new_page())
    page.goto("/")
    looks_right(page)
    page.click("form[action='/play/now/'] button")
    page.wait_for_url(BOARD_URL)
    hand = Hand(page)
    hand.ready()
    looks_right(page)
    album.take(page, "phone")
    for _step in range(120):
        board = hand.wait(lambda now: now["side"] or now["over"], "it is my turn")
        if board["over"] or turn_of(board) > 2:
            break
        hand.step(most_walks=3)
    assert {"run", "walk"} & hand.did
    looks_right(page)
    if not hand.look()["over"]:
        hand.give_up()
    expect(page.locator(".outcome-card")).to_contain_text("wins")
    looks_right(page)
    assert not watch.faults, watch.faults


def test_a_roster_is_founded_and_kept_on_a_phone(new_context: NewContext) -> None:
    watch = Watch()
    page = watch.on(new_context(PHONE).new_page())
    name = found(page, "Witch Hunters")
    address = page.url
    sign_up(page, "Gerda")
    page.goto("/")
    expect(page.locator("main")).to_contain_text(name)
    looks_right(page)
    page.goto(address)
    looks_right(page)
    for part in ("trade/", "history/", "print/"):
        page.goto(address + part)
        looks_right(page)
    assert not watch.faults, watch.faults
