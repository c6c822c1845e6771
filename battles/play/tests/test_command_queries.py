"""Database queries of one command: what it needs of the battle is loaded once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from battles.core.tests.factories import first_move, give, hot_seat, on_to_moves, two_people
from battles.engine import commands as engine_commands
from battles.engine.commands import Resign
from battles.models import Battle
from battles.play import commands

pytestmark = pytest.mark.django_db


def queries_of(act: Callable[[], object]) -> list[str]:
    """The queries of `act`, without the statements that begin and end transactions."""
    with CaptureQueriesContext(connection) as queries:
        act()
    return [query["sql"] for query in queries.captured_queries if "SAVEPOINT" not in query["sql"]]


@pytest.fixture
def battle(owner: User) -> Battle:
    """A battle at one screen in which a model may move."""
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    give(battle, owner, first_move(battle))
    return battle


def test_a_command_reads_the_battle_and_its_sides_once(battle: Battle, owner: User) -> None:
    move = engine_commands.to_data(first_move(battle))

    def send() -> None:
        commands.carry_out_command(
            battle_id=battle.pk,
            actor_id=owner.pk,
            side="",
            command=move,
            expected_seq=battle.seq,
            command_id="counted",
            now=timezone.now(),
        )

    queries = queries_of(send)
    assert len([sql for sql in queries if 'FROM "battles_battle" ' in sql]) == 1
    assert len([sql for sql in queries if 'FROM "battles_battleside" ' in sql]) == 1
    # The battle, its sides, an earlier command with this id; the event, the battle's new sequence number.
    assert [sql.split()[0] for sql in queries] == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE"]


def test_a_command_through_the_api_adds_the_session_and_the_permission(
    battle: Battle, owner: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(owner)
    body = {
        "command": engine_commands.to_data(first_move(battle)),
        "expected_seq": battle.seq,
        "command_id": "counted",
    }

    def send() -> None:
        response = client.post(f"/api/v1/battles/{battle.public_id}/commands/", body, content_type="application/json")
        assert response.status_code == 200, response.content

    assert len(queries_of(send)) <= 9


def test_a_command_through_the_page_and_what_a_watcher_asks_for_then(
    battle: Battle, owner: User, client_of: Callable[[User], Client]
) -> None:
    """A browser sends a command and gets the board's new state; another browser is notified and requests that state."""
    client = client_of(owner)
    before = battle.seq
    body = {
        "command": engine_commands.to_data(first_move(battle)), "expected_seq": before, "command_id": "counted",
        "log_after": before,
    }  # fmt: skip

    def send() -> None:
        response = client.post(
            f"/battles/{battle.public_id}/commands/",
            body,
            content_type="application/json",
            HTTP_ACCEPT="application/json",
        )
        assert response.json()["seq"] > before, response.content

    assert len(queries_of(send)) <= 15

    def ask() -> None:
        response = client.get(f"/battles/{battle.public_id}/state/?after={before}")
        assert response.json()["steps"]["steps"], response.content

    assert len(queries_of(ask)) <= 9


def test_the_winner_is_stored_and_known_to_what_follows_the_last_command(owner: User, rival: User) -> None:
    battle = two_people(owner, rival)
    give(battle, owner, Resign())
    assert {side.letter: side.is_winner for side in battle.sides.all()} == {"a": False, "b": True}
