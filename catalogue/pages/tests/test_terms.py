"""Terms in our short texts are links to their explanations."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from catalogue.packs.installed import book
from catalogue.packs.kinds import page_of
from catalogue.pages.terms import NAMED, RULES, plain_text
from catalogue.rules.chapters import known_ids
from tests_support.pages import one_line

pytestmark = pytest.mark.django_db


def addresses(text: str, own: str = "") -> dict[str, str]:
    return {str(piece.text): piece.url for piece in plain_text(text, own=own) if piece.url}


def test_every_rule_a_term_leads_to_is_told() -> None:
    assert {rule for _pattern, rule in RULES} <= set(known_ids())


def test_a_term_is_linked_where_it_is_first_said_and_nothing_is_lost() -> None:
    text = "He may parry; whoever parries is never stunned, not even out of action. A sword helps, Step Aside too."
    cell = plain_text(text)
    assert "".join(str(piece.text) for piece in cell) == text
    assert addresses(text) == {
        "parry": "/rules/cc/#CC-PARRY-01",
        "stunned": "/rules/inj/#INJ-STUN-01",
        "out of action": "/rules/inj/#INJ-OOA-01",
        "sword": "/catalogue/items/sword/",
        "Step Aside": page_of("skills", "step_aside"),
    }


def test_a_longer_term_is_linked_rather_than_a_shorter_one() -> None:
    assert addresses("After a failed charge he is charged.") == {
        "failed charge": "/rules/mv/#MV-CHG-08",
        "charged": "/rules/mv/#MV-CHG-01",
    }
    assert addresses("fearlessly parrying swordsmen") == {"parrying": "/rules/cc/#CC-PARRY-01"}


def test_characteristics_and_whole_pages_are_terms_too() -> None:
    assert addresses("+1 Strength, then experience; regenerates on 4+.") == {
        "Strength": "/rules/char/#CHAR-PROFILE-01",
        "experience": "/catalogue/advances/",
        "regenerates": "/rules/save/#SAVE-REGEN-01",
    }


def test_a_page_does_not_lead_to_itself() -> None:
    own = page_of("items", "sword")
    assert own in addresses("A sword.").values()
    assert addresses("A sword.", own) == {}


def test_every_link_in_every_summary_opens_a_page(client: Client) -> None:
    found = {
        address
        for kind in NAMED
        for fact in book().facts_of(kind).values()
        for address in addresses(fact.summary).values()
        if address.startswith("/catalogue/")
    }
    assert len(found) > 40
    for address in sorted(found):
        assert client.get(address).status_code == 200, address


def test_the_page_of_a_skill_links_what_its_text_says(client: Client) -> None:
    skill = next(skill for skill in book().skills.values() if "stunned" in skill.summary)
    page = client.get(page_of("skills", skill.code)).content.decode()
    lede = re.search(r'<p class="lede">(.*?)</p>', page, re.S)
    assert lede is not None
    assert '<a href="/rules/inj/#INJ-STUN-01">stunned</a>' in one_line(lede[1])
