"""A wrong value in any field of any operation is refused by the name of that field. Deprecated addresses are left out.
There are two kinds of wrong values: one of another JSON type or outside of the limits, for every field; and a
well-formed id or code that does not exist, for every field that refers to something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.models import User
from campaigns.core.tests.factories import entry_of, match_between
from campaigns.models import Campaign
from mordheim_site.operations.api import read_json
from mordheim_site.operations.base import OPERATIONS, Operation
from mordheim_site.operations.messages import InvalidInput
from tests.api_schema.test_refused_inputs import api_routes, methods_of
from tests.shell.world import Town
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = "application/json"
NO_ID, NO_CODE = "4kPq8ZxTn2Lw", "no_such_thing"
NAMES_SOMETHING: Final = frozenset(
    (
        "item", "warrior_type", "mutation", "material", "person", "username", "join_code", "scenario", "table",
        "warband_type", "their_warband_type", "district", "resource", "ready", "thing", "left_out", "own",
        "house_rules", "map", "preset", "losses", "places", "kills",
    )
)  # fmt: skip
"""Fields that refer to something, in addition to those with the pattern of an id."""
ID_PATTERN: Final = "[0-9A-Za-z]{12}"


def addresses() -> Iterator[tuple[type[Operation], str, str]]:
    """(operation, method, route) of every declared operation, without deprecated addresses."""
    for route in api_routes():
        for method in methods_of(route):
            operation = getattr(getattr(route.view.cls, method), "operation", None)
            if operation is not None and not operation.declaration.is_combined and operation.model_fields:
                yield operation, method, route.address


def resolved(components: Mapping[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a field, without references; of several options the first."""
    while True:
        if "$ref" in part:
            part = components[part["$ref"].rpartition("/")[2]]
        elif inner := part.get("allOf") or part.get("anyOf") or part.get("oneOf"):
            part = {**{name: value for name, value in part.items() if name[3:] != "Of"}, **inner[0]}
            part = {name: value for name, value in part.items() if name not in ("allOf", "anyOf", "oneOf")}
        else:
            return part


def fields_of(schema: Mapping[str, Any], method: str, route: str) -> Mapping[str, Mapping[str, Any]]:
    """The schemas of the fields of a request."""
    components = schema["components"]["schemas"]
    path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
    body = schema["paths"][path][method]["requestBody"]["content"][JSON]["schema"]
    found = resolved(components, body)["properties"]
    return {name: resolved(components, part) for name, part in found.items()}


def unreadable_values(part: Mapping[str, Any]) -> Iterator[Any]:
    """Values of another type, or beyond a limit of the schema."""
    kind = part.get("type")
    yield {"no": "array"} if kind == "array" else ["no", "object"] if kind == "object" else []
    if kind == "string" and "maxLength" in part and part["maxLength"] < 100_000:
        yield "x" * (part["maxLength"] + 1)
    if kind == "integer" and "maximum" in part:
        yield part["maximum"] + 1
    if kind == "integer" and "minimum" in part:
        yield part["minimum"] - 1
    if "enum" in part:
        yield NO_CODE if kind == "string" else -7


def sent(client: Client, town: Town, method: str, route: str, body: dict[str, Any], url: str = "") -> Any:
    """The response to a request, which is rolled back."""
    cache.clear()
    point = transaction.savepoint()
    try:
        return getattr(client, method)(url or town.url(route), body, content_type=JSON)
    finally:
        transaction.savepoint_rollback(point)


def names(answer: Any, field: str) -> bool:
    """Whether a response is a refusal that names a field."""
    if not 400 <= answer.status_code < 500:
        return False
    refusal = answer.json()
    return bool(refusal["code"] and refusal["message"]) and any(
        re.split(r"[.]", named)[0] == field for named in refusal["fields"]
    )


NOT_IN_TOWN: Final = ("aftermath_", "sheets_answer", "sheets_amend", "moderation_", "stand_ins_paper_roster_")
"""Operations on things that do not exist in these rows: they return 404 before the body is read. The next test reads it
with `read_json`."""


def test_every_field_refuses_values_that_its_schema_does_not_have(
    town: Town, client_of: ClientOf, schema: dict[str, Any]
) -> None:
    client, wrong, count = client_of(town.owner), [], 0
    for operation, method, route in addresses():
        if operation.declaration.name.startswith(NOT_IN_TOWN):
            continue
        for field, part in fields_of(schema, method, route).items():
            for value in unreadable_values(part):
                answer = sent(client, town, method, route, {**operation.declaration.example, field: value})
                count += 1
                if answer.status_code != 400 or not names(answer, field):
                    wrong.append(f"{method} {route} {field}={value!r:.40}: {answer.status_code} {answer.content[:200]}")
    assert count > 800
    assert not wrong, "\n".join(wrong)


def test_fields_of_operations_outside_of_the_town_refuse_them_too(schema: dict[str, Any]) -> None:
    seen = 0
    for operation, method, route in addresses():
        if not operation.declaration.name.startswith(NOT_IN_TOWN):
            continue
        for field, part in fields_of(schema, method, route).items():
            for value in unreadable_values(part):
                with pytest.raises(InvalidInput) as refused:
                    read_json(operation, {**operation.declaration.example, field: value})
                assert {name.partition(".")[0] for name in refused.value.fields} == {field}, (operation, field, value)
                seen += 1
    assert seen > 40


def is_reference(name: str, part: Mapping[str, Any]) -> bool:
    """Whether a field refers to something: by an id, a code or a name."""
    inner = part.get("items", part)
    return name in NAMES_SOMETHING or ID_PATTERN in str(inner.get("pattern", ""))


ELSEWHERE: Final = (
    "the town has no battle after its end; `battles/aftermath/tests/test_api.py` and the tests of sheets send it"
)
UNUSED: Final[Mapping[str, str]] = {
    "aftermath_answer.line": ELSEWHERE,
    "aftermath_undo.line": ELSEWHERE,
    "aftermath_search_item.item": ELSEWHERE,
    "aftermath_correct_roster.warrior": ELSEWHERE,
    "sheets_amend.places": ELSEWHERE,
    "sheets_amend.scenario": ELSEWHERE,
    "tracks_begin.scenario": "the match is played on the board; `tracks_start` has the same fields",
    "tracks_begin.at_home": "the match is played on the board; `tracks_start` has the same fields",
}
"""Fields that cannot be tested because the rows lack what they depend on, with the reason."""


def wrong_reference(part: Mapping[str, Any]) -> Any:
    """A well-formed id or code that does not exist."""
    inner = part.get("items", part)
    name = NO_ID if ID_PATTERN in str(inner.get("pattern", "")) else NO_CODE
    if part.get("type") == "array":
        return [name]
    return {name: 1} if part.get("type") == "object" else name


def bodies(town: Town) -> dict[str, dict[str, Any]]:
    """For operations whose example refers to something: a request in which all of it exists."""
    ours, theirs = entry_of(town.campaign, town.owner).public_id, entry_of(town.campaign, town.rival).public_id
    hero = town.draft.warriors.order_by("pk")[0]
    kit = town.draft.kit.order_by("pk")[0].public_id
    mine = founded(town.owner)
    other, theirs_key = mine.public_id, town.warband.warriors.order_by("pk")[0].public_id
    our_key = mine.warriors.order_by("pk")[0].public_id
    scribe = {"warrior": our_key}
    warriors = {
        name: {"warrior": hero.public_id}
        for name in OPERATIONS
        if name.startswith("warband_") and "warrior" in OPERATIONS[name].model_fields
    }
    return {
        **warriors,
        "warband_same": {"warrior": hero.public_id, "source": hero.public_id},
        "warband_buy": {"warrior": hero.public_id, "item": "dagger"},
        "warband_enter_items": {**scribe, "item": "dagger"},
        "warband_enter_hero": scribe,
        "warband_enter_history": scribe,
        "warband_sell": {"held": kit},
        "warband_give": {"held": kit},
        "campaigns_offer": {"one": ours, "other": theirs, "gives": {"gold_gc": 1}, "takes": {}},
        "campaigns_propose_pact": {"one": ours, "other": theirs},
        "campaigns_challenge": {"entry": ours, "others": [theirs]},
        "campaigns_join": {"join_code": town.campaign.join_code, "warband": other},
        "campaigns_join_with_new": {"join_code": town.campaign.join_code},
        "campaigns_give_award": {"entry": ours},
        "campaigns_set_prize": {"match": town.match.public_id},
        "campaigns_assign_district": {"entry": ours},
        "campaigns_comment": {"match": town.match.public_id},
        "campaigns_report": {"winner": ours, "losses": {}},
        "campaigns_decide_match": {"winner": ours, "losses": {}},
        "sheets_send": {
            "mine": town.warband.public_id,
            "theirs": other,
            "sides": {"a": {"fought": [theirs_key]}, "b": {"fought": [our_key]}},
        },
        "tracks_start": {"mine": town.warband.public_id, "theirs": other},
        "templates_keep": {"warband": town.warband.public_id},
        "campaigns_add_non_player": {"warband": other},
    }


def test_every_field_that_names_something_refuses_what_does_not_exist(
    town: Town, client_of: ClientOf, schema: dict[str, Any]
) -> None:
    client, wrong, count = client_of(town.owner), {}, 0
    Campaign.objects.update(house_rules={"af_outside_battles": True})
    known = bodies(town)
    challenge = match_between(town.campaign, town.owner, town.rival)
    known["campaigns_set_prize"] = {"match": challenge.public_id}
    for operation, method, route in addresses():
        name = operation.declaration.name
        url = town.url(route)
        if "/matches/" in route:
            url = url.replace(town.match.public_id, challenge.public_id)
        if "/actions/enter_" in route:
            url = url.replace(town.warband.public_id, known["tracks_start"]["theirs"])
        elif "/actions/" in route:
            url = url.replace(town.warband.public_id, town.draft.public_id)
        for field, part in fields_of(schema, method, route).items():
            if not is_reference(field, part):
                continue
            example = {} if name == "tables_create" else operation.declaration.example
            body = {**example, **known.get(name, {}), field: wrong_reference(part)}
            answer = sent(client, town, method, route, body, url)
            count += 1
            if not names(answer, field):
                wrong[f"{name}.{field}"] = f"{answer.status_code} {answer.content[:160]!r}"
    assert count > 60
    found = {line: reason for line, reason in wrong.items() if line not in UNUSED}
    assert not found, "\n".join(f"{line}: {reason}" for line, reason in found.items())
