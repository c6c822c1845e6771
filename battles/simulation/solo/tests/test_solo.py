"""A solo campaign: one player, opponents that bots play, and rounds that plan themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.guests.services import create_guest
from accounts.models import User
from battles.board.ruleset_badge import ruleset_badge
from battles.models import Aftermath, Battle
from battles.setup import match_battles
from battles.simulation import bot_battle
from battles.simulation.solo import rounds, services
from battles.simulation.solo.services import SoloTerms
from battles.tables.library import table_for
from campaigns.administration import services as administration_services
from campaigns.core.actions import Viewer
from campaigns.core.refusals import GuestsCannotRunLeagues, NoLateJoin, NoSuchWarband
from campaigns.core.tests.factories import now
from campaigns.matches.selectors import view_of
from campaigns.members import services as members_services
from campaigns.models import Campaign, Entry, Match, MatchStatus
from jobs.models import Job
from warbands.core.reconcile import reconcile
from warbands.core.tests.factories import founded
from warbands.models import LedgerEntry, Warband
from warbands.shared.selectors import warbands_of

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
SEED = bytes(range(32))


def started(owner: User, **terms: object) -> Campaign:
    wanted = SoloTerms(**{"opponents": 3, "bot": "random", "warband_type": "reiklanders", **terms})  # type: ignore[arg-type]
    return services.start(terms=wanted, actor_id=owner.pk, now=now())


def own_match(campaign: Campaign, owner: User, number: int) -> Match:
    return Match.objects.get(round__campaign=campaign, round__number=number, sides__entry__player=owner)


def play(match: Match, owner: User) -> Battle:
    """The player's battle, played to its end."""
    table = table_for(seed="solo", density="low", size_in=24)
    prepared = match_battles.prepare(match_id=match.pk, table=table, seed=SEED, max_turns=2, nonces=("a", "b"))
    run = bot_battle.fight(prepared, SEED, bot="random")
    return bot_battle.store(prepared, run, actor_id=owner.pk, now=timezone.now(), seed=SEED)


def test_a_solo_campaign_is_a_private_league_against_warbands_of_different_lists(owner: User) -> None:
    campaign = started(owner, opponents=4, bot="soldier", ruleset="mordheim")
    entries = list(campaign.entries.select_related("warband"))
    assert (campaign.audience, campaign.ruleset, campaign.is_solo) == ("members", "mordheim", True)
    assert [entry.player_id for entry in entries] == [owner.pk, None, None, None, None]
    assert len({entry.warband.warband_type_code for entry in entries}) == 5
    assert campaign.house_rules == {"pl_bot": "soldier"}


def test_the_first_round_is_planned_with_scenarios_and_the_player_fights_in_it(owner: User) -> None:
    campaign = started(owner)
    matches = list(Match.objects.filter(round__campaign=campaign, is_bye=False))
    assert len(matches) == 2
    assert all(match.scenario_roll for match in matches)
    assert own_match(campaign, owner, 1).status == MatchStatus.PLANNED


@pytest.mark.parametrize("opponents", [2, 3, 4, 5])
def test_the_player_has_a_battle_in_every_round_and_meets_each_opponent_in_turn(opponents: int) -> None:
    own, *others = [Entry(pk=number) for number in range(opponents + 1)]
    met = []
    for number in range(1, 3 * opponents + 1):
        pairs = rounds.pairs_of_round(own, others, number)
        assert sorted(entry.pk for pair in pairs for entry in pair) == list(range(opponents + 1))
        mine = next(pair for pair in pairs if own in pair)
        met.append(next(entry.pk for entry in mine if entry is not own))
    assert all(before != after for before, after in pairwise(met))
    assert met == [*range(1, opponents + 1)] * 3


def test_the_other_warbands_fight_each_other_while_the_player_has_not_played(
    owner: User, run_jobs: Callable[[], list[Job]]
) -> None:
    campaign = started(owner)
    run_jobs()
    theirs = Match.objects.exclude(sides__entry__player=owner).get(round__campaign=campaign)
    assert (theirs.status, theirs.how) == (MatchStatus.AGREED, "board")
    assert Aftermath.objects.filter(side__battle__match=theirs, stage="over").count() == 2
    assert own_match(campaign, owner, 1).status == MatchStatus.PLANNED
    assert campaign.rounds.count() == 1


def test_battles_among_the_bots_are_not_listed_as_the_players_own(
    owner: User, run_jobs: Callable[[], list[Job]], client_of: ClientOf
) -> None:
    campaign = started(owner)
    run_jobs()
    theirs = Battle.objects.get(match__campaign=campaign)
    for address in ("/battles/?mine", "/api/v1/battles/?which=mine"):
        assert theirs.public_id not in client_of(owner).get(address).content.decode()
    battle = play(own_match(campaign, owner, 1), owner)
    own = client_of(owner).get("/api/v1/battles/?which=mine").json()
    assert [card["public_id"] for card in own] == [battle.public_id]


def test_the_match_of_two_bots_is_not_offered_to_the_player(owner: User, client_of: ClientOf) -> None:
    campaign = started(owner)
    own = own_match(campaign, owner, 1)
    theirs = Match.objects.exclude(sides__entry__player=owner).get(round__campaign=campaign)
    page = client_of(owner).get(f"/campaigns/{campaign.slug}/").content.decode()
    assert f"/battles/match/{own.public_id}/play/" in page
    assert f"/battles/match/{theirs.public_id}/play/" not in page
    assert f"{theirs.public_id}/#report" not in page
    acts = set(view_of(theirs).acts_for(Viewer(owner.pk, runs_it=True)))
    # With a roll of 2 or 12, the scenario can still be chosen.
    assert acts - {"scenario"} == {"date", "rule", "cancel"}


def test_the_strength_of_the_bots_is_no_house_rule_on_the_board(owner: User) -> None:
    battle = play(own_match(started(owner), owner, 1), owner)
    assert "house rules" not in ruleset_badge(battle, plays=True).name
    assert battle.match is not None
    battle.match.campaign.house_rules["cm_something"] = True
    assert ruleset_badge(battle, plays=True).name == "Core (community edition) with house rules"


def test_after_the_players_battle_the_opponents_recruit_and_the_next_round_is_planned(
    owner: User, run_jobs: Callable[[], list[Job]]
) -> None:
    campaign = started(owner)
    run_jobs()
    play(own_match(campaign, owner, 1), owner)
    run_jobs()
    assert campaign.rounds.count() == 2
    assert own_match(campaign, owner, 2).status == MatchStatus.PLANNED
    opponents = Warband.objects.filter(entries__campaign=campaign, entries__player__isnull=True)
    bought = LedgerEntry.objects.filter(warband__in=opponents, source_key__startswith="solo:1:")
    assert bought.exists()
    experience = LedgerEntry.objects.filter(warband__in=opponents, kind="experience")
    assert experience.values("warband").distinct().count() == 3
    assert not any(reconcile(warband) for warband in opponents)
    assert not Aftermath.objects.filter(
        warband__in=opponents, confirmed_at__isnull=True, side__battle__match__round__number=1
    ).exists()


def test_a_job_that_runs_twice_plays_no_battle_twice(owner: User, run_jobs: Callable[[], list[Job]]) -> None:
    campaign = started(owner)
    first, second = (rounds.fight_next(campaign_id=campaign.pk) for _worker in range(2))
    assert first is not None
    assert second is not None
    assert first.match_id == second.match_id
    assert rounds.advance(campaign_id=campaign.pk, fought=first, now=now())
    assert rounds.advance(campaign_id=campaign.pk, fought=second, now=now())
    assert Battle.objects.filter(match_id=first.match_id).count() == 1


def test_a_warband_without_fighters_loses_without_a_battle(owner: User) -> None:
    campaign = started(owner)
    match = Match.objects.exclude(sides__entry__player=owner).get(round__campaign=campaign)
    weak, strong = match.sides.select_related("entry__warband").order_by("place")
    weak.entry.warband.warriors.update(misses_battles=1)
    fought = rounds.fight_next(campaign_id=campaign.pk)
    assert rounds.advance(campaign_id=campaign.pk, fought=fought, now=now())
    strong.refresh_from_db()
    assert strong.result == "win"


def test_a_paused_campaign_waits(owner: User) -> None:
    campaign = started(owner)
    administration_services.set_status(
        campaign_id=campaign.pk, actor_id=owner.pk, status="paused", now=now(), reason="Holidays."
    )
    assert rounds.fight_next(campaign_id=campaign.pk) is None
    assert not rounds.advance(campaign_id=campaign.pk, fought=None, now=now())


def test_the_opponents_are_not_among_the_players_own_warbands(owner: User) -> None:
    campaign = started(owner)
    mine = campaign.entries.get(player=owner).warband
    assert list(warbands_of(owner.pk)) == [mine]


def test_a_founded_warband_of_the_player_can_take_part(owner: User) -> None:
    warband = founded(owner)
    campaign = started(owner, warband=warband.public_id, warband_type="")
    assert campaign.entries.get(player=owner).warband == warband


def test_a_warband_of_another_player_cannot(owner: User, rival: User) -> None:
    with pytest.raises(NoSuchWarband):
        started(owner, warband=founded(rival).public_id)
    assert not Campaign.objects.exists()


def test_nobody_else_joins_a_solo_campaign(owner: User, rival: User) -> None:
    campaign = started(owner)
    with pytest.raises(NoLateJoin):
        members_services.join(join_code=campaign.join_code, actor_id=rival.pk, warband_id=founded(rival).pk, now=now())


def test_a_player_has_at_most_three_running(owner: User) -> None:
    for _number in range(services.MOST_RUNNING):
        campaign = started(owner, opponents=2)
    with pytest.raises(services.TooManySoloCampaigns):
        started(owner)
    administration_services.set_status(campaign_id=campaign.pk, actor_id=owner.pk, status="closed", now=now())
    started(owner, opponents=2)


def test_the_same_request_twice_starts_one_campaign(owner: User) -> None:
    terms = SoloTerms(opponents=2)
    first, second = (
        services.start(terms=terms, actor_id=owner.pk, now=now(), source_key="twice") for _press in range(2)
    )
    assert first == second


def test_a_guest_has_to_sign_up_first() -> None:
    guest = create_guest(now=now())
    with pytest.raises(GuestsCannotRunLeagues):
        started(guest)


def test_the_page_starts_one_and_the_league_shows_the_next_battle(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    assert "Start solo campaign" in client.get("/play/solo/").content.decode()
    sent = {"army": "list:skaven", "opponents": "2", "bot": "random", "ruleset": "core", "name": "Alone"}
    answer = client.post("/play/solo/", sent)
    campaign = Campaign.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/campaigns/{campaign.slug}/")
    page = client.get(answer["Location"]).content.decode()
    match = own_match(campaign, owner, 1)
    opponent = match.sides.get(entry__player__isnull=True).entry.warband
    assert f"Round 1: your battle against {escape(opponent.name)} is ready." in page
    assert f"/battles/match/{match.public_id}/play/" in page
    assert "Invite players" not in page


def test_a_program_starts_one_with_one_request(owner: User, client_of: ClientOf) -> None:
    answer = client_of(owner).post("/api/v1/solo-campaigns/", {"opponents": 2}, content_type="application/json")
    campaign = Campaign.objects.get()
    assert answer.status_code == 201
    assert (answer.json()["slug"], campaign.entries.count()) == (campaign.slug, 3)
