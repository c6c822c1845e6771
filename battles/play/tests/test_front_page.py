"""The picture of a public battle on the front page for visitors."""

import gzip
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from battles.core.tests.factories import first_move, give, hot_seat, on_to_moves
from battles.engine.commands import Resign
from battles.models import Battle, Visibility

pytestmark = pytest.mark.django_db


def test_a_visitor_sees_what_is_being_played(owner: User, client_of: Callable[[User | None], Client]) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    give(battle, owner, first_move(battle))
    Battle.objects.filter(pk=battle.pk).update(visibility=Visibility.PUBLIC)
    visitor = client_of(None)
    with CaptureQueriesContext(connection) as queries:
        page = visitor.get("/").content
    assert len(queries) <= 8, [query["sql"][:90] for query in queries]
    assert b"Live battle" in page
    assert f"/battles/{battle.public_id}/".encode() in page
    assert "<blockquote>" in page.decode()
    assert b'class="model ' in page
    assert len(gzip.compress(page)) < 14_000
    with CaptureQueriesContext(connection) as again:
        visitor.get("/")
    assert not [query for query in again if "battles_" in query["sql"]]


def test_private_battles_are_not_shown(owner: User, client_of: Callable[[User | None], Client]) -> None:
    battle = hot_seat(owner)
    Battle.objects.filter(pk=battle.pk).exclude(visibility=Visibility.PUBLIC).update(visibility=battle.visibility)
    Battle.objects.filter(pk=battle.pk).update(visibility=next(v for v in Visibility if v != Visibility.PUBLIC))
    cache.clear()
    assert b"Live battle" not in client_of(None).get("/").content


def test_a_played_turn_is_removed_from_the_header(
    owner: User,
    client_of: Callable[[User | None], Client],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    battle = hot_seat(owner)
    client = client_of(owner)
    assert b"1 waiting" in client.get("/battles/").content
    with django_capture_on_commit_callbacks(execute=True):
        give(battle, owner, Resign())
    assert b"1 waiting" not in client.get("/battles/").content
