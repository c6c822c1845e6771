"""The rules in our own words."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from battles.engine.rulesets.compile import rules_for
from battles.engine.rulesets.gazette import GAZETTE
from catalogue.rules.chapters import CHAPTERS, RULESETS, address_of, chapters, known_ids
from catalogue.rules.rulesets import ruleset_words

HOUSE = Path(__file__).resolve().parents[3]


def test_every_rule_has_a_text_for_every_ruleset() -> None:
    written = re.findall(
        r"^([A-Z]+(?:-[A-Z0-9]+)+)", (HOUSE / "docs" / "reference" / "rule-ids.txt").read_text(encoding="utf-8"), re.M
    )
    assert known_ids() == set(written)
    for rules in chapters().values():
        for rule in rules:
            assert rule.title
            assert [ruleset for ruleset, _told in rule.by_ruleset] == list(RULESETS)
            assert all(told for _ruleset, told in rule.by_ruleset), rule.id


def test_files_and_chapters_are_the_same() -> None:
    kept = {path.stem.upper() for path in (HOUSE / "catalogue" / "rules" / "texts").glob("*.yaml")}
    assert kept == set(CHAPTERS) == set(chapters())


@pytest.mark.django_db
def test_a_rule_has_one_address_and_stands_there() -> None:
    client = Client()
    index = client.get("/rules/").content.decode()
    for rule in sorted(known_ids())[::25]:
        page, _hash, anchor = address_of(rule).partition("#")
        assert f'id="{anchor}"' in client.get(page).content.decode()
        assert f'id="{rule}"' in index
    assert address_of("RO-SIZE-01") == ""


@pytest.mark.django_db
def test_the_four_rulesets_stand_side_by_side() -> None:
    page = Client().get("/rules/shoot/").content.decode()
    told = page.split('id="SHOOT-COVER-01"')[1].split("</article>")[0]
    assert re.findall("<dt>([^<]+)</dt>", told) == [str(ruleset_words(code).name) for code in RULESETS]
    assert "soft -1, hard -2" in told


@pytest.mark.django_db
def test_rules_are_found_by_words() -> None:
    page = Client().get("/rules/", {"q": "parry knocked"}).content.decode()
    assert "CC-PARRY" in page
    assert "MV-WALK-01" not in page
    assert b"Try fewer words" in Client().get("/rules/", {"q": "submarine"}).content
    assert Client().get("/rules/chess/").status_code == 404


@pytest.mark.django_db
def test_the_limit_of_criticals_in_gazette_is_called_a_fallback() -> None:
    """The page says whose limit it is, and the engine uses the same value (CRIT-CAP-01, CONV-FALLBACK-01)."""
    assert "criticals_per_phase" not in GAZETTE
    assert rules_for("gazette").criticals_per_phase == rules_for("mordheim").criticals_per_phase == 1
    page = Client().get("/rules/crit/").content.decode()
    told = unescape(page.split('id="CRIT-CAP-01"')[1].split("</article>")[0])
    gazette = told.split(f"<dt>{ruleset_words('gazette').name}</dt>")[1].split("<dt>")[0]
    assert "one per warrior per combat phase" in gazette
    assert "This limit is a fallback" in gazette
    assert "the preview rules set none" in gazette
    assert "would allow any number of criticals" in told


@pytest.mark.django_db
def test_a_search_ranks_the_rule_of_that_name_first_and_forgives_typos() -> None:
    def found(query: str) -> list[str]:
        page = Client().get("/rules/", {"q": query}).content.decode()
        return re.findall(r'<li id="([A-Z0-9-]+)"', page)

    assert found("frenzy")[0].startswith("PSY-FRENZY")
    assert found("parrying a blow")[0] == "CC-PARRY-01"
    assert len(found("knocked down")) > 5
    assert found("frenzi")[0].startswith("PSY-FRENZY")


@pytest.mark.django_db
def test_a_chapter_has_jump_links_to_its_rules_and_to_every_chapter() -> None:
    page = Client().get("/rules/cc/").content.decode()
    jump = page.split('class="rules-jump"')[1].split("</nav>")[0]
    assert re.findall(r'href="#([A-Z0-9-]+)"', jump) == [rule.id for rule in chapters()["CC"]]
    assert re.findall(r'href="/rules/([a-z]+)/"', jump) == [code.lower() for code in CHAPTERS]
    assert jump.count('aria-current="page"') == 1
