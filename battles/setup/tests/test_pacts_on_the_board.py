"""A pact of a league on the board: two of three sides fight together and win together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.stages import runner
from battles.core import engine_cache
from battles.core.tests.factories import engine_of
from battles.engine.commands import Resign
from battles.models import Battle
from battles.play.tests.test_clocks import START, later, order
from battles.setup import deployment, match_battles
from battles.tables.library import table_for
from campaigns.core.tests.factories import entry_of, league, now
from campaigns.deals import alliances
from campaigns.matches.parties import allies_of
from campaigns.models import Entry, Match
from campaigns.rounds import scheduling

ClientOf = Callable[[User | None], Client]


@pytest.fixture
def entries(arbitrator: User, owner: User, rival: User, stranger: User) -> list[Entry]:
    campaign = league(arbitrator, [owner, rival, stranger])
    return [entry_of(campaign, player) for player in (owner, rival, stranger)]


def match_of(entries: list[Entry], owner: User) -> Match:
    first, second, *more = [entry.pk for entry in entries]
    return scheduling.challenge(
        campaign_id=entries[0].campaign_id, actor_id=owner.pk, entry_id=first, other_entry_id=second, more=more,
        now=now(),
    )  # fmt: skip


def pact(entry: Entry, other: Entry, proposer: User, answerer: User, *, is_agreed: bool = True) -> None:
    row = alliances.propose(
        campaign_id=entry.campaign_id, actor_id=proposer.pk, one=entry.public_id, other=other.public_id, now=now()
    )
    if is_agreed:
        alliances.agree(alliance_id=row.pk, actor_id=answerer.pk, now=now())


def begun(match: Match, owner: User) -> Battle:
    table = table_for(seed="three", density="low", size_in=36)
    row = match_battles.begin(match_id=match.pk, actor_id=owner.pk, table=table, now=START, seed=bytes(32))
    engine_cache.forget(row.public_id)
    deployment.deploy_all_sides(battle_id=row.pk, now=START)
    row.refresh_from_db()
    return row


@pytest.mark.django_db
def test_allies_fight_side_by_side_and_win_together(
    entries: list[Entry], owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    pact(entries[0], entries[1], owner, rival)
    match = match_of(entries, owner)
    page = client_of(owner).get(f"/battles/match/{match.public_id}/play/").content.decode()
    assert "are allied and fight side by side" in page
    battle = begun(match, owner)
    game = engine_of(battle).game
    assert game.sides["a"].allies == {"b"}
    assert game.sides["c"].allies == frozenset()
    order(battle, stranger, Resign(), later(5))
    battle.refresh_from_db()
    assert not battle.is_playing
    assert [side.letter for side in battle.sides.filter(is_winner=True).order_by("letter")] == ["a", "b"]
    runner.run(battle_id=battle.pk, now=later(6))
    results = dict(match.sides.values_list("entry_id", "result"))
    assert results == {entries[0].pk: "win", entries[1].pk: "win", entries[2].pk: "loss"}


@pytest.mark.django_db
def test_a_pact_that_waits_or_has_ended_binds_no_one(
    entries: list[Entry], owner: User, rival: User, stranger: User
) -> None:
    pact(entries[0], entries[1], owner, rival, is_agreed=False)
    pact(entries[1], entries[2], rival, stranger)
    ended = entries[1].alliances_proposed.get()
    alliances.end(alliance_id=ended.pk, actor_id=stranger.pk, now=now())
    battle = begun(match_of(entries, owner), owner)
    assert all(not side.allies for side in engine_of(battle).game.sides.values())


@pytest.mark.django_db
def test_two_allies_who_meet_alone_are_enemies(entries: list[Entry], owner: User, rival: User) -> None:
    pact(entries[0], entries[1], owner, rival)
    battle = begun(match_of(entries[:2], owner), owner)
    assert all(not side.allies for side in engine_of(battle).game.sides.values())


def test_alliances_are_complete_and_never_include_everyone() -> None:
    chain = allies_of("abcd", [("a", "b"), ("b", "c")])
    assert (chain["a"], chain["b"], chain["c"]) == ({"b"}, {"a"}, set())
    three = allies_of("abcd", [("a", "b"), ("b", "c"), ("a", "c")])
    assert three["a"] == {"b", "c"}
    assert three["d"] == set()
    everybody = allies_of("abc", [("a", "b"), ("b", "c"), ("a", "c")])
    assert sorted(map(len, everybody.values())) == [0, 1, 1]
