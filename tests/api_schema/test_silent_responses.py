"""What a request cannot have is refused with code, field and message, never dropped or replaced.

Shown elsewhere: the codes of sheets (`battles/tabletop/tests/test_api.py`), open dice after a battle
(`battles/aftermath/tests/test_api.py`), values of queries (`mordheim_site/tests/test_api_responses.py`).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.tests.factories import hot_seat
from campaigns.core.tests.factories import entry_of, league
from campaigns.models import Campaign
from warbands.core.tests.factories import draft, founded

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = "application/json"


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, (owner, rival))


def sent(client: Client, address: str, body: dict[str, Any], status: int = 200) -> Any:
    """The JSON of a response with this status."""
    answer = client.post(f"/api/v1/{address}", body, content_type=JSON)
    assert answer.status_code == status, (address, answer.status_code, answer.content[:400])
    return answer.json()


def refused(client: Client, address: str, body: dict[str, Any]) -> tuple[str, list[str]]:
    """Code and fields of a refusal."""
    answer = client.post(f"/api/v1/{address}", body, content_type=JSON)
    assert 400 <= answer.status_code < 500, answer.content[:300]
    assert answer.json()["message"]
    return answer.json()["code"], list(answer.json()["fields"])


def in_days(days: int) -> str:
    """A moment in the future."""
    return (timezone.now() + datetime.timedelta(days=days)).isoformat()


def challenge(ashes: Campaign, client: Client, owner: User, rival: User) -> str:
    """The address of a new match."""
    body = {"entry": entry_of(ashes, owner).public_id, "others": [entry_of(ashes, rival).public_id]}
    match = sent(client, f"campaigns/{ashes.slug}/matches/", body, 201)
    return f"campaigns/{ashes.slug}/matches/{match['id']}/"


def test_a_purchase_for_a_group_is_for_each_model_as_its_description_says(
    owner: User, client_of: ClientOf, schema: dict[str, Any]
) -> None:
    warband, client = founded(owner), client_of(owner)
    warband.treasury_gc = 200
    warband.save()
    group = next(unit for unit in warband.warriors.order_by("pk") if unit.headcount > 1)
    before = client.get(f"/api/v1/warbands/{warband.public_id}/").json()["treasury_gc"]
    body = {"item": "axe", "warrior": group.public_id, "count": 1}
    after = sent(client, f"warbands/{warband.public_id}/actions/buy/", body)["roster"]["treasury_gc"]
    assert before - after == group.headcount * 5, "an axe costs 5 gc"
    assert "each of its models" in schema["components"]["schemas"]["BuyRequest"]["properties"]["count"]["description"]


def test_a_side_cannot_lose_more_models_than_it_has(
    ashes: Campaign, owner: User, rival: User, client_of: ClientOf
) -> None:
    match = challenge(ashes, client_of(owner), owner, rival)
    theirs = entry_of(ashes, rival).public_id
    body = {"winner": entry_of(ashes, owner).public_id, "losses": {theirs: 99}}
    assert refused(client_of(owner), f"{match}report/", body) == ("too_many_losses", [f"losses.{theirs}"])


def test_a_yes_counts_for_its_date_only(ashes: Campaign, owner: User, rival: User, client_of: ClientOf) -> None:
    match = challenge(ashes, client_of(owner), owner, rival)
    sent(client_of(owner), f"{match}date/", {"planned_for": in_days(3)})
    answered = sent(client_of(rival), f"{match}date/answer/", {"rsvp": "yes"})
    assert [side["rsvp"] for side in answered["sides"]] == ["", "yes"]
    moved = sent(client_of(owner), f"{match}date/", {"planned_for": in_days(4)})
    assert [side["rsvp"] for side in moved["sides"]] == ["", ""]


@pytest.mark.parametrize(
    ("address", "body", "code", "field"),
    [
        ("campaigns/", {"name": "Ashes", "starting_gold": 600}, "invalid", "starting_gold"),
        ("battles/", {"rules": "none"}, "invalid", "rules"),
        ("battles/", {"ruleset": "none"}, "invalid", "ruleset"),
        ("battles/", {"scenario": "tea"}, "no_such_choice", "scenario"),
        ("campaigns/{slug}/rounds/", {"kind": "swiss", "first_day": "2020-01-01"}, "date_in_the_past", "first_day"),
        ("warbands/{draft}/actions/rename/", {"name": "New", "version": 900}, "stale_page", "version"),
    ],
)  # fmt: skip
def test_input_that_cannot_be_used_is_refused_by_name(
    ashes: Campaign, arbitrator: User, client_of: ClientOf, address: str, body: dict[str, Any], code: str, field: str
) -> None:
    written = address.format(slug=ashes.slug, draft=draft(arbitrator).public_id)
    assert refused(client_of(arbitrator), written, body) == (code, [field])


def test_a_command_with_a_field_that_it_lacks_is_refused(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    command = {"kind": "charge", "who": "a1", "targets": ["b1"], "path": [], "how": "leap"}
    body = {"command": command, "expected_seq": battle.seq, "command_id": "c-1"}
    code, fields = refused(client_of(owner), f"battles/{battle.public_id}/commands/", body)
    assert (code, fields) == ("bad_command", ["command"])


REPEATED: Final = {
    ("disputed", "dispute"): "it is disputed already",
    ("agreed", "agree"): "it is agreed already",
    ("void", "cancel"): "it is cancelled already",
}
"""(status of a match, action) that changes nothing because it was done before, with the reason."""


@pytest.mark.parametrize("status", ["planned", "dated", "reported", "disputed", "agreed", "void"])
def test_the_actions_of_a_match_are_exactly_those_that_work(
    status: str, ashes: Campaign, owner: User, rival: User, arbitrator: User, client_of: ClientOf
) -> None:
    ours, theirs = entry_of(ashes, owner).public_id, entry_of(ashes, rival).public_id
    report = {"winner": ours, "losses": {theirs: 1}}
    requests: dict[str, tuple[str, dict[str, Any]]] = {
        "report": ("report/", report),
        "take_back": ("report/withdraw/", {}),
        "agree": ("agree/", {}),
        "dispute": ("dispute/", {}),
        "date": ("date/", {"planned_for": in_days(3)}),
        "rsvp": ("date/answer/", {"rsvp": "yes"}),
        "scenario": ("scenario/", {"scenario": "wyrdstone_hunt"}),
        "draw": ("scenario/roll/", {}),
        "rule": ("decision/", {**report, "reason": "Both sent a photo."}),
        "decline": ("decline/", {"reason": "Too many wounded."}),
        "cancel": ("cancel/", {}),
    }
    match = challenge(ashes, client_of(owner), owner, rival)
    if status in ("reported", "disputed", "agreed"):
        sent(client_of(owner), f"{match}report/", report)
    if status in ("disputed", "agreed"):
        sent(client_of(rival), f"{match}{'dispute' if status == 'disputed' else 'agree'}/", {})
    if status == "void":
        sent(client_of(arbitrator), f"{match}cancel/", {})
    if status == "dated":
        sent(client_of(owner), f"{match}date/", {"planned_for": in_days(5)})
    for user in (owner, rival, arbitrator):
        client = client_of(user)
        read = client.get(f"/api/v1/{match}").json()
        assert read["status"] == ("planned" if status == "dated" else status)
        for name, (address, body) in requests.items():
            # Each action finds the match as it was.
            before = transaction.savepoint()
            answer = client.post(f"/api/v1/{match}{address}", body, content_type=JSON)
            transaction.savepoint_rollback(before)
            works = answer.status_code == 200 and (status, name) not in REPEATED
            assert works == (name in read["acts"]), (status, user.username, name, answer.content[:300])
