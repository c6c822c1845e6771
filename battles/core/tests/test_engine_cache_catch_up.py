"""A process catches up with commands that another process has stored."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from battles.core import engine_cache
from battles.core.permissions import after_command, battle_to_read
from battles.core.tests.factories import first_move, give, hot_seat, on_to_moves
from battles.engine import commands as engine_commands
from battles.models import Battle
from battles.play import commands

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User) -> Battle:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    return battle


def as_another_process(battle: Battle, act: object) -> None:
    """Call `act`, then restore what this process had cached before."""
    before = engine_cache._cache[battle.public_id]
    act()  # type: ignore[operator]
    engine_cache._cache[battle.public_id] = before


def test_the_position_is_that_of_the_events_and_needs_one_query(battle: Battle, owner: User) -> None:
    engine_cache.load(battle)
    as_another_process(battle, lambda: give(battle, owner, first_move(battle)))
    battle.refresh_from_db()
    assert engine_cache._cache[battle.public_id].seq < battle.seq
    with CaptureQueriesContext(connection) as queries:
        state = engine_cache.load(battle).state
    assert len([query for query in queries.captured_queries if "battleevent" in query["sql"]]) == 1
    assert not [query for query in queries.captured_queries if "snapshot" in query["sql"]]
    engine_cache.forget(battle.public_id)
    assert state.to_data() == engine_cache.load(battle).state.to_data()
    assert engine_cache._cache[battle.public_id].seq == battle.seq


def test_an_undone_command_is_not_in_the_position(battle: Battle, owner: User) -> None:
    engine_cache.load(battle)
    start = engine_cache.load(battle).state.to_data()

    def move_and_undo() -> None:
        give(battle, owner, first_move(battle))
        battle.refresh_from_db()
        commands.undo(battle_id=battle.pk, actor_id=owner.pk, expected_seq=battle.seq, now=timezone.now())

    as_another_process(battle, move_and_undo)
    battle.refresh_from_db()
    state = engine_cache.load(battle).state
    assert state.to_data()["models"] == start["models"]
    engine_cache.forget(battle.public_id)
    assert state.to_data() == engine_cache.load(battle).state.to_data()


def test_an_older_row_does_not_replace_a_newer_position(battle: Battle, owner: User) -> None:
    older = Battle.objects.get(pk=battle.pk)
    before = engine_cache.load(older).state.to_data()
    give(battle, owner, first_move(battle))
    battle.refresh_from_db()
    engine_cache.load(battle)
    assert engine_cache.load(older).state.to_data() == before
    assert engine_cache._cache[battle.public_id].seq == battle.seq


def test_the_row_after_a_command_is_what_a_reader_loads(battle: Battle, owner: User) -> None:
    read = battle_to_read(owner, battle.public_id)
    move = engine_commands.to_data(first_move(battle))
    played = commands.carry_out_command(
        battle_id=battle.pk, actor_id=owner.pk, side="", command=move, expected_seq=battle.seq, command_id="row",
        now=timezone.now(),
    )  # fmt: skip
    assert played.row is not None
    row, fresh = after_command(read, played.row), battle_to_read(owner, battle.public_id)
    for name in ("seq", "awaiting", "status", "phase", "turn_number", "moved_at", "outcome", "match_id"):
        assert getattr(row, name) == getattr(fresh, name), name
    with CaptureQueriesContext(connection) as queries:
        known = [(side.letter, side.player, side.warband, side.orders) for side in row.sides.all()]
        assert getattr(row, "clock", None) is None
    assert not queries.captured_queries
    assert known == [(side.letter, side.player, side.warband, side.orders) for side in fresh.sides.all()]
