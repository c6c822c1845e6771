"""Settings of a league and actions of its arbitrator in battles: the bot's strength, and the reason for a paused
clock."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.decisions import permissions
from battles.aftermath.tests.world import surrender
from battles.core.refusals import NotYourSide
from battles.models import Aftermath, Battle, ChatLine
from battles.play import commands
from battles.play.clocks import services as clocks_services
from battles.play.models.clocks import BattleClock
from battles.play.tests.test_clocks import START, later
from battles.setup import match_battles
from battles.tables.library import table_for
from campaigns.core.refusals import MatchNotOpen, NotTheArbitrator, ReasonNeeded
from campaigns.core.tests.factories import entry_of, league, match_between, now
from campaigns.house_rules import services as house_rules_services
from campaigns.matches import stand_ins
from campaigns.members import services as members_services
from campaigns.models import Campaign, Match, Notice
from campaigns.rounds.scheduling import challenge
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


@pytest.fixture
def beasts(ashes: Campaign, arbitrator: User, owner: User) -> Match:
    """A match of the owner against a warband without a player."""
    band = founded(arbitrator, seed="beasts")
    wild = members_services.add_non_player(campaign_id=ashes.pk, actor_id=arbitrator.pk, warband_id=band.pk, now=now())
    data = {"entry_id": entry_of(ashes, owner).pk, "other_entry_id": wild.pk, "now": now()}
    return challenge(campaign_id=ashes.pk, actor_id=owner.pk, **data)


def switch(campaign: Campaign, arbitrator: User, **switches: str) -> None:
    house_rules_services.change(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), switches=switches)


def begun(match: Match, actor: User, **data: str) -> Battle:
    table = table_for(seed="seats", density="low", size_in=24)
    return match_battles.begin(match_id=match.pk, actor_id=actor.pk, table=table, now=START, seed=bytes(32), **data)


def bot_of(battle: Battle) -> str:
    return battle.sides.get(player__isnull=True).bot


def test_the_player_who_starts_the_battle_chooses_the_bot(beasts: Match, owner: User, client_of: ClientOf) -> None:
    page = client_of(owner).get(f"/battles/match/{beasts.public_id}/play/").content.decode()
    assert "Which bot plays for the missing player?" in page
    sent = {"table": "", "size_in": "24", "density": "low", "bot": "soldier"}
    assert client_of(owner).post(f"/battles/match/{beasts.public_id}/play/", {**sent, "bot": "god"}).status_code == 422
    assert client_of(owner).post(f"/battles/match/{beasts.public_id}/play/", sent).status_code == 302
    assert bot_of(Battle.objects.get()) == "soldier"


def test_the_strongest_bot_is_the_default_and_unknown_bots_are_refused(beasts: Match, owner: User) -> None:
    with pytest.raises(match_battles.NoSuchBot):
        begun(beasts, owner, bot="god")
    assert bot_of(begun(beasts, owner)) == "tactician"


def test_a_league_names_the_bot(ashes: Campaign, beasts: Match, owner: User, arbitrator: User, client_of) -> None:
    switch(ashes, arbitrator, pl_bot="random")
    rules = client_of(None).get(f"/campaigns/{ashes.slug}/rules/").content.decode()
    assert "Recruit: acts without much thought" in rules
    page = client_of(owner).get(f"/battles/match/{beasts.public_id}/play/").content.decode()
    assert "Which bot plays for the missing player?" not in page
    assert bot_of(begun(beasts, owner, bot="tactician")) == "random"


def test_programs_bring_a_match_to_the_board(beasts: Match, owner: User, stranger: User, client_of: ClientOf) -> None:
    address = f"/api/v1/battles/match/{beasts.public_id}/play/"
    refused = client_of(stranger).post(address, {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_side")
    assert client_of(owner).post(address, {"bot": "god"}, content_type="application/json").status_code == 400
    assert client_of(owner).post(address, {"table": "nowhere"}, content_type="application/json").status_code == 422
    for _press in range(2):
        made = client_of(owner).post(address, {"bot": "random", "density": "low"}, content_type="application/json")
        assert made.status_code == 201
    battle = Battle.objects.get()
    assert made.json()["public_id"] == battle.public_id
    assert bot_of(battle) == "random"


@pytest.fixture
def timed(ashes: Campaign, arbitrator: User, owner: User, rival: User) -> Battle:
    switch(ashes, arbitrator, pl_clock="week")
    return begun(match_between(ashes, owner, rival), owner)


def test_an_arbitrator_says_why_and_everyone_reads_it(
    timed: Battle, ashes: Campaign, arbitrator: User, owner: User, rival: User, client_of: ClientOf, run_jobs
) -> None:
    data = {"battle_id": timed.pk, "actor_id": arbitrator.pk}
    for what in ("pause", "give"):
        with pytest.raises(ReasonNeeded):
            clocks_services.act(**data, what=what, reason="  ", now=later(0))
    before = BattleClock.objects.get().left["b"]
    clocks_services.act(**data, what="give", side="b", reason="No power all week", now=later(0))
    assert BattleClock.objects.get().left["b"] > before
    clocks_services.act(**data, what="pause", reason="The bridge is down", now=later(1))
    assert BattleClock.objects.get().paused_at is not None
    clocks_services.act(**data, what="resume", now=later(2))
    assert [line.text for line in ChatLine.objects.order_by("pk")] == [
        f"More time for {timed.sides.get(letter='b').name}: No power all week",
        "The clock is paused: The bridge is down",
    ]
    story = client_of(None).get(f"/campaigns/{ashes.slug}/chronicle/").content.decode()
    assert "“No power all week”" in story
    assert "stopped the clock of" in story
    run_jobs()
    for player in (owner, rival):
        assert Notice.objects.filter(user=player, sentence__contains="The reason: The bridge is down").count() == 1


def test_players_need_no_reason_and_the_arbitrator_is_asked(
    timed: Battle, arbitrator: User, owner: User, client_of: ClientOf
) -> None:
    board = f"/battles/{timed.public_id}/"
    assert 'name="reason"' not in client_of(owner).get(board).content.decode()
    assert 'name="reason"' in client_of(arbitrator).get(board).content.decode()
    assert client_of(arbitrator).post(f"{board}clock/", {"act": "pause"}).status_code == 422
    assert client_of(arbitrator).post(f"{board}clock/", {"act": "pause", "reason": "Snow"}).status_code == 302
    clocks_services.act(battle_id=timed.pk, actor_id=owner.pk, what="resume", now=later(5))
    clocks_services.act(battle_id=timed.pk, actor_id=owner.pk, what="give", now=later(6))
    assert ChatLine.objects.count() == 1


def let_stand_in(match: Match, actor: User, player: User, has_stand_in: bool = True) -> Match:
    side = match.sides.get(entry__player=player)
    return stand_ins.set_stand_in(match_id=match.pk, actor_id=actor.pk, side=side, has_stand_in=has_stand_in, now=now())


def test_a_bot_stands_in_for_a_player_where_the_arbitrator_allows_it(
    ashes: Campaign, arbitrator: User, owner: User, rival: User, client_of: ClientOf, run_jobs
) -> None:
    match = match_between(ashes, owner, rival)
    page, act = (f"/campaigns/{ashes.slug}/matches/{match.public_id}/{part}" for part in ("", "act/"))
    entry = entry_of(ashes, rival).public_id
    sent = {"act": "stand_in", "entry": entry, "has_stand_in": "on"}
    assert "Let a bot play" not in client_of(owner).get(page).content.decode()
    assert client_of(owner).post(act, sent).status_code == 403
    assert "Let a bot play" in client_of(arbitrator).get(page).content.decode()
    for _press in range(2):
        assert client_of(arbitrator).post(act, sent).status_code == 302
    run_jobs()
    assert Notice.objects.filter(user=rival, sentence__contains="a bot may play for").count() == 1
    assert "I play myself" in client_of(rival).get(page).content.decode()
    play = f"/battles/match/{match.public_id}/play/"
    assert "Which bot plays for the missing player?" in client_of(owner).get(play).content.decode()

    battle = begun(match, owner, bot="random")
    seat = battle.sides.get(player=rival)
    assert (battle.opponent, seat.bot, seat.warband.owner) == ("bot", "random", rival)
    board = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert f"the bot (random) for {rival.shown_name}" in board
    with pytest.raises(NotYourSide):
        commands.carry_out_command(
            battle_id=battle.pk,
            actor_id=rival.pk,
            side=seat.letter,
            command={"kind": "resign"},
            expected_seq=battle.seq,
            command_id="resigns",
            now=now(),
        )


def test_the_player_decides_the_aftermath_of_a_battle_that_a_bot_played_for_them(
    ashes: Campaign, arbitrator: User, owner: User, rival: User, client_of: ClientOf, run_jobs
) -> None:
    match = match_between(ashes, owner, rival)
    let_stand_in(match, arbitrator, rival)
    battle = begun(match, owner, bot="random")
    surrender(battle, owner)
    run_jobs()
    match.refresh_from_db()
    assert match.sides.get(entry__player=rival).result == "win"
    row = Aftermath.objects.get(side__battle=battle, warband__owner=rival)
    assert row.status == "waiting"
    assert permissions.players_of([row]) == [rival.pk]
    assert client_of(rival).get(f"/battles/{battle.public_id}/aftermath/").status_code == 200


def test_a_player_ends_their_stand_in_and_one_who_begins_plays_themself(
    ashes: Campaign, arbitrator: User, owner: User, rival: User
) -> None:
    match = match_between(ashes, owner, rival)
    let_stand_in(match, arbitrator, rival)
    with pytest.raises(NotTheArbitrator):
        let_stand_in(match, owner, rival, has_stand_in=False)
    let_stand_in(match, rival, rival, has_stand_in=False)
    assert not match.sides.filter(has_stand_in=True).exists()
    with pytest.raises(NotTheArbitrator):
        let_stand_in(match, rival, rival)
    let_stand_in(match, arbitrator, rival)
    assert set(begun(match, rival).sides.values_list("bot", flat=True)) == {""}
    with pytest.raises(MatchNotOpen):
        let_stand_in(match, arbitrator, rival)


def test_one_player_is_left_and_a_warband_without_a_player_needs_no_stand_in(
    ashes: Campaign, beasts: Match, arbitrator: User, owner: User, rival: User
) -> None:
    with pytest.raises(stand_ins.NobodyLeft):
        let_stand_in(beasts, arbitrator, owner)
    wild = beasts.sides.get(entry__player__isnull=True)
    with pytest.raises(stand_ins.NoPlayerToReplace):
        stand_ins.set_stand_in(match_id=beasts.pk, actor_id=arbitrator.pk, side=wild, has_stand_in=True, now=now())
    match = match_between(ashes, owner, rival)
    let_stand_in(match, arbitrator, owner)
    with pytest.raises(stand_ins.NobodyLeft):
        let_stand_in(match, arbitrator, rival)


def test_a_program_lets_a_bot_stand_in(
    ashes: Campaign, arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    match = match_between(ashes, owner, rival)
    address = f"/api/v1/campaigns/{ashes.slug}/matches/{match.public_id}/stand-in/"
    body = {"entry": entry_of(ashes, rival).public_id, "has_stand_in": True}
    assert client_of(owner).post(address, body, content_type="application/json").status_code == 403
    sent = client_of(arbitrator).post(address, body, content_type="application/json").json()
    assert [side["has_stand_in"] for side in sent["sides"]] == [False, True]
    unknown = {"entry": "4kPq8ZxTn2Lw", "has_stand_in": True}
    refused = client_of(arbitrator).post(address, unknown, content_type="application/json")
    assert refused.json()["fields"] == {"entry": ["Name only warbands of this match."]}
