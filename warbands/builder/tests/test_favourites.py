"""Favourite lists when a warband is started: for users and guests, by mouse or keyboard; groups and merged lists."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.services import MOST_FAVOURITES, mark_favourite_list
from catalogue.packs.installed import book
from tests_support.browser import assert_accessible
from warbands.builder.list_choice import FAVOURITES, lists_by_tier, shelves_for

ClientOf = Callable[[User | None], Client]
TALLEST_PX = 5000


def _codes_of_favourites(page: str) -> list[str]:
    """The lists in the first group, if it is that of the favourites."""
    found = page.split(f'id="tier-{FAVOURITES}"')
    return re.findall(r'id="list-([a-z_]+)"', found[1].split('id="tier-')[0]) if len(found) > 1 else []


@pytest.mark.django_db
@pytest.mark.parametrize("has_account", [True, False])
def test_favourites_come_first_and_are_kept_for_users_and_guests(
    client_of: ClientOf, owner: User, has_account: bool
) -> None:
    client = client_of(owner if has_account else None)
    for code in ("skaven", "undead"):
        answer = client.post(f"/warbands/new/{code}/favourite/?tier=1", {"favourite": "on"})
        assert (answer.status_code, answer["Location"]) == (302, f"/warbands/new/?tier=1#list-{code}")
    page = client.get("/warbands/new/").content.decode()
    assert _codes_of_favourites(page) == ["skaven", "undead"]
    assert page.count('id="list-skaven"') == 1
    client.post("/warbands/new/skaven/favourite/", {"favourite": ""})
    assert _codes_of_favourites(client.get("/warbands/new/").content.decode()) == ["undead"]
    assert User.objects.get(favourite_lists=["undead"]).is_guest != has_account
    assert client.post("/warbands/new/chess/favourite/").status_code == 404


@pytest.mark.django_db
def test_programs_read_and_change_the_favourites(client_of: ClientOf, owner: User) -> None:
    client = client_of(owner)
    sent = {"warband_type": "skaven", "favourite": True}
    answer = client.post("/api/v1/warbands/favourites/", sent, content_type="application/json")
    assert answer.json() == {"favourites": ["skaven"]}
    assert client.get("/api/v1/warbands/favourites/").json() == {"favourites": ["skaven"]}
    sent["warband_type"] = "chess"
    assert client.post("/api/v1/warbands/favourites/", sent, content_type="application/json").status_code >= 400


@pytest.mark.django_db
def test_the_number_of_favourites_is_limited_and_queries_stay_constant(client_of: ClientOf, owner: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert client_of(owner).get("/warbands/new/").status_code == 200
        return len(found)

    queries()  # fills the caches
    before = queries()
    for code in list(book().warband_types)[: MOST_FAVOURITES + 3]:
        mark_favourite_list(user_id=owner.pk, code=code, is_favourite=True)
    assert len(User.objects.get(pk=owner.pk).favourite_lists) == MOST_FAVOURITES
    assert queries() == before


def test_the_same_list_from_several_sources_is_one_entry() -> None:
    entries = [card for shelf in shelves_for([]) for card in shelf.cards]
    amazons = [card for card in entries if card.name.startswith("Amazons")]
    assert [[edition.code for edition in card.editions] for card in amazons] == [
        ["amazons_lustria", "amazons_mordheim"]
    ]
    plain = [card.name.partition(" (")[0] for card in entries]
    assert len(plain) == len(set(plain))
    every = {card.code for shelf in lists_by_tier() for card in shelf.cards}
    assert every == {edition.code for card in entries for edition in card.editions or (card,)}


@pytest.mark.browser
def test_on_a_phone_the_choice_is_short_and_a_favourite_is_marked_by_keyboard(phone_page: Page) -> None:
    page = phone_page
    page.goto("/warbands/new/")
    assert page.evaluate("document.documentElement.scrollHeight") < TALLEST_PX
    star = page.get_by_role("button", name="Favourite: Undead")
    expect(star).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Start Undead").focus()
    page.keyboard.press("f")
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(star).to_be_focused()
    expect(page.locator(f"#tier-{FAVOURITES}")).to_be_visible()
    assert_accessible(page)
    page.get_by_text("Official supplements", exact=True).last.click()
    expect(page.get_by_role("link", name="Amazons (Mordheim)")).to_be_visible()
    page.reload()
    expect(star).to_have_attribute("aria-pressed", "true")
