"""The battles API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.tests.factories import first_move, hot_seat, on_to_moves
from battles.engine import commands
from battles.models import Battle, Opponent
from battles.setup.new_battle import NoSuchChoice, create_battle
from battles.setup.operations import StartBattle

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def test_a_battle_is_created_played_and_read(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    made = client.post("/api/v1/battles/", {"opponent": "hot_seat"}, content_type="application/json")
    assert made.status_code == 201, made.content
    battle = Battle.objects.get()
    on_to_moves(battle, owner)
    address = f"/api/v1/battles/{battle.public_id}/"
    read = client.get(address).json()
    assert read["seq"] == battle.seq
    assert read["view"]["turn"] == 1
    assert read["side"] == battle.awaiting
    order = {"command": commands.to_data(first_move(battle)), "expected_seq": battle.seq, "command_id": "m1"}
    played = client.post(f"{address}commands/", order, content_type="application/json")
    assert played.status_code == 200, played.content
    again = client.post(f"{address}commands/", order, content_type="application/json").json()
    assert again["repeated"] is True
    stale = client.post(f"{address}commands/", {**order, "command_id": "m2"}, content_type="application/json")
    assert stale.status_code == 409
    assert stale.json()["code"] == "stale_order"
    events = client.get(f"{address}events/?after={battle.seq}").json()
    assert events["runs"][0]["seq"] == battle.seq + 1
    undone = client.post(f"{address}undo/", {"expected_seq": events["seq"]}, content_type="application/json")
    assert undone.status_code == 200
    choices = client.get(f"{address}choices/{order['command']['who']}/").json()
    assert any(verb["code"] == "walk" and verb["options"] for verb in choices["verbs"])


def test_choices_of_a_model_are_limited_for_one_person(owner: User, client_of: ClientOf, settings: Any) -> None:
    """What a model may do, with odds, is computed for each request."""
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    address = f"/api/v1/battles/{battle.public_id}/choices/{commands.to_data(first_move(battle))['who']}/"
    settings.LIMITS = {**settings.LIMITS, "previews": (2, 60)}
    cache.clear()
    client = client_of(owner)
    answers = [client.get(address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "too_many"
    assert answers[2].headers["Retry-After"] == "60"


def test_strangers_read_and_do_not_order(owner: User, stranger: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    address = f"/api/v1/battles/{battle.public_id}/"
    order = {"command": {"kind": "end_step"}, "expected_seq": battle.seq, "command_id": "x"}
    for person, status in ((stranger, 403), (None, 401)):
        client = client_of(person)
        assert client.get(address).status_code == 200
        assert client.get(address).json()["view"]["options"] == []
        answer = client.post(f"{address}commands/", order, content_type="application/json")
        assert answer.status_code == status
        assert set(answer.json()) >= {"code", "message", "fields"}


def test_invalid_bodies_are_refused_with_the_name_of_the_field(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    for body in ({"size_in": 7}, {"opponent": "nobody"}, {"bot": "genius"}):
        answer = client.post("/api/v1/battles/", body, content_type="application/json")
        assert answer.status_code == 400
        assert set(answer.json()["fields"]) == set(body)
    assert client.post("/api/v1/battles/", {"bot": "soldier"}, content_type="application/json").status_code == 201
    unknown = client.post("/api/v1/battles/", {"warband": "AAAAAAAAAAAA"}, content_type="application/json")
    assert unknown.status_code == 422
    assert unknown.json()["code"] == "not_your_warband"


@pytest.mark.parametrize("opponent", sorted(Opponent.values))
def test_only_opponents_with_whom_a_battle_can_be_played_are_accepted(
    owner: User, client_of: ClientOf, opponent: str
) -> None:
    form = client_of(owner).get("/play/").content.decode()
    is_offered = f'name="opponent" value="{opponent}"' in form
    answer = client_of(owner).post("/api/v1/battles/", {"opponent": opponent}, content_type="application/json")
    assert answer.status_code == (201 if is_offered else 400), answer.json()
    listed = StartBattle.model_json_schema()["properties"]["opponent"]["enum"]
    assert (opponent in listed) == is_offered
    if not is_offered:
        assert "opponent" in answer.json()["fields"]
        assert not Battle.objects.exists()
        with pytest.raises(NoSuchChoice):
            create_battle(actor_id=owner.pk, now=timezone.now(), opponent=opponent)


@pytest.mark.parametrize("which", ["public", "live", "mine", "open"])
def test_battles_are_in_the_right_lists(owner: User, client_of: ClientOf, which: str) -> None:
    battle = hot_seat(owner)
    found = client_of(owner).get(f"/api/v1/battles/?which={which}").json()
    assert (battle.public_id in [card["public_id"] for card in found]) == (which != "open")
