"""The schema is a valid OpenAPI document, and states errors, pages, paths and bodies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from openapi_spec_validator import OpenAPIV30SpecValidator

from catalogue.packs.kinds import SLUGS
from catalogue.packs.schema import KINDS
from mordheim_site.api.field_texts import field_texts, request_fields, text_key
from mordheim_site.api.fields import RequestSerializer
from mordheim_site.api.schema import choice_texts, statuses_of

SHAPE = {"$ref": "#/components/schemas/ErrorOut"}
STALE = {"$ref": "#/components/schemas/BoardErrorOut"}


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(method, path, operation) of every operation."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def resolved(schema: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """The component behind a reference."""
    return schema["components"]["schemas"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part


def test_the_schema_is_valid_and_its_defaults_fit(schema: dict[str, Any]) -> None:
    assert [error.message for error in OpenAPIV30SpecValidator(schema).iter_errors()] == []
    assert len(list(operations(schema))) >= 125


def test_the_schema_is_written_without_warnings(tmp_path: Any) -> None:
    call_command("spectacular", file=str(tmp_path / "schema.yml"), validate=True, fail_on_warn=True)


@pytest.mark.parametrize("path", ["/api/v1/campaigns/", "/api/v1/campaigns/{slug}/matches/"])
def test_paged_lists_are_described_as_pages(schema: dict[str, Any], path: str) -> None:
    listed = schema["paths"][path]["get"]
    answer = resolved(schema, listed["responses"]["200"]["content"]["application/json"]["schema"])
    assert answer["type"] == "object"
    assert answer["required"] == ["count", "results"]
    assert answer["properties"]["results"]["type"] == "array"
    assert "page" in {parameter["name"] for parameter in listed["parameters"]}


def test_every_operation_documents_its_errors_in_one_shape(schema: dict[str, Any]) -> None:
    assert set(resolved(schema, SHAPE)["required"]) == {"code", "message", "fields"}
    for method, path, operation in operations(schema):
        errors = {code: answer for code, answer in operation["responses"].items() if code[0] in "45"}
        for code, answer in errors.items():
            shape = answer["content"]["application/json"]["schema"]
            assert shape == SHAPE or (code == "409" and shape == STALE), f"{code} {method} {path}"
        wanted = statuses_of(
            method=method,
            has_path="{" in path,
            has_body="requestBody" in operation,
            has_auth=True,
            has_throttle=True,
        )
        assert {str(status) for status in wanted} <= set(errors), f"{method} {path}"


def test_errors_follow_from_what_can_cause_them() -> None:
    read = statuses_of(method="GET", has_path=False, has_body=False, has_auth=False, has_throttle=False)
    assert read == [400, 404, 406, 422, 500]
    write = statuses_of(method="POST", has_path=True, has_body=True, has_auth=True, has_throttle=True)
    assert write == [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429, 500]


def test_parts_of_paths_have_patterns_or_limits(schema: dict[str, Any]) -> None:
    for method, path, operation in operations(schema):
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                assert {"pattern", "enum", "maximum"} & set(parameter["schema"]), f"{method} {path}"


def test_requests_say_every_limit(schema: dict[str, Any]) -> None:
    """Bodies are closed; texts have lengths, patterns or choices, numbers have ranges, lists have lengths."""
    bodies = [
        resolved(schema, operation["requestBody"]["content"]["application/json"]["schema"])
        for _method, _path, operation in operations(schema)
        if "requestBody" in operation
    ]
    assert len(bodies) > 60
    for body in bodies:
        assert body["additionalProperties"] is False
        for name, part in body["properties"].items():
            part = resolved(schema, part)
            if part.get("type") == "string":
                assert {"maxLength", "pattern", "enum", "format"} & set(part), name
            elif part.get("type") == "integer":
                assert {"maximum", "enum"} & set(part), name
            elif part.get("type") == "array":
                assert "maxItems" in part, name


def test_every_operation_with_a_body_has_an_example(schema: dict[str, Any]) -> None:
    assert [
        f"{method} {path}"
        for method, path, operation in operations(schema)
        for content in operation.get("requestBody", {}).get("content", {}).values()
        if "examples" not in content
    ] == []


WITHOUT_FIELDS = {
    "account_create_key": "a key with the scopes of the caller",
    "battles_call": "every choice has a default",
    "campaigns_decline_challenge": "the reason is optional",
    "battles_join": "the joining player gets a suggested warband",
    "battles_hint": "the side that the caller plays",
    "battles_play_on": "the last moment of the battle",
    "battles_sandbox": "every choice has a default",
    "campaigns_start_solo": "every choice has a default",
    "battles_save_warband": "the suggested warband that the caller played",
    "battles_save_deployment": "the side that the caller plays",
    "matches_play": "every choice has a default",
    "tables_create": "an empty table",
    "tracks_begin": "everyone fights",
    "warband_copy": "needs no choice",
    "warband_archive": "needs no choice",
    "warband_arm": "needs no choice",
    "warband_found": "under the name that it has",
    "warband_random": "needs no choice",
    "warband_restore": "needs no choice",
    "warband_suggest": "needs no choice",
    "warband_undo": "the last change",
    "aftermath_request_revert": "the reason is optional",
    "aftermath_roll_dice": "the dice that are open",
    **dict.fromkeys(
        (
            "aftermath_correct_roster", "aftermath_enter_dice", "campaigns_assign_district", "campaigns_set_prize",
            "campaigns_agree_to_pact", "campaigns_end_pact", "campaigns_propose_pact", "packs_share",
            "warbands_read_file", "campaigns_change_settings",
        ),
        "refused, or changes nothing",
    ),
}  # fmt: skip
"""Operations that are not PATCH and accept an empty object, with what it means."""


def test_an_empty_body_changes_nothing_by_surprise(schema: dict[str, Any]) -> None:
    found = set()
    for method, _path, operation in operations(schema):
        content = operation.get("requestBody", {}).get("content", {})
        if method.upper() == "PATCH" or operation.get("deprecated") or "application/json" not in content:
            continue
        if not resolved(schema, content["application/json"]["schema"]).get("required"):
            assert method.upper() != "PUT", "replaces something as a whole"
            found.add(operation["operationId"])
    assert found == set(WITHOUT_FIELDS)


def test_the_most_used_fields_are_typed(schema: dict[str, Any]) -> None:
    parts = schema["components"]["schemas"]
    for name, field, kind in (
        ("Battle", "view", "ViewData"),
        ("Battle", "clock", "ClockJson"),
        ("Battle", "draw", "DrawJson"),
        ("ViewData", "models", "ModelData"),
        ("ViewData", "options", "OptionData"),
        ("TrackShape", "pieces", "Piece"),
        ("SheetShape", "sheet", "Sheet"),
        ("LineShape", "options", "LineOption"),
        ("SideAftermathShape", "asked", "DiceRequest"),
    ):
        assert f"#/components/schemas/{kind}" in json.dumps(parts[name]["properties"][field]), f"{name}.{field}"
        assert parts[kind]["properties"]
    assert "`Rolled`: purpose" in parts["Run"]["properties"]["events"]["description"]


def test_every_choice_is_explained(schema: dict[str, Any]) -> None:
    parts = {name: part for name, part in schema["components"]["schemas"].items() if "enum" in part}
    assert len(parts) > 50
    for name, part in parts.items():
        for value in part["enum"]:
            assert f"* `{value}`: " in part.get("description", ""), f"{name}: explain {value!r} in choices.yaml"
    unknown = set(choice_texts()) - set(parts)
    assert not unknown, f"choices.yaml explains what does not exist: {unknown}"
    for name, texts in choice_texts().items():
        assert list(texts) == parts[name]["enum"] or set(texts) == set(parts[name]["enum"]), name


def test_every_request_field_has_a_description(schema: dict[str, Any]) -> None:
    found = list(request_fields(schema))
    assert len(found) > 800
    missing = [f"{where}.{name}" for where, name, fields in found if not fields[name].get("description")]
    assert not missing, f"Field(description=...), help_text, or field_texts.yaml: {missing}"
    shown = {fields[name]["description"] for _where, name, fields in found}
    used = {text_key(where, name) for where, name, _fields in found}
    unused = [key for key, text in field_texts().items() if key not in used or text not in shown]
    assert not unused, f"field_texts.yaml describes what does not exist: {unused}"


def test_every_parameter_has_a_description(schema: dict[str, Any]) -> None:
    parameters = [
        (path, parameter)
        for _method, path, operation in operations(schema)
        for parameter in operation.get("parameters", [])
        if parameter["in"] != "path" and parameter["name"] != "format"
    ]
    assert len(parameters) > 200
    assert [(path, parameter["name"]) for path, parameter in parameters if not parameter.get("description")] == []


def test_responses_that_have_no_body_or_need_a_scope_are_documented(schema: dict[str, Any]) -> None:
    for method, path, operation in operations(schema):
        assert ("304" in operation["responses"]) == (method.upper() == "GET"), f"{method} {path}"
        assert "403" in operation["responses"], f"{method} {path}"


def test_every_kind_of_fact_has_operations_of_its_own_type(schema: dict[str, Any]) -> None:
    for slug, kind in SLUGS.items():
        name = KINDS[kind].__name__
        ref = {"$ref": f"#/components/schemas/{name}"}
        gets = (schema["paths"][f"/api/v1/catalogue/{slug}/{part}"]["get"] for part in ("", "{code}/"))
        of_list, of_fact = (get["responses"]["200"]["content"]["application/json"]["schema"] for get in gets)
        results = resolved(schema, of_list)["properties"]["results"]
        assert (results["items"], of_fact) == (ref, ref)


@pytest.mark.django_db
def test_the_documentation_page_has_the_whole_guide(schema: dict[str, Any]) -> None:
    text = schema["info"]["description"]
    for part in ("Authorization: Bearer", "Idempotency-Key", "If-None-Match", "X-Mordheim-Signature", "/ws/battles/"):
        assert part in text
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 4
    for link in links:
        assert link.startswith("/api/v1/guides/?name="), "a link to a file that the site does not serve"
        assert Client().get(link).json()["text"], link


def test_descriptions_name_no_files_of_the_source_code(schema: dict[str, Any]) -> None:
    assert re.findall(r"[\w/-]+\.(?:md|py|yaml)\b", json.dumps(schema).replace("pack.yaml", "")) == []


def test_every_operation_has_a_summary(schema: dict[str, Any]) -> None:
    assert [f"{method} {path}" for method, path, operation in operations(schema) if not operation.get("summary")] == []


FREE_FORM = {
    "JsonValue": "inside of documents: effects of packs, events of a league, values of house rules",
    "ChoiceData.data": "depends on the decision",
    "PromptData.about": "depends on the decision",
    "Played.events[]": "the fields of an event, in the order of its description",
    "Run.events[]": "the fields of an event, in the order of its description",
    "WholeVersionOut.facts": "the records of a pack; docs/reference/packs-schema.json describes them",
    "Battle.view": "empty until all sides have joined",
}
"""Parts of the schema without fields, with the reason."""


def untyped(schema: dict[str, Any], part: dict[str, Any], path: str, seen: set[str]) -> Iterator[str]:
    """Paths at which a part of the schema says nothing about its content."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            yield from untyped(schema, resolved(schema, part), name, seen)
        return
    for inner in [*part.get("allOf", []), *part.get("anyOf", []), *part.get("oneOf", [])]:
        yield from untyped(schema, inner, path, seen)
    if {"allOf", "anyOf", "oneOf", "enum"} & set(part):
        return
    more = part.get("additionalProperties")
    if part.get("type") == "object":
        if not part.get("properties") and not (isinstance(more, dict) and more) and more is not False:
            yield path
        for name, inner in part.get("properties", {}).items():
            yield from untyped(schema, inner, f"{path}.{name}", seen)
        if isinstance(more, dict) and more:
            yield from untyped(schema, more, f"{path}.*", seen)
    elif part.get("type") == "array":
        if part.get("items"):
            yield from untyped(schema, part["items"], f"{path}[]", seen)
        else:
            yield path
    elif "type" not in part:
        yield path


def test_every_body_and_response_is_typed(schema: dict[str, Any]) -> None:
    seen: set[str] = set()
    found: set[str] = set()
    for method, path, operation in operations(schema):
        bodies = [operation.get("requestBody", {}), operation["responses"].get("200", {})]
        bodies += [operation["responses"].get("201", {}), operation["responses"].get("202", {})]
        for content in [kind for body in bodies for kind in body.get("content", {}).values()]:
            found |= set(untyped(schema, content["schema"], f"{method} {path}", seen))
    assert found == set(FREE_FORM)


def test_request_bodies_are_strict_serializers() -> None:
    """Every serializer that a view reads a body with refuses unknown fields."""
    from mordheim_site.api import fields as api_fields

    class Sample(RequestSerializer):
        count = api_fields.IntegerField(min_value=0, max_value=9)
        word = api_fields.CharField(max_length=5)
        is_on = api_fields.BooleanField(default=False)
        best_of = api_fields.ChoiceField(choices=[1, 3], default=1)

    def errors(**fields: Any) -> set[str]:
        form = Sample(data={"count": 1, "word": "abc", **fields})
        form.is_valid()
        return set(form.errors)

    assert errors() == set()
    assert errors(count=2.0) == set()
    for name, wrong in {
        "count": ["1", True, 1.5, float("inf"), None, 10, -1, [], {}],
        "word": [1, True, None, " ", "", "abcdef", "     a", []],
        "is_on": ["true", 1, 0, "", None],
        "best_of": ["1", True, 2, 1.0, None],
        "starting_gold": [1],
    }.items():
        for value in wrong:
            assert errors(**{name: value}) == {name}, f"{name}={value!r}"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/nowhere/", "/api/v1/battles/%00/", "/api/v1/campaigns/?q=%00"])
def test_errors_outside_of_views_have_the_same_shape(path: str) -> None:
    answer = Client(raise_request_exception=False).get(path)
    assert answer.status_code in (404, 422)
    assert {"code", "message", "fields"} <= set(answer.json())
