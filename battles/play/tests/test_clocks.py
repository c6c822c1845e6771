"""Turn clocks: the server keeps the time, timeouts give commands, and everything survives a restart."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from battles.core import engine_cache
from battles.core.tests.factories import engine_of, hot_seat
from battles.engine import commands
from battles.engine.commands import EndStep
from battles.models import Battle, BattleEvent, Opponent
from battles.play import commands as play_commands
from battles.play import runs
from battles.play.clocks import services as clocks_services
from battles.play.models.clocks import BattleClock
from battles.setup import new_battle
from battles.setup.new_battle import Army
from campaigns.matches.turn_clocks import CLOCKS, DAY, counted, runs_out
from mordheim_site.refusals import Refusal

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
START = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
"""A Monday."""


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def dealt(owner: User, rival: User, code: str) -> Battle:
    """A battle between two people with a clock and all models set up, begun at START."""
    battle = new_battle.create_battle(actor_id=owner.pk, now=START, opponent=Opponent.INVITED, seed="s", clock=code)
    battle = new_battle.accept(battle_id=battle.pk, actor_id=rival.pk, army=Army(), now=START)
    from battles.setup.deployment import deploy_all_sides

    deploy_all_sides(battle_id=battle.pk, now=START)
    battle.refresh_from_db()
    assert battle.turn_number == 1
    return battle


def clock(battle: Battle) -> BattleClock:
    return BattleClock.objects.get(battle=battle)


def order(battle: Battle, player: User, command: commands.Command, now: datetime) -> runs.Played:
    battle.refresh_from_db()
    side = next(seat.letter for seat in battle.sides.all() if seat.player_id == player.pk)
    return play_commands.carry_out_command(
        battle_id=battle.pk, actor_id=player.pk, side=side, command=commands.to_data(command),
        expected_seq=battle.seq, command_id=f"o{battle.seq}", now=now,
    )  # fmt: skip


def on_turn(battle: Battle, *people: User) -> tuple[str, User, User]:
    """(letter, player who has to act, other player)."""
    battle.refresh_from_db()
    letter = battle.awaiting[0]
    actor = battle.sides.get(letter=letter).player
    assert actor is not None
    return letter, actor, next(user for user in people if user.pk != actor.pk)


def test_time_runs_for_who_is_to_act_and_is_booked_with_their_order(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "live_quick")
    letter, actor, _other = on_turn(battle, owner, rival)
    before = clock(battle)
    assert before.running == {letter: "turn"}
    assert before.left[letter] == 630, "the bank and the increment of the first turn"
    assert before.due_at == later(630)
    order(battle, actor, EndStep(), later(100))
    after = clock(battle)
    assert after.left[letter] == 530
    assert after.since == later(100)


def test_time_out_does_what_silence_means_for_the_rest_of_the_turn_and_the_log_says_why(
    owner: User, rival: User
) -> None:
    battle = dealt(owner, rival, "live_quick")
    letter, _actor, _other = on_turn(battle, owner, rival)
    assert clocks_services.pass_due(now=later(629)) == 0
    engine_cache.forget(battle.public_id)
    assert clocks_services.pass_due(now=later(631)) == 1, "rows are enough: nothing was kept in memory"
    battle.refresh_from_db()
    assert engine_of(battle).state.active != letter
    runs = BattleEvent.objects.filter(battle=battle, command_id__startswith="silence-")
    assert runs
    assert {run.reason for run in runs} == {"Timeout"}
    assert clock(battle).outs[letter] == 1
    assert clocks_services.pass_due(now=later(631)) == 0, "a second delivery finds nothing due"


def test_an_order_after_the_time_is_refused_and_changes_nothing(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "live_quick")
    _letter, actor, _other = on_turn(battle, owner, rival)
    with pytest.raises(clocks_services.TimeIsUp):
        order(battle, actor, EndStep(), later(700))
    seq = battle.seq
    battle.refresh_from_db()
    assert battle.seq == seq


def test_time_out_twice_may_be_claimed_by_the_other_side_alone(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "live_quick")
    letter, actor, other = on_turn(battle, owner, rival)
    with pytest.raises(clocks_services.NothingToClaim):
        clocks_services.act(battle_id=battle.pk, actor_id=other.pk, what="claim", now=later(5))
    now = 0.0
    for _round in range(60):
        kept = clock(battle)
        if kept.outs[letter] >= 2:
            break
        assert kept.due_at is not None
        if letter in kept.running:
            now = (kept.due_at - START).total_seconds()
            clocks_services.pass_due(now=later(now))
        else:
            order(battle, other, _quiet(battle), later(now))
    with pytest.raises(clocks_services.NothingToClaim):
        clocks_services.act(battle_id=battle.pk, actor_id=actor.pk, what="claim", now=later(now))
    clocks_services.act(battle_id=battle.pk, actor_id=other.pk, what="claim", now=later(now))
    battle.refresh_from_db()
    assert battle.is_over
    assert battle.outcome is not None
    assert letter not in battle.outcome["winners"]
    assert clock(battle).due_at is None


def _quiet(battle: Battle) -> commands.Command:
    from battles.play.clocks.timeouts import default_command

    engine = engine_of(battle)
    return default_command(engine, engine.awaiting()[0])


def test_a_pause_needs_both_and_anybody_ends_it(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "live")
    letter, actor, other = on_turn(battle, owner, rival)
    clocks_services.act(battle_id=battle.pk, actor_id=actor.pk, what="pause", now=later(60))
    assert clock(battle).paused_at is None
    clocks_services.act(battle_id=battle.pk, actor_id=other.pk, what="pause", now=later(90))
    assert clock(battle).paused_at == later(90)
    assert clocks_services.pass_due(now=later(DAY)) == 0
    clocks_services.act(battle_id=battle.pk, actor_id=other.pk, what="resume", now=later(DAY))
    order(battle, actor, EndStep(), later(DAY + 10))
    assert clock(battle).left[letter] == 1860 - 100


def test_time_is_given_to_the_other_side_and_never_to_oneself(owner: User, rival: User, stranger: User) -> None:
    battle = dealt(owner, rival, "live")
    letter, actor, other = on_turn(battle, owner, rival)
    clocks_services.act(battle_id=battle.pk, actor_id=other.pk, what="give", side=letter, now=later(60))
    assert clock(battle).due_at == later(1860 + 300)
    for person, what, side in ((actor, "give", letter), (stranger, "pause", ""), (actor, "dance", "")):
        with pytest.raises(Refusal):
            clocks_services.act(battle_id=battle.pk, actor_id=person.pk, what=what, side=side, now=later(61))


def test_the_clock_of_workdays_skips_weekends_and_holidays(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "workdays")
    kept = clock(battle)
    letter = next(iter(kept.running))
    assert kept.due_at == datetime(2026, 5, 13, 12, 0, tzinfo=UTC), "two days and five of holiday, without a weekend"
    _letter, actor, _other = on_turn(battle, owner, rival)
    order(battle, actor, EndStep(), later(3 * DAY))
    assert clock(battle).left[letter] == 0
    assert clock(battle).holiday[letter] == 4 * DAY


def test_counted_time_and_its_end_agree() -> None:
    for hours in range(0, 400, 7):
        for off in (False, True):
            begin = START + timedelta(hours=hours)
            end = runs_out(begin, 3 * DAY, weekends_off=off)
            assert counted(begin, end, weekends_off=off) == 3 * DAY


def test_battles_with_a_bot_or_on_one_screen_have_no_clock(owner: User) -> None:
    battle = hot_seat(owner, clock="live")
    assert not BattleClock.objects.exists()
    with pytest.raises(clocks_services.NoClock):
        clocks_services.act(battle_id=battle.pk, actor_id=owner.pk, what="pause", now=later(0))
    with pytest.raises(clocks_services.NoSuchClock):
        new_battle.create_battle(actor_id=owner.pk, now=START, opponent=Opponent.OPEN, clock="sundial")


def test_the_board_and_the_api_show_both_clocks(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = dealt(owner, rival, "week")
    page = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert page.count("data-clock=") == 2
    assert page.count("data-running") == 1
    assert str(CLOCKS["week"].words) in page
    answer = client_of(owner).post(f"/battles/{battle.public_id}/clock/", {"act": "pause"})
    assert answer.status_code == 302
    refused = client_of(owner).post(
        f"/battles/{battle.public_id}/clock/", json.dumps({"act": "claim"}), content_type="application/json",
        headers={"Accept": "application/json"},
    )  # fmt: skip
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_claim")
    seen = client_of(rival).get(f"/api/v1/battles/{battle.public_id}/").json()["clock"]
    assert {row["side"] for row in seen["sides"]} == {"a", "b"}
