"""A finished battle can be played again, and the rematch has the same rules."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle, BattleStatus, Opponent
from battles.setup import new_battle
from campaigns.house_rules.switches import SWITCHES

pytestmark = pytest.mark.django_db


def finished(user: User, **terms: object) -> Battle:
    battle = new_battle.create_battle(actor_id=user.pk, now=timezone.now(), seed="again", **terms)  # type: ignore[arg-type]
    Battle.objects.filter(pk=battle.pk).update(status=BattleStatus.FINISHED)
    battle.refresh_from_db()
    return battle


def newest(than: Battle) -> Battle:
    return Battle.objects.exclude(pk=than.pk).latest("pk")


def house_rule() -> dict[str, object]:
    switch = next(switch for switch in SWITCHES if switch.family == "battle" and isinstance(switch.printed, bool))
    return {switch.code: not switch.printed}


def test_a_rematch_has_the_same_sides_table_and_rules(client: Client, owner: User) -> None:
    rule = house_rule()
    battle = finished(owner, opponent=Opponent.HOT_SEAT, house_rules=rule)
    client.force_login(owner)
    answer = client.post(f"/battles/{battle.public_id}/rematch/")
    again = newest(battle)
    assert answer["Location"] == f"/battles/{again.public_id}/"
    assert (again.table, again.ruleset, again.scenario) == (battle.table, battle.ruleset, battle.scenario)
    assert again.options == battle.options
    assert again.options.items() >= rule.items()
    assert [side.fighters for side in again.sides.all()] == [side.fighters for side in battle.sides.all()]


def test_a_rematch_against_a_person_is_an_invitation(client: Client, owner: User) -> None:
    battle = finished(owner, opponent=Opponent.INVITED)
    client.force_login(owner)
    answer = client.post(f"/battles/{battle.public_id}/rematch/")
    again = newest(battle)
    assert answer["Location"] == f"/battles/{again.public_id}/join/"
    assert (again.status, again.opponent, again.sides.count()) == (BattleStatus.MUSTERING, Opponent.INVITED, 1)


def test_only_players_of_a_finished_battle_get_a_rematch(client: Client, owner: User) -> None:
    battle = finished(owner, opponent=Opponent.HOT_SEAT)
    client.force_login(User.objects.create_user(username="reader", password="a-long-password-for-tests"))
    assert client.post(f"/battles/{battle.public_id}/rematch/").status_code in (403, 404, 409, 422)
    Battle.objects.filter(pk=battle.pk).update(status=BattleStatus.PLAYING)
    client.force_login(owner)
    assert client.post(f"/battles/{battle.public_id}/rematch/").status_code in (403, 404, 409, 422)
    assert Battle.objects.count() == 1


def test_play_another_keeps_ruleset_and_house_rules(client: Client, owner: User) -> None:
    """The button of the end screen used to lose them."""
    rule = house_rule()
    battle = finished(owner, opponent=Opponent.HOT_SEAT, house_rules=rule)
    client.force_login(owner)
    client.post("/play/now/", {"like": battle.public_id})
    again = newest(battle)
    assert (again.opponent, again.ruleset) == (Opponent.BOT, battle.ruleset)
    assert again.options.items() >= rule.items()
