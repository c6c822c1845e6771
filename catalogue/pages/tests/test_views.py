"""Every page of the catalogue opens for a visitor, without a database query."""

import pytest
from django.test import Client

from catalogue.packs.installed import book
from catalogue.packs.kinds import KIND_PAGES, list_page_of, page_of

pytestmark = pytest.mark.django_db

FIXED = ["/packs/", "/packs/rulebook/", "/catalogue/", "/search/"]


@pytest.mark.parametrize("url", FIXED)
def test_the_fixed_pages_open(client: Client, url: str, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert client.get(url).status_code == 200


def test_a_search_asks_once_for_each_kind_of_rows(client: Client, django_assert_num_queries: object) -> None:
    """Warbands, leagues, users and custom packs take one query each; the catalogue itself is in memory."""
    with django_assert_num_queries(4):  # type: ignore[operator]
        assert client.get("/search/?q=sword").status_code == 200


@pytest.mark.parametrize("kind", KIND_PAGES)
def test_every_fact_has_a_page(client: Client, kind: str, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert client.get(list_page_of(kind)).status_code == 200
        for code, fact in book().facts_of(kind).items():
            response = client.get(page_of(kind, code))
            assert response.status_code == 200, code
            assert fact.source.publication in response.content.decode()


def test_links_of_a_warband_page_lead_somewhere(client: Client) -> None:
    import re

    body = client.get(page_of("warband_types", "undead")).content.decode()
    found = set(re.findall(r'href="(/catalogue/[^"#]+)"', body))
    assert len(found) > 20
    for url in found:
        assert client.get(url).status_code == 200, url


def test_a_warband_page_shows_entries_prices_and_profiles(client: Client) -> None:
    body = client.get("/catalogue/warbands/reiklanders/").content.decode()
    shown = ("Mercenary Captain", "60\u00a0gc", "3-15", "Marksman equipment list", "200\u00a0gc", "Reikland Discipline")
    for words in shown:
        assert words in body
    assert "/warbands/new/reiklanders/" in body


def test_strangers_to_the_catalogue_are_404(client: Client) -> None:
    for url in ("/packs/none/", "/catalogue/none/", "/catalogue/items/none/", "/catalogue/none/none/"):
        assert client.get(url).status_code == 404, url


def test_pages_are_read_only(client: Client) -> None:
    assert client.post("/catalogue/").status_code == 405
    assert client.post("/search/", {"q": "sword"}).status_code == 405


def test_rules_leads_to_the_catalogue(client: Client) -> None:
    assert b'href="/catalogue/"' in client.get("/rules/").content


def test_a_disputed_value_says_so(client: Client) -> None:
    assert "Sources disagree" in client.get(page_of("warrior_types", "skaven_rat_ogre")).content.decode()


def test_a_list_can_be_filtered_by_tier_or_publication(client: Client) -> None:
    whole = client.get("/catalogue/warbands/").content.decode()
    second = client.get("/catalogue/warbands/?tier=2").content.decode()
    page = client.get("/catalogue/warbands/?pack=lustria").content.decode()
    address = page_of("warband_types", "reiklanders")
    assert address in whole
    assert address not in second + page
    assert page_of("warband_types", "lizardmen") in page
    assert client.get("/catalogue/warbands/?tier=9&pack=none").content.decode().count("<tr>") == whole.count("<tr>")


def test_a_list_stands_beside_the_others_of_its_tier(client: Client) -> None:
    body = client.get(page_of("warband_types", "lizardmen")).content.decode()
    grid = body.split('id="comparison"')[1]
    assert page_of("warband_types", "lizardmen") in grid
    assert page_of("warband_types", "kislevites") in grid
    assert page_of("warband_types", "night_goblins") not in grid


@pytest.mark.parametrize("kind", KIND_PAGES)
def test_no_list_page_weighs_more_than_a_picture(client: Client, kind: str) -> None:
    assert len(client.get(list_page_of(kind)).content) < 260_000
