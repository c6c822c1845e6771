"""Draw offers: made, withdrawn, refused, accepted; expired at the next own turn; and their consequences."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import begun
from battles.core import engine_cache
from battles.core.refusals import NotPlaying, NotYourSide
from battles.core.tests.factories import engine_of, give, hot_seat, two_people
from battles.engine.commands import EndStep
from battles.engine.errors import IllegalAction
from battles.models import Aftermath, Battle, Opponent
from battles.play.clocks.timeouts import default_command
from battles.play.dashboard import draws_waiting
from battles.play.draw_offers import services as draw_offers_services
from battles.play.models.draw_offers import DrawOffer, OfferState
from battles.play.tests.test_clocks import dealt, order
from battles.setup import new_battle
from campaigns.core.tests.factories import league, match_between
from campaigns.models import Match, MatchStatus, Notice
from mordheim_site.refusals import Refusal
from warbands.core.tests.factories import NOON, assert_reconciled

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def say(battle: Battle, user: User, what: str) -> str:
    """Send one operation, and return the state of the newest offer."""
    draw_offers_services.act(battle_id=battle.pk, actor_id=user.pk, what=what, now=NOW)
    battle.refresh_from_db()
    newest = DrawOffer.objects.filter(battle=battle).order_by("-pk").first()
    assert newest is not None
    return newest.state


def whole_turn(battle: Battle, people: list[User]) -> str:
    """Let the active side end its turn without acting; returns the side with the next turn."""
    before = engine_of(battle).state.active
    for _order in range(60):
        engine = engine_of(battle)
        if engine.state.active != before:
            return engine.state.active
        letter = engine.awaiting()[0]
        order(battle, people["ab".index(letter)], default_command(engine, letter), NOW)
    raise AssertionError("the turn never ends")


def test_both_agree_and_the_battle_is_drawn(owner: User, rival: User) -> None:
    battle = two_people(owner, rival)
    seq = battle.seq
    assert say(battle, owner, "offer") == OfferState.OPEN
    assert battle.seq == seq, "an offer moves nothing: no order goes stale by it"
    assert say(battle, owner, "offer") == OfferState.OPEN, "a second press changes nothing"
    assert say(battle, rival, "accept") == OfferState.ACCEPTED
    assert battle.is_over
    assert battle.outcome == {"winners": [], "reason": "agreed"}
    assert not battle.sides.filter(is_winner=True).exists()
    engine_cache.forget(battle.public_id)
    assert engine_of(battle).outcome == ((), "agreed"), "the log alone tells it again"
    with pytest.raises(NotPlaying):
        say(battle, rival, "offer")
    with pytest.raises(IllegalAction):
        engine_of(battle).agree_draw()


def test_an_offer_against_an_offer_is_an_agreement(owner: User, rival: User) -> None:
    battle = two_people(owner, rival)
    say(battle, owner, "offer")
    assert say(battle, rival, "offer") == OfferState.ACCEPTED


def test_a_withdrawn_or_refused_offer_can_be_repeated_in_the_next_own_turn(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "none")
    people = [owner, rival]
    mine = people["ab".index(engine_of(battle).state.active)]
    theirs = rival if mine is owner else owner
    say(battle, mine, "offer")
    assert say(battle, mine, "withdraw") == OfferState.WITHDRAWN
    with pytest.raises(draw_offers_services.OfferedAlready):
        say(battle, mine, "offer")
    with pytest.raises(draw_offers_services.NothingOffered):
        say(battle, theirs, "accept")
    say(battle, theirs, "offer")
    assert say(battle, mine, "refuse") == OfferState.REFUSED
    whole_turn(battle, people)
    with pytest.raises(draw_offers_services.OfferedAlready):
        say(battle, mine, "offer")
    whole_turn(battle, people)
    assert say(battle, mine, "offer") == OfferState.OPEN


def test_an_offer_lapses_when_the_next_turn_of_its_side_begins(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "none")
    people = [owner, rival]
    mine = people["ab".index(engine_of(battle).state.active)]
    theirs = rival if mine is owner else owner
    say(battle, mine, "offer")
    whole_turn(battle, people)
    assert DrawOffer.objects.get().state == OfferState.OPEN, "the other side's turn is for thinking about it"
    whole_turn(battle, people)
    assert DrawOffer.objects.get().state == OfferState.LAPSED
    with pytest.raises(draw_offers_services.NothingOffered):
        say(battle, theirs, "accept")


def test_a_draw_offer_expires_when_the_battle_ends(owner: User, rival: User) -> None:
    from battles.engine.commands import Resign

    battle = two_people(owner, rival)
    say(battle, owner, "offer")
    give(battle, rival, Resign())
    assert DrawOffer.objects.get().state == OfferState.LAPSED
    assert not list(draws_waiting(rival))


def test_only_the_opponent_answers_a_draw_offer(owner: User, rival: User, stranger: User) -> None:
    battle = two_people(owner, rival)
    with pytest.raises(NotYourSide):
        say(battle, stranger, "offer")
    say(battle, owner, "offer")
    for person, what, fault in (
        (stranger, "accept", NotYourSide), (owner, "accept", draw_offers_services.NothingOffered),
        (owner, "refuse", Refusal),
        (rival, "withdraw", draw_offers_services.NothingOffered),
        (rival, "dance", draw_offers_services.NoSuchDrawAction),
    ):  # fmt: skip
        with pytest.raises(fault):
            say(battle, person, what)
    assert DrawOffer.objects.get().state == OfferState.OPEN


def test_on_one_screen_a_draw_offer_ends_the_battle(owner: User) -> None:
    assert say(hot_seat(owner), owner, "offer") == OfferState.ACCEPTED


def test_a_bot_agrees_only_when_it_has_lost_more(owner: User) -> None:
    battle = new_battle.create_battle(actor_id=owner.pk, now=NOW, seed="s")
    assert battle.opponent == Opponent.BOT
    assert say(battle, owner, "offer") == OfferState.REFUSED
    DrawOffer.objects.update(is_past=True)
    engine = engine_of(battle)
    state = engine.state
    hurt = [model_id for model_id in state.models if model_id[0] == "b"][:3]
    for model_id in hurt:
        state.models[model_id] = state.models[model_id]._replace(gone="out")
    engine_cache.store(battle.public_id, battle.seq, engine.game, state)
    assert say(battle, owner, "offer") == OfferState.ACCEPTED
    assert battle.is_over


def test_the_desk_and_a_notice_tell_of_an_offer_over_days(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "week")
    Notice.objects.all().delete()
    say(battle, owner, "offer")
    line = next(iter(draws_waiting(rival)))
    assert "offers a draw in" in str(line.sentence)
    assert not list(draws_waiting(owner))
    notice = Notice.objects.get()
    assert (notice.user_id, notice.kind) == (rival.pk, "battle")
    assert battle.public_id in notice.url
    say(battle, rival, "refuse")
    assert not list(draws_waiting(rival))


def test_a_turn_is_notified_once_until_the_notice_is_read(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "week")
    people = [owner, rival]
    assert Notice.objects.filter(kind="battle").exists(), "the first turn is told too"
    Notice.objects.all().delete()
    following = people["ab".index(whole_turn(battle, people))]
    notice = Notice.objects.get(user=following)
    assert "Your turn in" in notice.sentence
    assert ", by " in notice.sentence
    other = rival if following is owner else owner
    whole_turn(battle, people)
    whole_turn(battle, people)
    assert Notice.objects.filter(user=following).count() == 1, "unread: one is enough"
    Notice.objects.update(read_at=NOW + timedelta(days=1))
    whole_turn(battle, people)
    assert Notice.objects.filter(user=other).count() == 2


def test_live_battles_fill_no_inbox(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "live")
    whole_turn(battle, [owner, rival])
    say(battle, owner, "offer")
    assert not Notice.objects.filter(kind="battle").exists()


def test_the_aftermath_of_a_draw_has_no_winner(owner: User, rival: User) -> None:
    battle = begun(owner, rival)
    say(battle, owner, "offer")
    say(battle, rival, "accept")
    runner.run(battle_id=battle.pk, now=NOON)
    rows = list(Aftermath.objects.filter(side__battle=battle))
    assert [(row.facts["won"], row.facts["drawn"]) for row in rows] == [(False, True)] * 2
    for row in rows:
        assert row.done_at is not None or row.status == "waiting"
        assert_reconciled(row.warband)


def test_a_league_match_that_is_drawn_counts_as_a_draw(arbitrator: User, owner: User, rival: User) -> None:
    campaign = league(arbitrator, [owner, rival])
    match = match_between(campaign, owner, rival)
    battle = begun(owner, rival, match_id=match.pk)
    say(battle, rival, "offer")
    say(battle, owner, "accept")
    runner.run(battle_id=battle.pk, now=NOON)
    played = Match.objects.get(pk=match.pk)
    assert played.status == MatchStatus.AGREED
    assert {side.result for side in played.sides.all()} == {"draw"}


def test_by_page_by_script_and_by_program(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = two_people(owner, rival)
    address = f"/battles/{battle.public_id}/"
    mine, theirs = client_of(owner), client_of(rival)
    assert "Offer a draw?" in mine.get(f"{address}draw/").content.decode()
    assert "Offer a draw" in mine.get(address).content.decode()
    assert mine.post(f"{address}draw/", {"act": "offer"}).status_code == 302
    board = theirs.get(address).content.decode()
    assert "Accept draw" in board
    assert "Withdraw offer" in mine.get(address).content.decode()
    assert "Accept draw" not in client_of(None).get(address).content.decode()
    seen = theirs.get(f"/api/v1{address}").json()["draw"]
    assert (seen["side"], seen["may_answer"], seen["may_offer"]) == ("a", True, False)
    said = theirs.post(
        f"{address}draw/", json.dumps({"act": "refuse"}), content_type="application/json",
        headers={"Accept": "application/json"},
    )  # fmt: skip
    assert "declined the draw" in said.json()["regions"]["draw_offer"]
    again = mine.post(f"/api/v1{address}draw/", {"act": "offer"}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "offered_already")
    answer = theirs.post(f"/api/v1{address}draw/", {"act": "offer"}, content_type="application/json")
    assert answer.json()["draw"]["may_withdraw"] is True
    assert mine.post(f"{address}draw/", {"act": "accept"}).status_code == 302
    assert "The battle is a tie: all sides agreed to it." in mine.get(address).content.decode()


def test_an_order_still_stands_after_an_offer_came_in(owner: User, rival: User) -> None:
    battle = dealt(owner, rival, "none")
    actor = [owner, rival]["ab".index(battle.awaiting[0])]
    seq = battle.seq
    say(battle, rival if actor is owner else owner, "offer")
    give(battle, actor, EndStep(), seq=seq)
