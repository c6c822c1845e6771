"""The rules on a phone: a short index, and one tap back to the battle from which they were opened."""

import pytest
from playwright.sync_api import Page, expect

from tests_support.browser import assert_accessible
from tests_support.site import LiveSite

pytestmark = pytest.mark.browser
TALLEST_PX = 3000


def test_one_tap_leads_back_to_the_battle_from_any_chapter(phone_page: Page, live_site: LiveSite) -> None:
    battle = "/battles/track/Ab12Cd34Ef56/"
    back = phone_page.get_by_role("link", name="Back to the battle")
    phone_page.goto("/rules/turn/")
    expect(back).to_be_hidden()
    phone_page.goto("/rules/cc/#CC-WHO-01", referer=live_site.url + battle)
    expect(back).to_have_attribute("href", battle)
    expect(back).to_be_in_viewport()
    phone_page.get_by_role("link", name="Next chapter").click()
    expect(back).to_have_attribute("href", battle)
    assert_accessible(phone_page)


@pytest.mark.parametrize("page", ["/search/", "/search/?q=fear", "/catalogue/items/dagger/"])
def test_one_tap_leads_back_from_the_search_and_the_catalogue_too(
    phone_page: Page, live_site: LiveSite, page: str
) -> None:
    battle = "/battles/track/Ab12Cd34Ef56/"
    back = phone_page.get_by_role("link", name="Back to the battle")
    phone_page.goto(page)
    expect(back).to_be_hidden()
    phone_page.goto(page, referer=live_site.url + battle)
    expect(back).to_have_attribute("href", battle)
    expect(back).to_be_in_viewport()
    assert_accessible(phone_page)


def test_the_index_is_short_on_a_phone_and_a_chapter_opens_in_it(phone_page: Page) -> None:
    phone_page.goto("/rules/")
    assert phone_page.evaluate("document.documentElement.scrollHeight") < TALLEST_PX
    rule = phone_page.get_by_role("link", name="Rally test", exact=True)
    expect(rule).to_be_hidden()
    phone_page.get_by_role("heading", name="Turns and recovery").click()
    expect(rule).to_be_visible()
    assert_accessible(phone_page)
