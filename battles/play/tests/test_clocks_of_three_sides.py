"""A battle with three sides: all have a clock; a side that leaves has none any more, and the others continue."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.stages import runner
from battles.core import engine_cache
from battles.core.refusals import NotYourSide, RefusedByRules
from battles.core.tests.factories import engine_of
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Resign
from battles.models import Aftermath, Battle
from battles.play.clocks import services as clocks_services
from battles.play.clocks.timeouts import default_command
from battles.play.draw_offers import services as draw_offers_services
from battles.play.models.clocks import BattleClock
from battles.play.models.draw_offers import DrawOffer, OfferState
from battles.play.tests.test_clocks import START, clock, later, order
from battles.setup import deployment, match_battles
from battles.tables.library import table_for
from campaigns.core.tests.factories import entry_of, league, now
from campaigns.rounds import scheduling

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def players(owner: User, rival: User, stranger: User) -> dict[str, User]:
    return {"a": owner, "b": rival, "c": stranger}


@pytest.fixture
def battle(arbitrator: User, players: dict[str, User]) -> Battle:
    """A challenge among three players of a league, with a quick live clock, all models set up at START."""
    campaign = league(arbitrator, list(players.values()))
    first, second, third = [entry_of(campaign, player).pk for player in players.values()]
    match = scheduling.challenge(
        campaign_id=campaign.pk, actor_id=players["a"].pk, entry_id=first, other_entry_id=second, more=[third],
        now=now(),
    )  # fmt: skip
    table = table_for(seed="three", density="low", size_in=36)
    row = match_battles.begin(
        match_id=match.pk, actor_id=players["a"].pk, table=table, now=START, seed=bytes(32), clock="live_quick"
    )
    engine_cache.forget(row.public_id)
    deployment.deploy_all_sides(battle_id=row.pk, now=START)
    row.refresh_from_db()
    assert row.turn_number == 1
    return row


def test_three_clocks_run_one_at_a_time_and_a_pause_needs_all(battle: Battle, players: dict[str, User]) -> None:
    letter = battle.awaiting
    kept = clock(battle)
    assert set(kept.left) == {"a", "b", "c"}
    assert kept.running == {letter: "turn"}
    first, second, third = players.values()
    for person in (first, second):
        clocks_services.act(battle_id=battle.pk, actor_id=person.pk, what="pause", now=later(10))
        assert clock(battle).paused_at is None
    clocks_services.act(battle_id=battle.pk, actor_id=third.pk, what="pause", now=later(10))
    assert clock(battle).paused_at == later(10)
    clocks_services.act(battle_id=battle.pk, actor_id=first.pk, what="resume", now=later(20))
    other = next(one for one in "abc" if one != letter)
    clocks_services.act(battle_id=battle.pk, actor_id=players[letter].pk, what="give", side=other, now=later(20))
    assert clock(battle).left[other] == 900
    assert clocks_services.pass_due(now=later(700)) == 1
    assert engine_of(battle).state.active != letter, "silence ends the turn, and the next of the three begins"


def test_a_side_that_resigns_leaves_and_the_others_continue(battle: Battle, players: dict[str, User]) -> None:
    order(battle, players["b"], Resign(), later(5))
    engine = engine_of(battle)
    assert engine.outcome is None
    assert engine.state.sides["b"].routed
    assert all(model.gone for model_id, model in engine.state.models.items() if model_id[0] == "b")
    assert set(clock(battle).left) == {"a", "c"}
    for person in (players["a"], players["c"]):
        clocks_services.act(battle_id=battle.pk, actor_id=person.pk, what="pause", now=later(6))
    assert clock(battle).paused_at is not None, "nobody waits for the word of who has left"
    with pytest.raises(RefusedByRules):
        order(battle, players["b"], Resign(), later(7))
    with pytest.raises(NotYourSide):
        draw_offers_services.act(battle_id=battle.pk, actor_id=players["b"].pk, what="offer", now=later(7))
    order(battle, players["c"], Resign(), later(8))
    battle.refresh_from_db()
    assert battle.outcome == {"winners": ["a"], "reason": "resigned"}
    runner.run(battle_id=battle.pk, now=later(10))
    won = {row.side.letter: row.facts["won"] for row in Aftermath.objects.filter(side__battle=battle)}
    assert won == {"a": True, "b": False, "c": False}


def test_the_log_alone_tells_the_leaving_again(battle: Battle, players: dict[str, User]) -> None:
    letter = battle.awaiting
    order(battle, players[letter], Resign(), later(5))
    warm = engine_of(battle).state.to_data()
    engine_cache.forget(battle.public_id)
    assert engine_of(battle).state.to_data() == warm
    following = engine_of(battle)
    assert following.state.active != letter, "his own turn ends with him"
    _play_on(battle, players)


def _play_on(battle: Battle, players: dict[str, User], orders: int = 12) -> EngineBattle:
    for _number in range(orders):
        engine = engine_of(battle)
        if not engine.awaiting():
            return engine
        letter = engine.awaiting()[0]
        order(battle, players[letter], default_command(engine, letter), later(6))
    return engine_of(battle)


def test_time_out_twice_takes_one_of_three_off_the_field(
    battle: Battle, players: dict[str, User], client_of: ClientOf
) -> None:
    BattleClock.objects.update(outs={"a": 0, "b": 2, "c": 0})
    page = client_of(players["c"]).get(f"/battles/{battle.public_id}/").content.decode()
    assert page.count("data-clock=") == 3
    assert "leaves the field" in page
    clocks_services.act(battle_id=battle.pk, actor_id=players["c"].pk, what="claim", now=later(9))
    battle.refresh_from_db()
    assert battle.is_playing
    assert engine_of(battle).state.sides["b"].routed
    with pytest.raises(clocks_services.NothingToClaim):
        clocks_services.act(battle_id=battle.pk, actor_id=players["c"].pk, what="claim", now=later(9))


def test_a_draw_of_three_needs_the_word_of_all_three(battle: Battle, players: dict[str, User]) -> None:
    first, second, third = players.values()
    draw_offers_services.act(battle_id=battle.pk, actor_id=first.pk, what="offer", now=later(1))
    draw_offers_services.act(battle_id=battle.pk, actor_id=second.pk, what="accept", now=later(2))
    battle.refresh_from_db()
    assert battle.is_playing
    assert DrawOffer.objects.get().agreed == "ab"
    draw_offers_services.act(battle_id=battle.pk, actor_id=third.pk, what="accept", now=later(3))
    battle.refresh_from_db()
    assert battle.is_over
    assert DrawOffer.objects.get().state == OfferState.ACCEPTED
