"""The yardstick aftermath with the player's own dice on a phone: at most 7 taps besides the dice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import PHONE, NewContext, sign_up
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
MOST_TAPS = 7
# A victory; one hero and two henchmen out of action; two heroes, of whom each took two enemies out of action and earns
# an advance.
MAKE = """
from accounts.models import User
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Fall, Sheet, SideSheet
from django.utils import timezone
from warbands.core.state import GROUP, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
owner, rival = (User.objects.get(username=name) for name in ("taps-owner", "taps-rival"))
mine, theirs = founded(owner, "reiklanders"), founded(rival, "undead")
own, other = load_state(mine), load_state(theirs)
heroes = sorted(own.active(HERO), key=lambda hero: hero.experience)
group = max(own.active(GROUP), key=lambda line: line.headcount)
zombies = [member.key for member in other.active(GROUP) for _model in range(member.headcount)][:4]
ours = SideSheet(
    fought=[member.key for member in own.active()],
    falls=[Fall(heroes[-2].key), Fall(group.key), Fall(group.key)], shards=2,
)
enemies = SideSheet(
    fought=[member.key for member in other.active()],
    falls=[Fall(key, heroes[number % 2].key) for number, key in enumerate(zombies)], routed=True,
)
sheet = Sheet({"a": ours, "b": enemies}, winner="a", scenario="wyrdstone_hunt", hand_dice=True)
battle = sheets.send(
    mine=mine.public_id, theirs=theirs.public_id, actor_id=owner.pk, sheet=sheet, now=timezone.now(),
)
sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=timezone.now())
print(battle.public_id)
"""


class Taps:
    """Counts the taps of a player, those on dice separately."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dice = 0
        self.others: list[str] = []

    def roll(self) -> None:
        """Enter the dice that the page needs: 5 and 5 for an injury, a double for an exploration, otherwise 3 and 4."""
        pad = self.page.locator(".dice-pad").first
        expect(pad).to_be_visible()
        count = int(pad.get_attribute("data-count") or "1")
        faces = {1: [5], 2: [3, 4]}.get(count, [1, 1, 2, 3, 5, 6, 4, 2][:count])
        if "tens" in self.page.locator("form.hand").first.inner_text():
            faces = [5, 5]
        # The next roll can be for a warrior with the same name and need as many dice, so mark the form of this one.
        pad.evaluate("pad => pad.closest('form').setAttribute('data-answered', '')")
        for face in faces:
            pad.get_by_role("button", name=f"Die: {face}").tap()
            self.dice += 1
        expect(self.page.locator("form.hand[data-answered]")).to_have_count(0)

    def tap(self, selector: str) -> None:
        found = self.page.locator(selector).first
        self.others.append(" ".join(found.inner_text().split()))
        found.tap()


def test_the_yardstick_aftermath_takes_at_most_seven_taps(new_context: NewContext, live_site: LiveSite) -> None:
    sign_up(new_context(PHONE).new_page(), "taps-rival")
    page = new_context(PHONE).new_page()
    sign_up(page, "taps-owner")
    battle = live_site.shell(MAKE).split()[-1]
    page.goto(f"/battles/{battle}/aftermath/")
    taps = Taps(page)
    while True:
        expect(page.locator("#aftermath-progress")).to_have_count(0)
        if page.locator("form.hand").count():
            taps.roll()
        elif page.locator("form.decision").count():
            page.locator("form.decision").first.evaluate("form => form.setAttribute('data-answered', '')")
            if page.locator("form.decision").first.locator("input[type=radio]").count():
                taps.tap("form.decision .pick label")
                taps.tap("form.decision button.button-main")
            else:
                taps.tap("form.decision button")
            expect(page.locator("form.decision[data-answered]")).to_have_count(0)
        elif page.get_by_role("link", name="Go to the next decision").count():
            taps.tap(".stage-count a")
            expect(page.locator("form.decision").first).to_be_visible()
        else:
            break
        assert taps.dice + len(taps.others) < 120, taps.others
    taps.tap("button[value=confirm]")
    expect(page.locator("#aftermath .stage-count").first).to_have_text("Everything is confirmed.")
    assert len(taps.others) <= MOST_TAPS, taps.others
    assert taps.dice >= 12, taps.dice


def test_dice_entered_without_a_network_are_there_after_a_reload(new_context: NewContext, live_site: LiveSite) -> None:
    sign_up(new_context(PHONE).new_page(), "cellar-rival")
    phone = new_context(PHONE, service_workers="allow")
    page = phone.new_page()
    sign_up(page, "cellar-owner")
    battle = live_site.shell(MAKE.replace("taps-", "cellar-")).split()[-1]
    page.goto(f"/battles/{battle}/aftermath/")
    expect(page.locator(".dice-pad").first).to_be_visible()
    address = page.url
    page.wait_for_function(
        "async (url) => { const names = (await caches.keys()).filter((name) => name.startsWith('pages:'));"
        " for (const name of names) if (await (await caches.open(name)).match(url, { ignoreVary: true })) return true;"
        " return false; }",
        arg=address,
    )
    phone.set_offline(True)
    count = int(page.locator(".dice-pad").first.get_attribute("data-count") or "1")
    for _die in range(count):
        page.locator(".dice-pad").first.get_by_role("button", name="Die: 3").tap()
    expect(page.locator("#status")).to_contain_text("your input will be sent again")
    # During a reload Chromium ends its imitation of a lost connection for a moment, and the page would send the dice.
    page.evaluate("() => { XMLHttpRequest.prototype.send = () => {}; }")
    page.reload()
    expect(page.locator("#saved-page")).to_contain_text("No connection")
    field = page.locator("input.faces").first
    expect(field).to_have_value(" ".join("3" * count))
    phone.set_offline(False)
    page.reload()
    expect(field).to_have_value(" ".join("3" * count))
    page.locator("form.hand button[value=faces]").first.tap()
    expect(page.locator("form.hand").first).to_contain_text("rolled so far")
    # The script forgets the dice once htmx has settled the new form, a moment after its text can be read.
    page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.startsWith('dice:'))")


def test_dice_entered_without_a_network_are_sent_when_it_is_back_and_the_saved_page_follows(
    new_context: NewContext, live_site: LiveSite
) -> None:
    sign_up(new_context(PHONE).new_page(), "attic-rival")
    phone = new_context(PHONE, service_workers="allow")
    page = phone.new_page()
    sign_up(page, "attic-owner")
    battle = live_site.shell(MAKE.replace("taps-", "attic-")).split()[-1]
    page.goto(f"/battles/{battle}/aftermath/")
    pad = page.locator(".dice-pad").first
    expect(pad).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.set_offline(True)
    for _die in range(int(pad.get_attribute("data-count") or "1")):
        pad.get_by_role("button", name="Die: 3").tap()
    expect(page.locator("#status")).to_contain_text("your input will be sent again")
    phone.set_offline(False)
    given = page.locator("form.hand [name=given]").first
    expect(given).not_to_have_value("0", timeout=5_000)
    now = given.get_attribute("value")
    # The page that is saved for times without a network asks for the next dice, not for those of before.
    page.wait_for_function(
        "async ([url, now]) => { for (const name of await caches.keys()) {"
        " const saved = name.startsWith('pages:') && await (await caches.open(name)).match(url, { ignoreVary: true });"
        ' if (saved && (await saved.text()).includes(`name="given" value="${now}"`)) return true; } return false; }',
        arg=[page.url, now],
    )


def test_a_choice_made_without_a_network_is_sent_when_it_is_back(new_context: NewContext, live_site: LiveSite) -> None:
    sign_up(new_context(PHONE).new_page(), "loft-rival")
    phone = new_context(PHONE)
    page = phone.new_page()
    sign_up(page, "loft-owner")
    battle = live_site.shell(MAKE.replace("taps-", "loft-")).split()[-1]
    page.goto(f"/battles/{battle}/aftermath/")
    taps, decision = Taps(page), page.locator("form.decision").first
    while not decision.count():
        expect(page.locator("#aftermath-progress")).to_have_count(0)
        if page.locator("form.hand").count():
            taps.roll()
        elif page.get_by_role("link", name="Go to the next decision").count():
            taps.tap(".stage-count a")
            expect(decision).to_be_visible()
        assert taps.dice < 120
    decision.evaluate("form => form.setAttribute('data-answered', '')")
    if decision.locator("input[type=radio]").count():
        decision.locator(".pick label").first.tap()
    phone.set_offline(True)
    decision.locator("button:not([type=button])").first.tap()
    expect(page.locator("#status")).to_contain_text("your input will be sent again")
    phone.set_offline(False)
    expect(page.locator("form.decision[data-answered]")).to_have_count(0, timeout=10_000)
