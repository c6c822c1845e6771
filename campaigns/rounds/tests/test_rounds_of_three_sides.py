"""Planned rounds whose matches have three and more sides: every kind of pairing, scenarios, the league's file."""

import json
from collections import Counter
from itertools import combinations

import pytest
from django.urls import reverse

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.refusals import TooManySides, TwoSidesOnly
from campaigns.core.tests.factories import enter, entry_of, league, now
from campaigns.exchange import document as exchange_document
from campaigns.exchange import import_campaign
from campaigns.exchange.export import document_of
from campaigns.matches import preparation, results
from campaigns.matches.preparation import ScenarioForTwoSides
from campaigns.matches.selectors import view_of
from campaigns.matches.tallies import MultiSideDetails
from campaigns.models import Campaign, Match, MatchStatus, RoundKind
from campaigns.rounds import planning, scheduling
from campaigns.rounds.planning import Plan
from campaigns.standings.ladder_selectors import ladder_of
from campaigns.standings.selectors import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(owner: User, rival: User) -> list[User]:
    more = [User.objects.create_user(username=f"player{n}", password="x") for n in range(5)]
    return [owner, rival, *more]


def plan(campaign: Campaign, arbitrator: User, **asked):
    return planning.plan(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), asked=Plan(**asked))


def met_in(rounds) -> Counter[frozenset[int]]:
    rows = Match.objects.filter(round__in=rounds).order_by("pk")
    return Counter(
        frozenset(pair)
        for match in rows
        for pair in combinations(match.sides.values_list("entry_id", flat=True), 2)
    )  # fmt: skip


def sizes_of(round_) -> list[int]:
    return sorted(match.sides.count() for match in round_.matches.all())


def play(round_, arbitrator: User) -> None:
    """Let the arbitrator decide every match, with places in the order of the sides."""
    for match in round_.matches.filter(status=MatchStatus.PLANNED):
        entries = list(match.sides.order_by("place").values_list("entry_id", flat=True))
        many = MultiSideDetails(
            places={entry: place for place, entry in enumerate(entries, 1)} if len(entries) > 2 else {}
        )
        winner = entries[0] if len(entries) == 2 else None
        data = {"winner_entry_id": winner, "reason": "Seen", "now": now(), "many": many}
        results.rule(match_id=match.pk, actor_id=arbitrator.pk, **data)


def test_everyone_meets_everyone_in_battles_of_three(arbitrator, players) -> None:
    campaign = league(arbitrator, players)
    rounds = plan(campaign, arbitrator, sides=3, best_of=3)
    assert sizes_of(rounds[0]) == [2, 2, 3]
    assert len(met_in(rounds)) == 21
    assert len(rounds) <= 7
    assert {match.best_of for match in rounds[0].matches.all() if match.sides.count() == 3} == {1}
    assert plan(campaign, arbitrator, sides=3, rounds=1)[0].number == len(rounds) + 1


def test_swiss_battles_follow_the_table_and_meet_new_people(arbitrator, players) -> None:
    campaign = league(arbitrator, players[:6])
    (first,) = plan(campaign, arbitrator, kind=RoundKind.SWISS, sides=3)
    play(first, arbitrator)
    (second,) = plan(campaign, arbitrator, kind=RoundKind.SWISS, sides=3)
    assert sizes_of(second) == [3, 3]
    # Two matches of three sides from two groups: one pair in each has to meet again, no more.
    assert sum(times - 1 for times in met_in([first, second]).values()) == 2
    play(second, arbitrator)
    assert sorted(row.line.played for row in standings_of(campaign)) == [2] * 6


def test_the_ladder_moves_with_battles_of_many(arbitrator, players) -> None:
    campaign = league(arbitrator, players[:6])
    (first,) = plan(campaign, arbitrator, kind=RoundKind.LADDER, sides=3)
    lowest = [match.sides.get(place=0).entry_id for match in first.matches.order_by("pk")]
    play(first, arbitrator)
    order = ladder_of(campaign)
    assert [order.index(one) for one in lowest] == [0, 3]
    (second,) = plan(campaign, arbitrator, kind=RoundKind.LADDER, sides=3)
    assert [match.sides.count() for match in second.matches.order_by("pk")] == [2, 2, 2]


@pytest.mark.parametrize("sides", [2, 4])
def test_lots_bring_together_who_has_not_met(arbitrator, players, sides) -> None:
    campaign = league(arbitrator, players)
    rounds = plan(campaign, arbitrator, kind=RoundKind.LOTS, sides=sides, rounds=3 if sides == 2 else 1)
    assert {round_.kind for round_ in rounds} == {"lots"}
    assert max(met_in(rounds).values()) == 1
    assert sizes_of(rounds[0]) == ([1, 2, 2, 2] if sides == 2 else [3, 4])
    if sides == 2:
        rests = Match.objects.filter(round__in=rounds, is_bye=True).values_list("sides__entry_id", flat=True)
        assert len(set(rests)) == 3


def test_groups_of_battles_of_many_lead_to_a_knock_out_by_twos(arbitrator, players) -> None:
    campaign = league(arbitrator, players[:6])
    rounds = plan(campaign, arbitrator, kind=RoundKind.GROUPS, groups=2, sides=3)
    assert len(rounds) == 1
    assert sizes_of(rounds[0]) == [3, 3]
    play(rounds[0], arbitrator)
    with pytest.raises(TwoSidesOnly):
        plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT, sides=3)
    (semi,) = plan(campaign, arbitrator, kind=RoundKind.KNOCK_OUT, through=2)
    assert semi.matches.count() == 2


def test_catching_up_skips_those_who_met_in_a_battle_of_three(arbitrator, players) -> None:
    campaign = league(arbitrator, players[:3])
    plan(campaign, arbitrator, sides=3)
    late = enter(campaign, players[3])
    rounds = plan(campaign, arbitrator, kind=RoundKind.CATCH_UP)
    assert all(late.pk in pair for pair in met_in(rounds))
    assert len(rounds) == 3
    with pytest.raises(TooManySides):
        plan(campaign, arbitrator, sides=7)


def test_two_warbands_of_one_player_do_not_meet(arbitrator, players) -> None:
    campaign = league(arbitrator, players[:3], warbands_per_player=2)
    for player in players[:3]:
        enter(campaign, player, seed=f"{player.username} again")
    for kind in (RoundKind.SWISS, RoundKind.ROUND_ROBIN, RoundKind.LOTS):
        for round_ in plan(campaign, arbitrator, kind=kind, sides=3, rounds=1):
            for match in round_.matches.all():
                assert match.sides.values("entry__player_id").distinct().count() == 3


def test_the_scenario_drawn_takes_everyone(arbitrator, players, monkeypatch) -> None:
    campaign = league(arbitrator, players[:3])
    (round_,) = plan(campaign, arbitrator, sides=3)
    match = round_.matches.get()
    faces = iter([3, 4, 2, 3])  # Nine is a surprise attack, for two alone; seven is a skirmish.
    monkeypatch.setattr(preparation.secrets, "randbelow", lambda _n: next(faces))
    drawn = preparation.draw_scenario(match_id=match.pk, actor_id=players[0].pk, now=now())
    assert (drawn.scenario_roll, drawn.scenario_code) == ("4 + 5, 3 + 4", "skirmish")
    assert view_of(drawn).scenario == "Skirmish"


def test_a_scenario_for_two_is_neither_offered_nor_taken(arbitrator, players, client_of) -> None:
    campaign = league(arbitrator, players[:3])
    (round_,) = plan(campaign, arbitrator, sides=3)
    match = round_.matches.get()
    page = client_of(players[0]).get(reverse("campaigns:match", args=[campaign.slug, match.public_id])).content.decode()
    assert 'value="wyrdstone_hunt"' in page
    assert 'value="breakthrough"' not in page
    with pytest.raises(ScenarioForTwoSides):
        preparation.choose_scenario(
            match_id=match.pk, actor_id=players[0].pk, scenario_code="breakthrough", now=now()
        )  # fmt: skip
    first, second, third = (entry_of(campaign, player).pk for player in players[:3])
    data = {"campaign_id": campaign.pk, "actor_id": players[0].pk, "entry_id": first, "other_entry_id": second}
    with pytest.raises(ScenarioForTwoSides):
        scheduling.challenge(**data, more=[third], scenario_code="breakthrough", now=now())
    made = scheduling.challenge(**data, scenario_code="breakthrough", now=now())
    assert made.scenario_code == "breakthrough"


def test_the_dashboard_plans_rounds_and_keeps_their_settings(arbitrator, players, client_of) -> None:
    campaign = league(arbitrator, players[:5])
    desk = reverse("campaigns:dashboard", args=[campaign.slug])
    plan_it = reverse("campaigns:dashboard_action", args=[campaign.slug, "plan"])
    client = client_of(arbitrator)
    assert client.post(plan_it, {"kind": "lots", "sides": "4", "idempotency_key": "a"}).status_code == 302
    assert sizes_of(campaign.rounds.get()) == [2, 3]
    page = client.get(desk).content.decode()
    assert '<option value="4" selected>' in page
    assert '<option value="lots" selected>' in page
    refused = client.post(plan_it, {"kind": "knock_out", "sides": "3", "idempotency_key": "b"})
    assert refused.status_code == 422
    assert "always have two" in refused.content.decode()
    assert client.post(plan_it, {"kind": "lots", "sides": "9", "idempotency_key": "c"}).status_code == 422
    assert campaign.rounds.count() == 1


def test_a_league_with_battles_of_four_is_exported_and_imported(arbitrator, players, stranger) -> None:
    campaign = league(arbitrator, players[:4])
    running_services.change(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), formula={"per_beaten": 1})
    (round_,) = plan(campaign, arbitrator, sides=4)
    play(round_, arbitrator)
    campaign.refresh_from_db()
    document = exchange_document.read(json.dumps(document_of(campaign).model_dump(mode="json")).encode())
    made = import_campaign.import_campaign(actor_id=stranger.pk, document=document, now=now(), source_key="form:many")
    tables = [[(row.entry.name, row.line.points) for row in standings_of(one)] for one in (campaign, made)]
    assert tables[0] == tables[1]
    assert sizes_of(made.rounds.get()) == [4]


@pytest.mark.parametrize("strange", [{"pairing": ["lots"]}, {"pairing": {}}, {"pairing": "lots", "sides": [3]}, {}])
def test_invalid_imported_events_do_not_break_the_dashboard(arbitrator, players, client_of, strange) -> None:
    campaign = league(arbitrator, players[:1])
    plan_event = {"kind": "rounds_planned", "at": now(), "data": {"first": 1, "count": 1, **strange}}
    campaign.events.create(**plan_event)
    assert client_of(arbitrator).get(reverse("campaigns:dashboard", args=[campaign.slug])).status_code == 200
