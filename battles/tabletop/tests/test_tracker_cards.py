"""The cards of the warriors in a tracked battle: profile, equipment, spells and rules, and who may see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.models import Track
from battles.tabletop.tests.test_sheets import author_and_other, warbands
from battles.tabletop.tests.test_tracker import begun
from battles.tabletop.tracker.cards import card_id, cards_of
from campaigns.models import Match
from warbands.core.books import book_of
from warbands.core.state_storage import load_state
from warbands.models import Warrior
from warbands.rules.armour_saves import armour_save
from warbands.rules.member_facts import characteristics_of

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def test_a_card_shows_the_warrior_as_the_roster_does(match: Match) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    warband = warbands(match)[0]
    key = next(member.key for member in load_state(warband).active("hero"))
    Warrior.objects.filter(warband=warband, public_id=key).update(
        injuries=[{"code": "leg_wound"}], spells=["fires_of_uzhul"]
    )
    sides, terms = cards_of(track, author)
    card = next(card for card in sides[0].cards if card.id == card_id("a", key))
    state, facts = load_state(warband), book_of(warband)
    now = characteristics_of(state.members[key], facts)
    assert [cell["value"] for cell in card.rows[0]["values"]] == [shown for _short, shown in now.row()]
    assert card.save == armour_save(state, state.members[key], facts)
    assert card.warrior is not None
    assert {term.id for term in terms} >= {
        *(line.term for line in card.warrior.kit), *(fact.term for fact in card.warrior.injuries)
    }  # fmt: skip
    spell = facts.spells["fires_of_uzhul"]
    assert [(line.spell.name, line.text, line.needs) for line in card.spells] == [
        (spell.name, f"difficulty {spell.difficulty}", spell.difficulty)
    ]


def test_every_miniature_has_a_card_and_every_link_on_it_a_rule(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    page = client_of(other).get(reverse("battles:track_cards", args=[track.public_id])).content.decode()
    tracker = client_of(other).get(reverse("battles:track", args=[track.public_id])).content.decode()
    for letter in "ab":
        for piece in track.setup["sides"][letter]["pieces"]:
            card = card_id(letter, piece["key"])
            assert page.count(f'id="{card}"') == 1
            assert f'cards/#{card}" data-sheet' in tracker
    linked = {part.split('"')[0] for part in page.split('href="#')[1:]} - {"main"}
    assert linked
    assert all(f'id="{term}"' in page for term in linked)


def test_a_reader_sees_no_more_of_a_private_warband_than_its_profile(match: Match, stranger: User) -> None:
    track = begun(match, author_and_other(match)[0])
    for warband in warbands(match):
        warband.visibility = "private"
        warband.save(update_fields=["visibility"])
    for reader in (stranger, None):
        sides, terms = cards_of(Track.objects.get(pk=track.pk), reader)
        assert terms == []
        cards = [card for side in sides for card in side.cards]
        assert all(card.warrior is None for card in cards)
        assert all(len(card.rows[0]["values"]) == 9 for card in cards)


def test_the_number_of_queries_does_not_rise_with_the_warriors(
    match: Match, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    client, address = client_of(author), reverse("battles:track_cards", args=[track.public_id])
    client.get(address)
    setup = {**track.setup, "sides": {letter: {**side, "pieces": side["pieces"][:1]} for letter, side in
        track.setup["sides"].items()}}  # fmt: skip
    Track.objects.filter(pk=track.pk).update(setup=setup)
    with django_assert_max_num_queries(40) as few:
        client.get(address)
    Track.objects.filter(pk=track.pk).update(setup=track.setup)
    with django_assert_max_num_queries(len(few)):
        client.get(address)
