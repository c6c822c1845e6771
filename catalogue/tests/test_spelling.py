"""Names that were misspelt in a trial."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from catalogue.packs.installed import book


@pytest.mark.parametrize(
    ("code", "name"),
    [("stagecoash_ambush", "Stagecoach Ambush"), ("the_secrets_of_beujuntae", "The Secrets of Beujuntae")],
)
def test_scenarios_have_the_spelling_of_the_sources(code: str, name: str) -> None:
    """Beujuntae is the spelling of all sources; the code of the ambush is unchanged, because battles store it."""
    assert book().scenarios[code].name == name


def test_no_text_of_the_catalogue_says_stagecoash() -> None:
    facts = book()
    for kind in ("scenarios", "items", "skills", "rules", "warrior_types", "warband_types"):
        for fact in facts.facts_of(kind).values():
            assert not re.search("coash", f"{fact.name} {getattr(fact, 'summary', '')}", re.I), fact.code


@pytest.mark.django_db
def test_the_page_of_a_scenario_shows_its_name(client: Client) -> None:
    page = client.get(reverse("catalogue:fact", args=["scenarios", "stagecoash_ambush"]))
    assert page.status_code == 200
    text = page.content.decode()
    assert "Stagecoach Ambush" in text
    assert not re.search("Stagecoash", text)
