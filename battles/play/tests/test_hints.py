"""Hints: what the commander bot would do is shown and never carried out, and only in battles that do not count."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.tests.factories import engine_of, two_people
from battles.engine.commands import from_data
from battles.models import Battle, BattleEvent
from battles.setup.new_battle import Army, accept, create_battle
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = {"Accept": "application/json"}


def practice(owner: User, rival: User) -> Battle:
    """A battle of two people that changes no roster."""
    battle = two_people(owner, rival)
    battle.counts = False
    battle.save(update_fields=["counts"])
    return battle


def test_a_hint_is_a_legal_command_with_a_sentence_and_changes_nothing(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = practice(owner, rival)
    before, events = engine_of(battle).state.digest(), BattleEvent.objects.count()
    address = f"/battles/{battle.public_id}/hint/"
    acting = next(user for user in (owner, rival) if client_of(user).post(address, headers=JSON).status_code == 200)
    found = client_of(acting).post(address, headers=JSON).json()
    engine = engine_of(battle)
    assert found["side"] in engine.awaiting()
    engine.validate(found["side"], from_data(found["command"]))
    assert found["seq"] == battle.seq
    assert found["sentence"].startswith("Suggestion: "), "advice, not a report of what happened"
    assert found["sentence"].endswith(".")
    assert not found["sentence"].endswith("..")
    assert "@" not in found["sentence"]
    assert found["reason"].startswith("@")
    assert (engine.state.digest(), BattleEvent.objects.count()) == (before, events)
    again = client_of(acting).post(f"/api/v1{address}", {}, content_type="application/json")
    assert (again.status_code, again.json()) == (200, found)


def test_no_hints_where_the_battle_counts_or_for_others(
    owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    battle = two_people(owner, rival)
    address = f"/api/v1/battles/{battle.public_id}/hint/"
    for user in (owner, rival):
        refused = client_of(user).post(address, {}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (403, "no_hints_when_rated")
    Battle.objects.filter(pk=battle.pk).update(counts=False)
    codes = {
        user: client_of(user).post(address, {}, content_type="application/json").json().get("code", "")
        for user in (owner, rival, stranger)
    }
    assert sorted([codes[owner], codes[rival]]) == ["", "not_your_turn"]
    assert codes[stranger] == "not_your_side"


def with_roster(battle: Battle, owner: User) -> Battle:
    """The battle with a warband of the owner, whose roster it changes."""
    battle.sides.filter(letter="a").update(warband=founded(owner))
    return battle


def refused_codes(battle: Battle, *users: User, client_of: ClientOf) -> set[str]:
    """The codes with which the players are refused a hint; "" if one is given."""
    address = f"/api/v1/battles/{battle.public_id}/hint/"
    sent = [client_of(user).post(address, {}, content_type="application/json") for user in users]
    return {answer.json().get("code", "") for answer in sent}


def test_two_players_at_one_screen_get_hints_if_no_roster_changes(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = two_people(owner, rival)
    battle.sides.update(player=owner)
    assert refused_codes(battle, owner, client_of=client_of) == {""}
    assert refused_codes(with_roster(battle, owner), owner, client_of=client_of) == {"no_hints_when_rated"}


def test_two_players_get_hints_only_if_both_agreed_to_them(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = two_people(owner, rival)
    assert refused_codes(battle, owner, rival, client_of=client_of) == {"no_hints_when_rated"}
    Battle.objects.filter(pk=battle.pk).update(on_begin={**battle.on_begin, "hints": True})
    assert refused_codes(battle, owner, rival, client_of=client_of) == {"", "not_your_turn"}


def test_agreed_hints_are_not_given_where_a_roster_changes(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = with_roster(two_people(owner, rival, hints=True), owner)
    assert refused_codes(battle, owner, rival, client_of=client_of) == {"no_hints_when_rated"}


def test_the_invitation_says_that_hints_are_agreed_and_joining_accepts_them(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = create_battle(actor_id=owner.pk, now=timezone.now(), opponent="invited", hints=True)
    assert (
        "Both players may ask for hints" in client_of(rival).get(f"/battles/{battle.public_id}/join/").content.decode()
    )
    joined = accept(battle_id=battle.pk, actor_id=rival.pk, army=Army(), now=timezone.now())
    assert joined.gives_hints


def test_the_button_is_on_the_board_of_a_battle_that_does_not_count(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    battle = two_people(owner, rival)
    page = f"/battles/{battle.public_id}/"
    assert not any(f"{page}hint/" in client_of(user).get(page).content.decode() for user in (owner, rival))
    Battle.objects.filter(pk=battle.pk).update(counts=False)
    shown = [user for user in (owner, rival) if f"{page}hint/" in client_of(user).get(page).content.decode()]
    assert len(shown) == 1
    answer = client_of(shown[0]).post(f"{page}hint/")
    assert answer.status_code == 200
    assert 'class="suggestion"' in answer.content.decode()


def test_a_guest_asks_within_the_limit_of_their_address(
    settings, owner: User, rival: User, client_of: ClientOf
) -> None:
    settings.GUEST_LIMITS = {**settings.GUEST_LIMITS, "guest_bot_turns": (2, 600)}
    battle = practice(owner, rival)
    battle.sides.update(player=owner)
    User.objects.filter(pk=owner.pk).update(is_guest=True, guest_expires_at=timezone.now() + timedelta(days=1))
    owner.refresh_from_db()
    address = f"/battles/{battle.public_id}/hint/"
    assert [client_of(owner).post(address, headers=JSON).status_code for _number in range(3)] == [200, 200, 429]
