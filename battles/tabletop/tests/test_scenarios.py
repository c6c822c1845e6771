"""Custom scenarios on sheets and in tracked battles, and the target of a bounty hunter there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.stages import runner
from battles.models import Aftermath, Battle, Track
from battles.setup.tests.test_custom_scenarios import COUNTERS, chosen_by, written
from battles.tabletop import scenarios
from battles.tabletop.sheets import form as sheet_form
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Fall, Sheet
from battles.tabletop.tests.test_sheets import press_of
from battles.tabletop.tests.test_tracker import everybody
from battles.tabletop.tracker import services as tracker_services
from battles.tabletop.tracker.results import sheet_of
from campaigns.core.tests.factories import league, match_between, now
from campaigns.models import Match
from catalogue.custom_packs import services as custom_packs_services
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.core.state import CAPTURED, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, by, founded

ClientOf = Callable[[User | None], Client]
pytestmark = pytest.mark.django_db


def test_a_league_tracks_and_reports_the_scenarios_of_its_packs_alone(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    release = written(arbitrator, client_of(arbitrator), COUNTERS)
    code = f"{release.code}_lost_lanterns"
    campaign = league(arbitrator, [owner, rival])
    match = Match.objects.get(pk=match_between(campaign, owner, rival).pk)
    muster = reverse("battles:track_match", args=[match.public_id])
    assert "Lost Lanterns" not in client_of(owner).get(muster).content.decode()
    sheet = reverse("battles:match_sheet", args=[match.public_id])
    refused = client_of(owner).post(sheet, press_of(match, scenario=code))
    assert refused.status_code == 422
    assert "one of a custom pack that is used here" in refused.content.decode()
    chosen_by(campaign, arbitrator, release)
    assert "Lost Lanterns" in client_of(owner).get(muster).content.decode()
    table = client_of(owner).post(muster, everybody(match, scenario=code)).headers["Location"]
    track = Track.objects.get()
    assert track.scenario_code == code
    assert "Lost Lanterns" in client_of(owner).get(table).content.decode()
    form = client_of(owner).get(f"{sheet}?track={track.public_id}").context["form"]
    assert form.scenario == code
    deeds = {deed.name: deed.label for side in form.sides for row in side.rows for deed in row.deeds}
    carried = next(name for name in deeds if name.endswith("-carries_counter"))
    sent = client_of(owner).post(sheet, press_of(match, **{"scenario": code, carried: "1", "track": track.public_id}))
    assert sent.status_code == 302
    battle = Battle.objects.get()
    sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=now())
    runner.run(battle_id=battle.pk, now=now())
    gains = [
        part
        for row in Aftermath.objects.filter(side__battle=battle)
        for line in row.lines.filter(stage="experience")
        for gain in line.data.get("gains", [])
        for part in gain["parts"]
        if part[0] == "carries_counter"
    ]
    assert [amount for _reason, amount in gains] == [3]


def test_outside_leagues_scenarios_of_readable_packs_are_offered(owner: User, rival: User, client_of: ClientOf) -> None:
    release = written(owner, client_of(owner), COUNTERS)
    code = f"{release.code}_lost_lanterns"
    assert (code, "Lost Lanterns") in scenarios.offered(owner.pk, None)
    assert code not in dict(scenarios.offered(rival.pk, None, code))
    assert not scenarios.is_open(code, rival.pk, None)
    assert not scenarios.is_open("own_nothing_1_there", owner.pk, None)
    with pytest.raises(scenarios.ScenarioNotHere):
        scenarios.must_be_open(code, rival.pk, None)
    custom_packs_services.share(pack_id=release.pack_id, visibility="link")
    assert code in dict(scenarios.offered(rival.pk, None, code))
    printed = {scenario.code for scenario in book().scenarios.values() if scenario.same_as is None}
    assert printed <= set(dict(scenarios.offered(None, None)))


def test_a_scenario_printed_twice_is_offered_once_under_one_title(owner: User) -> None:
    """The titles "Scourge & Purge" and "Scourge and Purge" belong to one scenario, published twice."""
    offered = dict(scenarios.offered(owner.pk, None))
    assert "scourge_purge" in offered
    assert "scourge_and_purge" not in offered
    assert "scourge_and_purge" in dict(scenarios.offered(owner.pk, None, "scourge_and_purge")), "kept if chosen"
    titles = [re.sub(r"\W+", " ", name.lower().replace("&", "and")).removeprefix("the ") for name in offered.values()]
    assert len(titles) == len(set(titles))


def test_a_hunter_at_the_table_has_their_mark_and_brings_it_in(owner: User, client_of: ClientOf) -> None:
    mine, theirs = founded(owner, "reiklanders"), founded(owner, "middenheimers")
    hired = recruiting.hire_hired_sword(
        warband_id=mine.pk, warrior_type="bounty_hunter", by=by(owner), price_gc=0
    ).subject
    companies = {"a": load_state(mine), "b": load_state(theirs)}
    heroes = sheet_form.heroes_of([companies["b"]])
    assert heroes[0].is_leader
    mark = next(member for member in heroes if not member.is_leader)
    data = {"scenario": "skirmish", "first": "a", f"mark-a-{hired}": mark.key}
    for letter, state in companies.items():
        data |= {f"fights-{letter}-{member.key}": "on" for member in state.active()}
    data[f"mark-b-{heroes[0].key}"] = load_state(mine).active(HERO)[0].key
    query = {"mine": mine.public_id, "theirs": theirs.public_id}
    page = client_of(owner).get(reverse("battles:track_start"), query).content.decode()
    assert page.count("Target") == 1
    track = tracker_services.start(**query, actor_id=owner.pk, data=data, now=NOON)
    table = client_of(owner).get(reverse("battles:track", args=[track.public_id])).content.decode()
    assert f"hunts {mark.name}: +1 to hit." in table
    sheet = sheet_of(track.setup, tracker_services.tally(track), "skirmish")
    assert sheet.sides["a"].marks == {hired: mark.key}
    assert sheet.sides["b"].marks == {}
    assert (
        "Target"
        in client_of(owner).get(reverse("battles:new_sheet"), {**query, "track": track.public_id}).content.decode()
    )
    other = next(member for member in heroes if member.key not in (mark.key, heroes[0].key))
    sheet.sides["b"].falls = [Fall(mark.key, hired), Fall(other.key, hired)]
    sheet.winner = "a"
    battle = sheets.send(**query, actor_id=owner.pk, sheet=Sheet.from_data(sheet.as_data()), now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    assert load_state(theirs).members[mark.key].status == CAPTURED
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    line = row.lines.get(kind="bounty")
    assert (line.data["mark"], line.data["gold"] > 0) == (mark.name, True)
    assert_reconciled(mine)


def test_the_target_of_a_hunter_on_a_sheet_is_a_hero_of_an_enemy(owner: User, client_of: ClientOf) -> None:
    mine, theirs = founded(owner, "reiklanders"), founded(owner, "middenheimers")
    hired = recruiting.hire_hired_sword(
        warband_id=mine.pk, warrior_type="bounty_hunter", by=by(owner), price_gc=0
    ).subject
    own = load_state(mine).active(HERO)[0].key
    sides: dict[str, dict[str, object]] = {
        letter: {"fought": [member.key for member in load_state(row).active()]}
        for letter, row in (("a", mine), ("b", theirs))
    }
    sides["a"]["marks"] = {hired: own}
    body = {"mine": mine.public_id, "theirs": theirs.public_id, "sides": sides, "winner": "a"}
    refused = client_of(owner).post("/api/v1/battles/paper/", body, content_type="application/json")
    assert (refused.json()["code"], list(refused.json()["fields"])) == ("bad_mark", [f"sides.a.marks.{hired}"])


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    """A match with a scenario."""
    found = match_between(league(arbitrator, [owner, rival]), owner, rival)
    found.scenario_code = "wyrdstone_hunt"
    found.save(update_fields=["scenario_code"])
    return Match.objects.get(pk=found.pk)


def test_a_match_with_a_scenario_is_tracked_with_it(match: Match, owner: User, client_of: ClientOf) -> None:
    client, address = client_of(owner), f"/api/v1/battles/match/{match.public_id}/track/"
    refused = client.post(address, {"scenario": "skirmish"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "other_scenario")
    assert list(refused.json()["fields"]) == ["scenario"]
    page = reverse("battles:track_match", args=[match.public_id])
    text = client.get(page).content.decode()
    assert '<select id="scenario"' not in text
    assert 'name="scenario" value="wyrdstone_hunt"' in text
    assert client.post(page, everybody(match, scenario="skirmish")).status_code == 422
    assert not Track.objects.exists()
    begun = client.post(address, {}, content_type="application/json")
    assert begun.status_code == 201, begun.content
    assert Track.objects.get().scenario_code == "wyrdstone_hunt"


def test_a_match_with_a_scenario_is_reported_with_it(match: Match, owner: User, client_of: ClientOf) -> None:
    client, address = client_of(owner), f"/api/v1/battles/match/{match.public_id}/sheet/"
    sides = {
        letter: {"fought": [member.key for member in load_state(side.entry.warband).active()]}
        for letter, side in zip("ab", match.sides.select_related("entry__warband").order_by("place"), strict=True)
    }
    sheet = {"sides": sides, "winner": "a"}
    refused = client.put(address, {**sheet, "scenario": "skirmish"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "other_scenario")
    assert list(refused.json()["fields"]) == ["scenario"]
    page = reverse("battles:match_sheet", args=[match.public_id])
    text = client.get(page, {"scenario": "skirmish"}).content.decode()
    assert '<select id="pick"' not in text
    assert 'name="scenario" value="wyrdstone_hunt"' in text
    assert client.post(page, press_of(match, scenario="skirmish")).status_code == 422
    assert not Battle.objects.exists()
    assert client.put(address, sheet, content_type="application/json").status_code == 200
    assert Battle.objects.get().scenario_code == "wyrdstone_hunt"
    amended = client.put(address, {**sheet, "scenario": "wyrdstone_hunt"}, content_type="application/json")
    assert amended.status_code == 200


def test_a_scenario_that_the_league_no_longer_has_binds_nobody(match: Match) -> None:
    match.scenario_code = "own_gone_1_lanterns"
    assert scenarios.scenario_of(match) == ""
    assert scenarios.scenario_for(match, "skirmish") == "skirmish"
