"""The map: consistent files, districts won and lost by results and rulings, income paid once a round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.city import factions
from campaigns.city import services as city_services
from campaigns.city.map_rules import BadMap, holders, in_reach, map_from
from campaigns.city.maps import all_maps, map_of
from campaigns.city.refusals import AlreadyPaid
from campaigns.city.selectors import factions_of, resources_of
from campaigns.core.refusals import DistrictOutOfReach, NotTheArbitrator, NotYourMatch
from campaigns.core.tests.factories import entry_of, league, match_between, now
from campaigns.matches import results
from campaigns.models import Holding
from campaigns.rounds import planning
from campaigns.rounds.planning import Plan
from campaigns.standings.selectors import standings_of
from warbands.core.reconcile import reconcile


@pytest.mark.parametrize("code", sorted(all_maps()))
def test_a_map_hangs_together(code) -> None:
    chart = all_maps()[code]
    assert len(chart.districts) >= 6
    for one, others in chart.borders.items():
        assert one not in others
        assert all(one in chart.borders[other] for other in others)
    reached = {next(iter(chart.districts))}
    while True:
        wider = reached | {other for code in reached for other in chart.borders[code]}
        if wider == reached:
            break
        reached = wider
    assert reached == set(chart.districts)
    for district in chart.districts.values():
        assert district.gold_gc or district.shards
        assert all(0 <= x <= chart.width and 0 <= y <= chart.height for x, y in district.points)


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"corners": [], "districts": 4},
        {"code": "x", "name": "x", "about": "", "width": 1, "height": 1, "corners": {"a": [0]}, "districts": []},
    ],
)
def test_a_file_that_is_no_map_is_refused(broken) -> None:
    with pytest.raises(BadMap):
        map_from(broken)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.one_of(st.none(), st.integers(1, 3))), max_size=12))
def test_the_last_who_took_a_district_holds_it(taken) -> None:
    found = holders([*taken, ("elsewhere", 1)], {"a", "b", "c"})
    for district in "abc":
        last = next((entry for code, entry in reversed(taken) if code == district), None)
        assert found.get(district) == last


def test_districts_in_reach_border_on_districts_held() -> None:
    chart = map_of("ruined_city")
    assert chart is not None
    assert in_reach(chart, []) == set(chart.districts)
    assert in_reach(chart, ["broken_gate"]) == {"candle_row", "bell_hill"}
    assert "south_quay" in in_reach(chart, ["bell_hill"])


pytestmark = pytest.mark.django_db


@pytest.fixture
def war(arbitrator, owner, rival):
    return league(arbitrator, [owner, rival], map_code="ruined_city")


def held(campaign) -> dict[str, int]:
    return dict(Holding.objects.filter(campaign=campaign).values_list("district_code", "entry_id"))


def fight_for(campaign, district, first, other, winner, arbitrator):
    match = match_between(campaign, first, other)
    city_services.set_prize(match_id=match.pk, actor_id=first.pk, district=district, now=now())
    pk = entry_of(campaign, winner).pk
    results.rule(match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=pk, reason="Fought", now=now())
    return match


def test_a_district_goes_to_the_winner_and_back_by_a_ruling(war, owner, rival, arbitrator) -> None:
    ours, theirs = entry_of(war, owner).pk, entry_of(war, rival).pk
    fight_for(war, "the_mill", owner, rival, owner, arbitrator)
    assert held(war) == {"the_mill": ours}
    again = fight_for(war, "the_mill", rival, owner, rival, arbitrator)
    assert held(war) == {"the_mill": theirs}
    results.rule(match_id=again.pk, actor_id=arbitrator.pk, winner_entry_id=ours, reason="Misread", now=now())
    assert held(war) == {"the_mill": ours}
    events = war.events.filter(kind="district_taken", is_revoked=False)
    assert events.count() == 1
    match = match_between(war, rival, owner)
    with pytest.raises(NotYourMatch):
        city_services.set_prize(match_id=match.pk, actor_id=arbitrator.pk + 999, district="the_mill", now=now())
    city_services.assign_district(
        campaign_id=war.pk, actor_id=arbitrator.pk, district="broken_gate", entry="", now=now()
    )
    city_services.assign_district(
        campaign_id=war.pk, actor_id=arbitrator.pk, district="far_wall", entry=entry_of(war, rival).public_id, now=now()
    )
    with pytest.raises(DistrictOutOfReach):
        city_services.set_prize(match_id=match.pk, actor_id=rival.pk, district="broken_gate", now=now())


def test_districts_pay_once_a_round_and_count_in_the_table(war, owner, rival, arbitrator) -> None:
    fight_for(war, "the_mill", owner, rival, owner, arbitrator)
    entry = entry_of(war, owner)
    had = entry.warband.treasury_gc
    with pytest.raises(NotTheArbitrator):
        city_services.pay_district_income(campaign_id=war.pk, actor_id=owner.pk, now=now())
    assert city_services.pay_district_income(campaign_id=war.pk, actor_id=arbitrator.pk, now=now()) == 1
    with pytest.raises(AlreadyPaid):
        city_services.pay_district_income(campaign_id=war.pk, actor_id=arbitrator.pk, now=now())
    planning.plan(campaign_id=war.pk, actor_id=arbitrator.pk, now=now(), asked=Plan(rounds=1))
    city_services.pay_district_income(campaign_id=war.pk, actor_id=arbitrator.pk, now=now())
    entry.warband.refresh_from_db()
    assert entry.warband.treasury_gc == had + 50
    assert reconcile(entry.warband) == []
    war.formula = {"per_district": 4}
    war.save(update_fields=["formula"])
    assert standings_of(war)[0].line.points == 3 + 4


def test_factions_and_resources_are_folded(war, owner, rival, arbitrator) -> None:
    crown = factions.add_faction(campaign_id=war.pk, actor_id=arbitrator.pk, name="Crown", now=now())
    entry = entry_of(war, owner)
    data = {"campaign_id": war.pk, "entry": entry.public_id, "faction": crown.public_id, "now": now()}
    factions.join_faction(actor_id=owner.pk, **data)
    with pytest.raises(NotYourMatch):
        factions.join_faction(actor_id=owner.pk, **{**data, "faction": ""})
    fight_for(war, "the_mill", owner, rival, owner, arbitrator)
    assert [(faction.row.name, faction.points) for faction in factions_of(war, standings_of(war))] == [("Crown", 3)]
    factions.name_resources(campaign_id=war.pk, actor_id=arbitrator.pk, names=["Favour", " ", "Favour"])
    war.refresh_from_db()
    for delta, key in ((3, "a"), (3, "a"), (-1, "b")):
        factions.count(
            campaign_id=war.pk,
            actor_id=arbitrator.pk,
            entry=entry.public_id,
            resource="Favour",
            delta=delta,
            reason="So",
            now=now(),
            source_key=key,
        )
    assert resources_of(war) == {entry.pk: {"Favour": 2}}


def test_the_page_draws_the_map_and_the_arbitrator_rules_it(war, owner, arbitrator, rival, client_of) -> None:
    url = f"/campaigns/{war.slug}/map/"
    page = client_of(None).get(url).content.decode()
    assert page.count("<polygon") == 17
    assert "The Mill" in page
    assert "Pay district income" not in page
    client = client_of(arbitrator)
    entry = entry_of(war, owner).public_id
    for sent in (
        {"act": "give", "district": "the_mill", "entry": entry},
        {"act": "dues"},
        {"act": "add-faction", "name": "Crown"},
        {"act": "resources", "names": "Favour\nGrain"},
        {"act": "count", "entry": entry, "resource": "Grain", "delta": "4", "reason": "Found"},
    ):
        assert client.post(f"{url}act/", sent).status_code == 302, sent
        assert client_of(owner).post(f"{url}act/", sent).status_code in (403, 409), sent
    assert client.post(f"{url}act/", {"act": "dues"}).status_code == 409
    assert client.post(f"{url}act/", {"act": "add-faction", "name": "Crown"}).status_code == 422
    assert client.post(f"{url}act/", {"act": "map", "map": "moon"}).status_code == 404
    page = client_of(owner).get(url).content.decode()
    assert "(yours)" in page
    assert "This choice is final" in page
    faction = war.factions.get().public_id
    sent = {"act": "join-faction", "entry": entry, "faction": faction}
    assert client_of(owner).post(f"{url}act/", sent).status_code == 302
    match = match_between(war, owner, rival)
    acting = f"/campaigns/{war.slug}/matches/{match.public_id}/"
    assert "Prize of the match" in client_of(rival).get(acting).content.decode()
    sent = {"act": "district", "district": "the_mill"}
    assert client_of(rival).post(f"{acting}act/", sent).status_code == 302
    assert "This match is fought for The Mill" in client_of(None).get(acting).content.decode()
    assert client.post(f"{url}act/", {"act": "remove-faction", "faction": faction}).status_code == 302
    assert client.post(f"{url}act/", {"act": "map", "map": ""}).status_code == 302
