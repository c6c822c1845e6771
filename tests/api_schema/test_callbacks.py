"""What the site sends to webhooks is in the schema: typed, with an example, and the same as what is really sent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openapi_schema_validator import OAS30Validator
from referencing import Registry
from referencing.jsonschema import DRAFT4

from campaigns.core.tests.factories import NOON, won
from campaigns.core.webhook_kinds import KINDS
from campaigns.models import Delivery
from campaigns.webhooks import services as webhooks_services
from tests.api_schema.test_examples import DOCUMENT, JSON, absolute, example_in
from tests.shell.world import Town

pytestmark = pytest.mark.django_db
PATH = "/api/v1/campaigns/{slug}/webhooks/"
FORMS = {"generic": "event", "discord": "chatMessage"}


def callback(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """The request to a webhook with this name."""
    found: dict[str, Any] = schema["paths"][PATH]["post"]["callbacks"][name]["{$request.body#/url}"]["post"]
    return found


def mistakes(schema: dict[str, Any], name: str, body: Any) -> list[str]:
    """Where a body does not fit the callback, including fields that the schema does not have."""
    document = absolute(schema)
    registry: Any = Registry().with_resource(DOCUMENT, DRAFT4.create_resource(document))
    content = callback(schema, name)["requestBody"]["content"][JSON]
    validator = OAS30Validator(absolute(content["schema"]), registry=registry)
    component = schema["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
    unknown = [f"unknown: {field}" for field in body if field not in component["properties"]]
    return [error.message for error in validator.iter_errors(body)] + unknown


def test_the_examples_of_the_bodies_fit(schema: dict[str, Any]) -> None:
    for name in FORMS.values():
        assert mistakes(schema, name, example_in(schema, callback(schema, name)["requestBody"]["content"][JSON])) == []


@pytest.mark.parametrize(("form", "name"), FORMS.items())
def test_messages_to_webhooks_are_as_the_schema_says(town: Town, schema: dict[str, Any], form: str, name: str) -> None:
    webhook = webhooks_services.add(
        campaign_id=town.campaign.pk,
        actor_id=town.owner.pk,
        url="https://example.org/",
        form=form,
        kinds=[],
        now=NOON,
    )
    test = webhooks_services.request_test(
        campaign_id=town.campaign.pk, actor_id=town.owner.pk, webhook=webhook.public_id, now=NOON
    )
    match = won(town.campaign, town.owner, town.rival)
    for event in town.campaign.events.all():
        webhooks_services.request_deliveries(event, NOON)
    deliveries = [test, *Delivery.objects.filter(webhook=webhook, event__isnull=False)]
    bodies = [json.loads(webhooks_services.body_of(delivery)) for delivery in deliveries]
    assert len(bodies) > 2
    assert [found for body in bodies for found in mistakes(schema, name, body)] == []
    if form == "generic":
        assert {body["event"] for body in bodies} >= {"test", "match_played"}
        assert match.public_id in {body["match"] for body in bodies}


def test_the_headers_and_the_events_are_explained(schema: dict[str, Any]) -> None:
    headers = {parameter["name"] for parameter in callback(schema, "event")["parameters"]}
    assert headers == {"X-Mordheim-Delivery", "X-Mordheim-Signature"}
    event = schema["components"]["schemas"]["WebhookEvent"]["properties"]["event"]["description"]
    assert all(f"`{kind}`: {meaning}" in event for kind, meaning in KINDS.items())
