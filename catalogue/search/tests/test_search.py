"""Search finds the intended entry quickly for any input."""

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue.search import index as searching
from catalogue.search.index import Hit, Section, search
from catalogue.search.spelling import distance
from mordheim_site.registry import Registry


@pytest.fixture(autouse=True)
def _the_catalogue_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the results of other apps, which have their own tests."""
    monkeypatch.setattr(searching, "PROVIDERS", Registry("search provider", is_open=lambda: True))


def names(query: str) -> list[str]:
    return [hit.name for section in search(query) for hit in section.hits]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sword", "Sword"),
        ("SWORD", "Sword"),
        ("sworrd", "Sword"),
        ("helbard", "Halberd"),
        ("Riekland", "Reiklanders"),
        ("crosbow pistl", "Crossbow pistol"),
        ("vampir", "Vampire"),
        ("witch hunter cptain", "Witch Hunter Captain"),
        ("pit fihgter", "Pit Fighter"),
        ("uzhul", "Fires of U'Zhul"),
        ("attlas plate", "Att'la's Plate Mail"),
        ("bugmans", "Bugman's Ale"),
        ("cult posessed", "Cult of the Possessed"),
    ],
)
def test_names_are_found_despite_typing_mistakes(typed: str, meant: str) -> None:
    assert meant in names(typed)[:6]


def test_an_exact_name_comes_first() -> None:
    assert names("dagger")[0] == "Dagger"


def test_nonsense_finds_nothing_and_says_so() -> None:
    assert search("zzqqxx wwvv") == ()
    assert search("  ") == ()
    assert search("!!!") == ()


@pytest.mark.django_db
def test_the_page_keeps_the_query_and_is_safe(client: Client) -> None:
    body = client.get("/search/", {"q": '"><script>x</script>'}).content.decode()
    assert "<script>x" not in body
    assert client.get("/search/", {"q": "a" * 5000}).status_code == 200
    assert client.get("/search/?q=%00sword").status_code == 400


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_may_be_typed(text: str) -> None:
    search(text)


def test_other_apps_can_add_sections() -> None:
    found = Section("Players", (Hit("Ada", "/people/ada/", "", 0.99),), 1)
    searching.PROVIDERS.add("players", lambda query, reader: found if query == "ada" else None)
    assert names("ada")[0] == "Ada"


def test_the_distance_counts_typing_mistakes() -> None:
    assert distance("sword", "sword", 2) == 0
    assert distance("sword", "swrod", 2) == 1
    assert distance("sword", "words", 2) == 2
    assert distance("sword", "halberd", 2) == 3


def test_a_list_stands_before_the_characteristics_of_its_race() -> None:
    titles = [str(section.title) for section in search("skavn")]
    assert titles.index("Warbands") < titles.index("Maximum characteristics")
    assert titles[-1] in ("Maximum characteristics", "Equipment lists", "Skill lists")
