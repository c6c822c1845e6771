"""Site search finds rules and charts by the names players use, the closest first."""

import pytest
from django.test import Client

from catalogue.rules.chapters import chapters
from catalogue.rules.search import ALIASES, rules_found
from catalogue.search.index import Section, search


def first(query: str) -> Section:
    return search(query)[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "title", "url"),
    [
        ("parry", "Parrying a blow", "/rules/cc/#CC-PARRY-01"),
        ("parrying", "Parrying a blow", "/rules/cc/#CC-PARRY-01"),
        ("exploration chart", "Exploration", "/catalogue/exploration/"),
        ("out of action injury table", "Serious injuries", "/catalogue/injuries/"),
        ("injury chart", "Injury chart", "/rules/inj/#INJ-TABLE-01"),
        ("CC-PARRY-01", "Parrying a blow", "/rules/cc/#CC-PARRY-01"),
        ("close combat", "Close combat", "/rules/cc/"),
        ("charge", "What a charge is", "/rules/mv/#MV-CHG-01"),
        ("advance table", "Advances", "/catalogue/advances/"),
    ],
)
def test_rules_and_charts_come_first(query: str, title: str, url: str) -> None:
    hits = [hit for section in search(query) for hit in section.hits[:1] if section.comes_first]
    assert any(hit.name == title and hit.url == url for hit in hits), [(hit.name, hit.url) for hit in hits]
    assert first(query).comes_first, first(query).title


@pytest.mark.django_db
def test_an_item_called_exactly_so_still_comes_before_rules_about_it() -> None:
    assert first("dagger").hits[0].name == "Dagger"


@pytest.mark.django_db
def test_the_search_page_leads_to_the_rule(client: Client) -> None:
    page = client.get("/search/", {"q": "parry"}).content.decode()
    assert 'href="/rules/cc/#CC-PARRY-01"' in page


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("rout test", "PSY-ROUT-01"),
        ("Rout tests", "PSY-ROUT-01"),
        ("the rout test", "PSY-ROUT-01"),
        ("break test", "PSY-ROUT-01"),
        ("rally", "TURN-RALLY-01"),
        ("stand up", "TURN-STAND-01"),
        ("hiding", "MV-HIDE-01"),
        ("climb", "MV-CLIMB-04"),
        ("jump down", "MV-JUMPDN-01"),
        ("falling", "MV-FALL-01"),
        ("charge", "MV-CHG-01"),
        ("intercept", "MV-INT-01"),
        ("fear test", "PSY-FEAR-01"),
        ("stupidity test", "PSY-STUPID-01"),
        ("armour save", "ARM-TYPES-01"),
        ("two weapons", "CC-2W-01"),
        ("dual wield", "CC-2W-01"),
        ("parry", "CC-PARRY-01"),
        ("injury roll", "INJ-TABLE-01"),
        ("knocked down", "INJ-KD-01"),
    ],
)
def test_what_players_type_finds_the_rule_about_it_first(typed: str, rule: str) -> None:
    section = rules_found(typed, None)
    assert section is not None
    assert section.hits[0].note == rule
    assert len({hit.note + hit.name for hit in section.hits}) == len(section.hits), "no rule comes twice"


def test_other_names_belong_to_rules_that_exist() -> None:
    ids = {rule.id for rules in chapters().values() for rule in rules}
    assert set(ALIASES) <= ids
