"""What counts in the standings in addition to results: wyrdstone, rating, painting, counters of the league."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.administration import services as running_services
from campaigns.city import factions
from campaigns.core.events import record, revoke_aftermath
from campaigns.core.tests.factories import enter, entry_of, league, now, won
from campaigns.exchange import document as exchange_document
from campaigns.exchange import import_campaign
from campaigns.exchange.export import document_of
from campaigns.models import Campaign
from campaigns.standings.extra_points import ExtraPoints, extra_points_by_entry
from campaigns.standings.rules import Formula, Result, formula_from, standings
from campaigns.standings.selectors import formula_of, standings_of
from tests_support.pages import one_line

EVERYTHING = {"per_shard": 2, "rating_per_point": 25, "per_painted": 3, "per_resource": 4, "resource": "Favour"}
small = st.integers(0, 20)


def test_each_thing_is_worth_what_the_formula_says() -> None:
    formula = formula_from((3, 1, 0), EVERYTHING)
    extras = {1: ExtraPoints(shards=5, is_painted=True, resource=2), 2: ExtraPoints(is_declared=True, resource=-3)}
    table = standings([1, 2], [Result(1, "win", 0, 0, 2)], {1: 99, 2: 24}, formula, None, extras)
    assert dict(table[0].parts) == {"results": 3, "shards": 10, "rating": 3, "painted": 3, "resource": 8}
    assert (table[0].points, table[0].bonus) == (27, 24)
    assert (table[1].points, dict(table[1].parts)) == (0, {"results": 0})


@given(small, small, st.integers(0, 1000), small, st.integers(0, 999), st.integers(-9, 9), st.booleans())
def test_the_parts_add_up_to_the_points(
    shard: int, painted: int, step: int, unit: int, rating: int, held: int, is_painted: bool
) -> None:
    results = [Result(1, "win", 2, 1, 2, 50, 120), Result(2, "loss", 1, 2, 1, 120, 50)]
    extras = {1: ExtraPoints(7, is_painted, False, held)}
    formula = Formula(
        per_kill=1, underdog_bonus=5, per_shard=shard, rating_per_point=step, per_painted=painted, per_resource=unit
    )
    for line in standings([1, 2], results, {1: rating}, formula, {1: 2}, extras):
        assert sum(points for _code, points in line.parts) == line.points
    plain = Formula(per_kill=1, underdog_bonus=5)
    with_them, without = (standings([1, 2], results, {1: rating}, plain, {1: 2}, one) for one in (extras, None))
    assert [line.points for line in with_them] == [line.points for line in without]


def test_a_formula_kept_before_reads_as_it_did_and_a_hostile_one_as_the_usual() -> None:
    assert formula_from((3, 1, 0), {"per_kill": 1}) == Formula(per_kill=1)
    hostile = {"per_shard": 21, "rating_per_point": -1, "per_painted": "9", "per_resource": None, "resource": ["x"]}
    assert formula_from((3, 1, 0), hostile) == Formula()
    assert formula_from((3, 1, 0), {"resource": "x" * 41}) == Formula()


def test_the_last_painting_event_counts_and_invalid_events_do_not() -> None:
    told = [
        ("aftermath_done", {"entry": "a", "shards": 2}), ("aftermath_done", {"entry": "a", "shards": 3}),
        ("aftermath_done", {"entry": "a", "shards": 10**9}), ("aftermath_done", {"entry": "a", "shards": "4"}),
        ("aftermath_done", {"entry": ["a"], "shards": 4}), ("aftermath_done", {"entry": "a", "shards": -4}),
        ("painted_confirmed", {"entry": "a"}), ("painted_taken_back", {"entry": "a"}),
        ("painted_declared", {"entry": "b"}), ("painted_confirmed", {"entry": "c"}),
    ]  # fmt: skip
    assert extra_points_by_entry(told) == {
        "a": ExtraPoints(shards=5), "b": ExtraPoints(is_declared=True), "c": ExtraPoints(is_painted=True),
    }  # fmt: skip


@pytest.fixture
def counted(arbitrator, owner, rival) -> Campaign:
    """A league of two, in which one found three shards and has two units of a counter."""
    campaign = league(arbitrator, [owner, rival])
    won(campaign, owner, rival)
    entry = entry_of(campaign, owner).public_id
    found = {"entry": entry, "warband": "x", "shards": 3, "gold_gc": 0}
    record(campaign, "aftermath_done", at=now(), actor_id=None, source_key="aftermath:one", **found)
    factions.name_resources(campaign_id=campaign.pk, actor_id=arbitrator.pk, names=["Favour"])
    data = {"campaign_id": campaign.pk, "actor_id": arbitrator.pk, "now": now(), "reason": "So"}
    factions.count(**data, entry=entry, resource="Favour", delta=2)
    campaign.refresh_from_db()
    return campaign


def keep(campaign: Campaign, arbitrator, **formula) -> None:
    running_services.change(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), formula=formula)
    campaign.refresh_from_db()


def parts(campaign: Campaign, player) -> dict[str, int]:
    return next(dict(row.line.parts) for row in standings_of(campaign) if row.entry.player_id == player.pk)


@pytest.mark.django_db
def test_standings_follow_events_and_their_withdrawal(counted, arbitrator, owner) -> None:
    assert parts(counted, owner) == {"results": 3}
    keep(counted, arbitrator, per_shard=2, per_resource=4, resource="Favour", rating_per_point=10)
    rating = next(row.entry.rating for row in standings_of(counted) if row.entry.player_id == owner.pk)
    assert parts(counted, owner) == {"results": 3, "shards": 6, "rating": rating // 10, "resource": 8}
    revoke_aftermath(counted.pk, ["aftermath:one"])
    assert "shards" not in parts(counted, owner)


@pytest.mark.django_db
def test_the_dashboard_saves_the_points_and_the_rules_page_explains_them(counted, arbitrator, owner, client_of) -> None:
    dashboard = f"/campaigns/{counted.slug}/manage/"
    page = client_of(arbitrator).get(dashboard).content.decode()
    assert all(f'name="{name}"' in page for name in EVERYTHING)
    sent = {name: str(value) for name, value in EVERYTHING.items()}
    assert client_of(arbitrator).post(f"{dashboard}formula/", sent).status_code == 302
    counted.refresh_from_db()
    assert formula_of(counted) == Formula(tie_breaks=(), **EVERYTHING)
    rules = client_of(None).get(f"/campaigns/{counted.slug}/rules/").content.decode()
    for words in (
        "wyrdstone found after a battle adds 2",
        "full 25 of rating adds 1",
        "painted gets 3",
        "Each unit of Favour held adds 4",
    ):
        assert words in rules
    entry = client_of(None).get(f"/campaigns/{counted.slug}/people/{entry_of(counted, owner).public_id}/")
    assert "Wyrdstone found</dt><dd>6<" in one_line(entry.content.decode())
    bad = client_of(arbitrator).post(f"{dashboard}formula/", sent | {"resource": ""})
    assert bad.status_code == 422
    assert "Choose the counter that" in bad.content.decode()
    assert client_of(arbitrator).post(f"{dashboard}formula/", sent | {"resource": "Moonlight"}).status_code == 422


@pytest.mark.django_db
def test_a_league_that_counts_nothing_is_not_asked_about_it(arbitrator, client_of) -> None:
    page = client_of(arbitrator).get(f"/campaigns/{league(arbitrator).slug}/manage/").content.decode()
    assert 'name="per_shard"' in page
    assert 'name="per_resource"' not in page


@pytest.mark.django_db
def test_programs_set_the_points_and_read_where_they_come_from(counted, arbitrator, owner, client_of) -> None:
    desk, table = (f"/api/v1/campaigns/{counted.slug}/{page}/" for page in ("desk", "standings"))

    def sent(**formula):
        asked = json.dumps({"act": "change", "change": {"formula": formula}})
        return client_of(arbitrator).post(desk, asked, content_type="application/json")

    assert sent(per_shard=2).status_code == 200
    first = client_of(arbitrator).get(table).json()[0]
    assert (first["points"], first["parts"], first["shards"]) == (9, {"results": 3, "shards": 6}, 3)
    assert first["is_painted"] is False
    refused = sent(per_resource=2, resource="Moonlight")
    assert refused.status_code == 422
    assert refused.json()["code"] == "resource_unknown"
    assert sent(per_shard=21).status_code == 400


@pytest.mark.django_db
def test_a_league_in_a_file_keeps_its_points(counted, arbitrator, stranger) -> None:
    keep(counted, arbitrator, **EVERYTHING)
    document = exchange_document.read(json.dumps(document_of(counted).model_dump(mode="json")).encode())
    made = import_campaign.import_campaign(actor_id=stranger.pk, document=document, now=now())
    assert formula_of(made) == formula_of(counted)
    tables = [[(row.entry.name, row.line.parts) for row in standings_of(campaign)] for campaign in (counted, made)]
    assert tables[0] == tables[1]


@pytest.mark.django_db
def test_more_warbands_ask_no_more_queries(counted, arbitrator, stranger, django_assert_num_queries) -> None:
    keep(counted, arbitrator, **EVERYTHING)
    standings_of(counted)
    with django_assert_num_queries(3):
        standings_of(counted)
    enter(counted, stranger)
    standings_of(counted)
    with django_assert_num_queries(3):
        assert len(standings_of(counted)) == 3


def events(campaign: Campaign) -> list[str]:
    return [kind for kind in campaign.events.order_by("pk").values_list("kind", flat=True) if "painted" in kind]


@pytest.mark.django_db
def test_a_player_says_painted_the_arbitrator_confirms_and_either_takes_it_back(
    counted, arbitrator, owner, rival, stranger, client_of
) -> None:
    keep(counted, arbitrator, per_painted=3)
    page = f"/campaigns/{counted.slug}/people/{entry_of(counted, owner).public_id}/"
    table = f"/campaigns/{counted.slug}/standings/"

    def press(who, act) -> int:
        return client_of(who).post(f"{page}painted/", {"act": act}).status_code

    assert 'value="declare"' in client_of(owner).get(page).content.decode()
    assert 'value="declare"' not in client_of(rival).get(page).content.decode()
    assert [press(owner, "declare"), press(owner, "declare")] == [302, 302]
    assert (events(counted), parts(counted, owner)) == (["painted_declared"], {"results": 3})
    assert "Painted" not in client_of(None).get(table).content.decode()
    assert f"{page}#painted" in client_of(arbitrator).get(f"/campaigns/{counted.slug}/manage/").content.decode()
    assert 'value="confirm"' in client_of(arbitrator).get(page).content.decode()
    assert [press(owner, "confirm"), press(rival, "take_back"), press(stranger, "declare")] == [403, 403, 403]
    assert [press(arbitrator, "confirm"), press(arbitrator, "confirm"), press(owner, "declare")] == [302, 302, 302]
    assert events(counted) == ["painted_declared", "painted_confirmed"]
    assert parts(counted, owner) == {"results": 3, "painted": 3}
    assert client_of(None).get(table).content.decode().count('title="Painted"') == 1
    assert "painted" in client_of(None).get(f"/campaigns/{counted.slug}/chronicle/").content.decode().casefold()
    assert [press(owner, "take_back"), press(owner, "take_back")] == [302, 302]
    assert parts(counted, owner) == {"results": 3}
    assert press(owner, "varnish") == 404
    assert events(counted) == ["painted_declared", "painted_confirmed", "painted_taken_back"]


@pytest.mark.django_db
def test_programs_say_painted_and_a_file_keeps_it(counted, arbitrator, owner, stranger, client_of) -> None:
    keep(counted, arbitrator, per_painted=3)
    address = f"/api/v1/campaigns/{counted.slug}/people/{entry_of(counted, owner).public_id}/painted/"

    def press(who, act):
        return client_of(who).post(address, json.dumps({"act": act}), content_type="application/json")

    assert press(owner, "take_back").json() == {"stands": ""}
    assert press(owner, "declare").json() == {"stands": "painted_declared"}
    assert press(owner, "confirm").status_code == 403
    assert press(arbitrator, "confirm").json() == {"stands": "painted_confirmed"}
    assert press(arbitrator, "varnish").status_code == 400
    document = exchange_document.read(json.dumps(document_of(counted).model_dump(mode="json")).encode())
    made = import_campaign.import_campaign(actor_id=stranger.pk, document=document, now=now())
    assert [row.line.extras.is_painted for row in standings_of(made)] == [True, False]
    running_services.set_status(campaign_id=counted.pk, actor_id=arbitrator.pk, status="closed", now=now())
    assert press(owner, "take_back").status_code == 409
