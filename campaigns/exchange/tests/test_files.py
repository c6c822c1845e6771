"""A league as one file: an export can be imported again without changes; other files are refused with a message."""

import copy
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from campaigns.administration import services as running_services
from campaigns.city import factions
from campaigns.city import services as city_services
from campaigns.core.tests.factories import entry_of, league, match_between, now, won
from campaigns.exchange import document as exchange_document
from campaigns.exchange import import_campaign
from campaigns.exchange.document import BadLeagueFile
from campaigns.exchange.export import document_of
from campaigns.members import awards
from campaigns.models import Campaign, Holding
from campaigns.posts import services as posts_services
from campaigns.rounds import planning
from campaigns.rounds.planning import Plan
from campaigns.standings.selectors import standings_of
from warbands.core.reconcile import reconcile
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(arbitrator, owner, rival) -> Campaign:
    """A league that has one item of everything."""
    campaign = league(arbitrator, [owner, rival], map_code="hamlet")
    data = {"campaign_id": campaign.pk, "actor_id": arbitrator.pk}
    planning.plan(**data, now=now(), asked=Plan(rounds=1, best_of=3))
    match = match_between(campaign, owner, rival)
    city_services.set_prize(match_id=match.pk, actor_id=owner.pk, district="green", now=now())
    won(campaign, owner, rival, (1, 2))
    entry = entry_of(campaign, owner).public_id
    city_services.assign_district(**data, district="quarry", entry=entry, now=now())
    awards.give_award(**data, entry=entry, title="Best painted", reason="", now=now())
    running_services.change(**data, now=now(), about="A club", formula={"per_district": 2}, theme="moss")
    factions.name_resources(**data, names=["Favour"])
    factions.count(**data, entry=entry, resource="Favour", delta=2, reason="So", now=now())
    drawn = io.BytesIO()
    Image.new("RGB", (40, 30)).save(drawn, "PNG")
    photos = [(drawn.getvalue(), "A square")]
    post = posts_services.publish(**data, title="News", body="Now", now=now(), photos=photos)
    posts_services.comment(campaign_id=campaign.pk, actor_id=owner.pk, body="Good", post_id=post.pk, now=now())
    campaign.refresh_from_db()
    return campaign


def written(campaign) -> bytes:
    return json.dumps(document_of(campaign).model_dump(mode="json")).encode()


def test_an_exported_league_is_imported_unchanged(full, stranger, client_of) -> None:
    document = exchange_document.read(written(full))
    made = import_campaign.import_campaign(actor_id=stranger.pk, document=document, now=now(), source_key="form:a")
    assert (
        import_campaign.import_campaign(actor_id=stranger.pk, document=document, now=now(), source_key="form:a") == made
    )

    def table(campaign):
        return [(row.entry.name, row.line.points, row.line.kills, row.line.rating) for row in standings_of(campaign)]

    assert table(made) == table(full)
    holders = Holding.objects.filter(campaign=made).values_list("district_code", "entry__warband__name")
    assert list(holders) == list(
        Holding.objects.filter(campaign=full).values_list("district_code", "entry__warband__name")
    )
    for entry in made.entries.all():
        assert entry.warband.owner_id == stranger.pk
        assert reconcile(entry.warband) == []
    again = document_of(made).model_dump(mode="json")
    first = document.model_dump(mode="json")
    for name in ("settings", "rounds"):
        assert again[name] == first[name]
    assert [entry["warband"] for entry in again["entries"]] == [entry["warband"] for entry in first["entries"]]
    assert len(again["matches"]) == len(first["matches"])
    assert len(again["posts"][0]["pictures"]) == 1
    page = client_of(stranger).get(f"/campaigns/{made.slug}/chronicle/").content.decode()
    assert "arbitrator" in page
    assert full.entries.first().public_id not in page


BAD = {
    "no JSON": lambda document: b"{nonsense",
    "not text": lambda document: b"\xff\xfe\x00",
    "other JSON": lambda document: b'{"format": "mordheim-warband"}',
    "a list": lambda document: b"[]",
    "deep": lambda document: b'{"format": "mordheim-league", "x": ' + b"[" * 60 + b"]" * 60 + b"}",
    "very deep": lambda document: b"[" * 200_000,
    "not a number": lambda document: b'{"format": "mordheim-league", "x": NaN}',
}
CHANGES = {
    "unknown field": lambda document: document.update(admin=True),
    "unknown warband": lambda document: document["matches"][0]["sides"][0].update(entry="x" * 12),
    "unknown round": lambda document: document["matches"][0].update(round=77),
    "unknown series": lambda document: document["matches"][0].update(series="x" * 12),
    "doubled keys": lambda document: document["entries"].append(document["entries"][0]),
    "negative gold": lambda document: document["entries"][0]["warband"].update(treasury_gc=-4),
    "unknown list": lambda document: document["entries"][0]["warband"].update(warband_type="the_gods"),
    "draft": lambda document: document["entries"][0]["warband"].update(status="draft"),
    "unknown map": lambda document: document["settings"].update(map_code="moon"),
    "unknown ruleset": lambda document: document["settings"].update(ruleset="chess"),
    "bad picture": lambda document: document["posts"][0].update(pictures=[["bm8=", "x"]]),
    "no time zone": lambda document: document["events"][0].update(at="2026-01-01T00:00:00"),
    "a year without a next one": lambda document: document["matches"][0].update(planned_for="9999-12-31T23:59:59Z"),
    "a year without one before": lambda document: document["events"][0].update(at="0001-01-01T00:00:01Z"),
    "a time that is no time in UTC": lambda document: document["events"][0].update(at="0001-01-01T00:00:00+23:59"),
    "three sides": lambda document: document["matches"][0]["sides"].extend(document["matches"][0]["sides"]),
    "a very long name": lambda document: document["settings"].update(name="x" * 500),
    "a null byte": lambda document: document["settings"].update(about="x\x00"),
}


@pytest.mark.parametrize("status", ["reported", "disputed", "playing"])
def test_a_report_that_was_not_confirmed_is_imported_as_a_whole_or_not_at_all(full, stranger, status) -> None:
    data = document_of(full).model_dump(mode="json")
    saved = next(match for match in data["matches"] if match["status"] == "agreed")
    saved |= {"status": status, "how": "reported", "note": "A draw."}
    for side in saved["sides"]:
        side |= {"result": "draw", "kills": 1, "losses": 1, "rsvp": "yes"}
    place = data["matches"].index(saved)
    document = exchange_document.read_document(data)
    made = import_campaign.import_campaign(actor_id=stranger.pk, document=document, now=now())
    again = document_of(made).model_dump(mode="json")["matches"][place]
    assert (again["status"], again["how"], again["note"], again["played_at"]) == ("planned", "", "", None)
    plain = {"result": "", "kills": 0, "losses": 0, "finish": 0, "team": "", "rsvp": "yes"}
    assert [{name: side[name] for name in plain} for side in again["sides"]] == [plain] * len(saved["sides"])


def test_errors_of_a_file_name_their_fields_in_the_words_of_the_site(full) -> None:
    data = document_of(full).model_dump(mode="json")
    data["version"] = 99
    data["matches"][0]["victor"] = "a"
    with pytest.raises(BadLeagueFile) as refused:
        exchange_document.read_document(data)
    fields = refused.value.as_json()["fields"]
    assert fields["document.version"] == ["Choose one of these: 1."]
    assert "Known fields: key," in fields["document.matches.0.victor"][0]


@pytest.mark.parametrize("name", [*BAD, *CHANGES])
def test_a_hostile_file_is_refused_with_a_sentence_and_leaves_nothing(full, stranger, name, client_of) -> None:
    data = json.loads(written(full))
    if name in CHANGES:
        CHANGES[name](data)
        upload = json.dumps(data).encode()
    else:
        upload = BAD[name](data)
    before = Campaign.objects.count(), Warband.objects.count()
    sent = {"file": SimpleUploadedFile("x.json", upload, "application/json")}
    answer = client_of(stranger).post("/campaigns/import/", sent)
    assert answer.status_code in (422, 404), answer.status_code
    assert b"Not possible" in answer.content
    assert (Campaign.objects.count(), Warband.objects.count()) == before


def answered(upload: bytes) -> str:
    """The message of a refusal; "" if the file was read."""
    try:
        exchange_document.read(upload)
    except BadLeagueFile as error:
        return str(error)
    return ""


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_value_put_anywhere_is_refused_or_read(full, data) -> None:
    document = copy.deepcopy(json.loads(written(full)))
    place = document
    while isinstance(place, dict | list) and place:
        names = list(place) if isinstance(place, dict) else list(range(len(place)))
        name = data.draw(st.sampled_from(names))
        if data.draw(st.booleans()) or not isinstance(place[name], dict | list) or not place[name]:
            place[name] = data.draw(st.sampled_from([None, -1, 10**30, "", "x" * 400, [], {}, True, 1.5, "\x00"]))
            break
        place = place[name]
    assert len(answered(json.dumps(document).encode())) < 800


def test_the_export_page_is_for_the_arbitrator_and_a_file_can_be_imported(
    full, arbitrator, owner, stranger, client_of
) -> None:
    url = f"/campaigns/{full.slug}/manage/export/"
    assert client_of(owner).get(url).status_code == 403
    answer = client_of(arbitrator).get(url)
    assert 'filename="ashes.league.json"' in answer["Content-Disposition"]
    client = client_of(stranger)
    sent = {"file": SimpleUploadedFile("x.json", answer.content), "idempotency_key": "k"}
    assert client.post("/campaigns/import/", sent).status_code == 302
    made = Campaign.objects.get(created_by=stranger)
    assert client_of(None).get(f"/campaigns/{made.slug}/").status_code == 404
    entry = made.entries.order_by("pk")[0]
    hand = f"/campaigns/{made.slug}/manage/hand-over/"
    assert "Hand over to its player" in client.get(f"/campaigns/{made.slug}/people/").content.decode()
    assert client.post(hand, {"entry": entry.public_id, "username": "nobody here"}).status_code == 422
    assert client.post(hand, {"entry": entry.public_id, "username": owner.username}).status_code == 302
    entry.refresh_from_db()
    assert (entry.player, entry.warband.owner) == (owner, owner)
    assert client_of(owner).get(f"/campaigns/{made.slug}/").status_code == 200
