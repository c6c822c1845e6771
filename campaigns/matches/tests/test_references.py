"""Chronicle, inbox and webhooks contain the ids of what they are about."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from campaigns.core.event_data import EventData
from campaigns.core.tests.factories import entry_of, league, match_between, won
from campaigns.matches.references import references_of
from campaigns.models import Campaign, Delivery
from campaigns.webhooks import services as webhooks_services
from jobs.models import Job

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
RunJobs = Callable[[], list[Job]]


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


def warbands(campaign: Campaign, *players: User) -> list[dict[str, str]]:
    entries = [entry_of(campaign, player) for player in players]
    return [
        {"entry": entry.public_id, "roster": entry.warband.public_id, "name": entry.warband.name} for entry in entries
    ]


def ids(line: dict[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in ("campaign", "match", "battle", "post", "warbands")}


def test_lines_of_the_chronicle_name_match_and_warbands(
    ashes: Campaign, owner: User, rival: User, client_of: ClientOf
) -> None:
    match = won(ashes, owner, rival)
    found = client_of(owner).get(f"/api/v1/campaigns/{ashes.slug}/chronicle/").json()["results"]
    lines = {line["kind"]: ids(line) for line in reversed(found)}
    sides = {side.entry.player_id: side.entry.public_id for side in match.sides.select_related("entry")}
    played = lines["match_played"]
    assert (played["campaign"], played["match"], played["battle"]) == (ashes.slug, match.public_id, "")
    assert [warband["entry"] for warband in played["warbands"]] == [sides[owner.pk], sides[rival.pk]]
    assert played["warbands"] == warbands(ashes, owner, rival)
    assert lines["warband_joined"] == {
        "campaign": ashes.slug, "match": "", "battle": "", "post": "", "warbands": warbands(ashes, rival),
    }  # fmt: skip


def test_events_that_name_only_their_match_have_its_warbands(ashes: Campaign, owner: User, rival: User) -> None:
    match = match_between(ashes, owner, rival)
    data = {number: EventData(match=match.public_id) for number in range(9)}
    with CaptureQueriesContext(connection) as queries:
        found = references_of(ashes, data)
    assert found[8]["warbands"] == warbands(ashes, owner, rival)
    assert len(queries) < 7
    other = references_of(ashes, {1: EventData(match="4kPq8ZxTn2Lw", entry="4kPq8ZxTn2Lw")})[1]
    assert (other["match"], other["warbands"]) == ("", [])


def test_notices_and_webhooks_contain_the_ids(
    ashes: Campaign, arbitrator: User, owner: User, rival: User, client_of: ClientOf, run_jobs: RunJobs
) -> None:
    run_jobs()
    hook = webhooks_services.add(
        campaign_id=ashes.pk,
        actor_id=arbitrator.pk,
        url="https://example.org/hook",
        form="generic",
        kinds=["match_arranged"],
        now=timezone.now(),
    )
    match = match_between(ashes, owner, rival)
    event = ashes.events.get(kind="match_arranged")
    sent = json.loads(webhooks_services.body_of(Delivery(webhook=hook, event=event, at=timezone.now())))
    wanted = {
        "campaign": ashes.slug, "match": match.public_id, "battle": "", "post": "",
        "warbands": warbands(ashes, owner, rival),
    }  # fmt: skip
    assert ids(sent) == wanted
    tested = json.loads(webhooks_services.body_of(Delivery(webhook=hook, event=None, at=timezone.now())))
    assert ids(tested) == {**wanted, "match": "", "warbands": []}
    Delivery.objects.all().delete()
    hook.delete()
    run_jobs()
    (notice,) = client_of(rival).get("/api/v1/notices/").json()["results"]
    assert ids(notice) == wanted
