"""A refusal names the field of the request it is about, if there is one."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from battles.core.tests.factories import hot_seat
from campaigns.rounds import scheduling
from mordheim_site.operations.base import OPERATIONS
from mordheim_site.refusals import Refusal
from tests.shell.world import Town
from warbands.core.tests.factories import draft

pytestmark = pytest.mark.django_db


def program_of(user: User) -> Client:
    """A program with an API key."""
    key = api_keys_services.create_key(user_id=user.pk, name="fields")
    return Client(headers={"Authorization": f"Bearer {key}"})


def refusal(program: Client, address: str, body: dict[str, Any]) -> Any:
    """The JSON of the refusal of a POST."""
    answer = program.post(f"/api/v1/{address}", body, "application/json")
    assert answer.status_code in (409, 422), answer.content[:300]
    return answer.json()


@pytest.mark.parametrize(
    ("action", "body", "code", "field"),
    [
        ("buy", {"item": "sworrd"}, "no_such_item", "item"),
        ("buy", {"item": "dagger", "warrior": "4kPq8ZxTn2Lw"}, "no_such_warrior", "warrior"),
        ("hire", {"warrior_type": "no_such_entry"}, "no_such_entry", "warrior_type"),
        ("sell", {"held": "4kPq8ZxTn2Lw"}, "no_such_kit", "held"),
        ("suggest", {"version": 900}, "stale_page", "version"),
    ],
)
def test_actions_on_a_warband_name_the_field(
    owner: User, action: str, body: dict[str, Any], code: str, field: str
) -> None:
    refused = refusal(program_of(owner), f"warbands/{draft(owner).public_id}/actions/{action}/", body)
    assert (refused["code"], list(refused["fields"])) == (code, [field])
    assert refused["fields"][field] == [refused["message"]]


def test_a_program_that_missed_a_change_is_refused_even_if_its_own_user_made_it(owner: User) -> None:
    warband = draft(owner)
    seen = warband.version
    actions = f"warbands/{warband.public_id}/actions/"
    program = program_of(owner)
    renamed = program.post(f"/api/v1/{actions}rename/", {"name": "New", "version": seen}, "application/json")
    assert renamed.status_code == 200, renamed.content[:300]
    assert refusal(program, f"{actions}rename/", {"name": "Newer", "version": seen})["code"] == "stale_page"


def test_leagues_and_battles_name_the_field(town: Town) -> None:
    root = f"campaigns/{town.campaign.slug}/"
    program, unknown = program_of(town.owner), "4kPq8ZxTn2Lw"
    entries = {entry.player_id: entry.public_id for entry in town.campaign.entries.filter(withdrawn_at__isnull=True)}
    ours = entries[town.owner.pk]
    challenge = scheduling.challenge(
        campaign_id=town.campaign.pk,
        actor_id=town.owner.pk,
        entry_id=town.campaign.entries.get(public_id=ours).pk,
        other_entry_id=town.campaign.entries.get(public_id=entries[town.rival.pk]).pk,
        now=timezone.now(),
    )
    for address, body, field in (
        (f"{root}matches/", {"entry": ours, "others": [unknown]}, "others"),
        (f"{root}matches/", {"entry": unknown, "others": [ours]}, "entry"),
        (f"{root}matches/{challenge.public_id}/date/", {"planned_for": "2020-05-01T19:30:00+02:00"}, "planned_for"),
        (f"{root}matches/{challenge.public_id}/scenario/", {"scenario": "no_such_scenario"}, "scenario"),
        (f"{root}webhooks/", {"url": "http://192.168.1.1/x"}, "url"),
        ("campaigns/import/", {"document": {"a": 1}}, "document"),
        ("warbands/import/", {"document": {"a": 1}}, "document"),
        ("battles/", {"scenario": "no_such_scenario"}, "scenario"),
        ("battles/", {"warband_type": "no_such_list"}, "warband_type"),
        ("battles/", {"their_warband_type": "no_such_list"}, "their_warband_type"),
        ("battles/", {"table": "no_such_table"}, "table"),
        ("battles/", {"warband": unknown}, "warband"),
    ):
        assert list(refusal(program, address, body)["fields"]) == [field], (address, body)


@pytest.mark.parametrize(
    ("address", "content", "code", "field"),
    [
        ("commands", {"command": {"kind": "shoot", "who": "z9"}}, "", "command"),
        ("commands", {"command": {"kind": "fly"}}, "", "command"),
        ("commands", {"command": {"kind": "end_step"}, "expected_seq": 900}, "stale_order", "expected_seq"),
        ("typed", {"text": "dance on the table"}, "not_understood", "text"),
    ],
)
def test_commands_name_the_field(owner: User, address: str, content: dict[str, Any], code: str, field: str) -> None:
    battle = hot_seat(owner)
    body = {"expected_seq": battle.seq, "command_id": "c-1", **content}
    refused = refusal(program_of(owner), f"battles/{battle.public_id}/{address}/", body)
    assert list(refused["fields"]) == [field], refused
    assert refused["code"] == code or not code


def test_fields_named_by_refusals_are_fields_of_an_operation_that_declares_them() -> None:
    inputs: dict[type[Refusal], set[str]] = {}
    for operation in OPERATIONS.values():
        for kind in operation.declaration.errors:
            inputs.setdefault(kind, set()).update(operation.model_fields)
    named = {kind: fields for kind, fields in inputs.items() if kind.about}
    assert len(named) > 40
    assert [kind.__name__ for kind, fields in named.items() if not fields & set(kind.about)] == []
