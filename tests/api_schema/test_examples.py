"""Every operation has examples of its request and its response, and each example fits its schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from openapi_schema_validator import OAS30Validator
from referencing import Registry
from referencing.jsonschema import DRAFT4

from mordheim_site.api.examples import PUBLIC_ID, Composer, field_values, fits

JSON = "application/json"
DOCUMENT = "urn:schema"


def contents(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(description, content) of every JSON request and every successful JSON response."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            bodies = {"request": operation.get("requestBody", {})}
            bodies |= {code: body for code, body in operation["responses"].items() if code[0] == "2"}
            for kind, body in bodies.items():
                if JSON in body.get("content", {}):
                    yield f"{method} {path} {kind}", body["content"][JSON]


def absolute(part: Any) -> Any:
    """The schema with references that can be resolved from anywhere."""
    if isinstance(part, dict):
        return {
            name: DOCUMENT + value if name == "$ref" and isinstance(value, str) else absolute(value)
            for name, value in part.items()
        }
    return [absolute(inner) for inner in part] if isinstance(part, list) else part


def example_in(schema: dict[str, Any], content: dict[str, Any]) -> Any:
    """The example of a request or a response."""
    example = next(iter(content["examples"].values()))
    if "$ref" in example:
        example = schema["components"]["examples"][example["$ref"].rpartition("/")[2]]
    return example["value"]


def test_every_request_and_response_has_an_example_that_fits_its_schema(schema: dict[str, Any]) -> None:
    document = absolute(schema)
    registry: Any = Registry().with_resource(DOCUMENT, DRAFT4.create_resource(document))
    found, checked = [], 0
    for where, content in contents(schema):
        assert content.get("examples"), f"{where} has no example"
        validator = OAS30Validator(absolute(content["schema"]), registry=registry)
        for error in validator.iter_errors(example_in(schema, content)):
            found.append(f"{where} {list(error.absolute_path)}: {error.message[:200]}")
        checked += 1
    assert not found, "\n".join(found)
    assert checked > 400


def test_every_text_in_a_response_has_a_value_of_its_own(schema: dict[str, Any]) -> None:
    """No example says "text": `mordheim_site/api/examples.yaml` has a value for each field."""
    composer = Composer(schema["components"]["schemas"])
    for where, content in contents(schema):
        if not where.endswith("request"):
            composer.part(content["schema"], content["schema"].get("$ref", where).rpartition("/")[2], "")
    assert not composer.missing


def test_errors_and_parts_of_paths_have_examples(schema: dict[str, Any]) -> None:
    error = schema["components"]["schemas"]["ErrorOut"]["example"]
    assert set(error) == {"code", "message", "fields", "rule"}
    assert list(error["fields"]) == ["item"]
    parts = {
        parameter["name"]: parameter["example"]
        for methods in schema["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "path"
    }
    assert parts["pid"] == PUBLIC_ID
    assert parts["slug"] == field_values()["slug"]


def test_a_component_that_contains_itself_ends() -> None:
    nested = {
        "type": "object",
        "required": ["text", "parts"],
        "properties": {
            "text": {"type": "string"},
            "parts": {"type": "array", "items": {"$ref": "#/Nested"}},
            "above": {"allOf": [{"$ref": "#/Nested"}], "nullable": True},
        },
    }
    example = Composer({"Nested": nested}).part({"$ref": "#/Nested"}, "", "")
    assert example["parts"] == []
    assert example["above"] is None


@pytest.mark.parametrize(
    ("part", "value", "is_fitting"),
    [
        ({"type": "integer", "maximum": 3}, 4, False),
        ({"type": "integer"}, True, False),
        ({"type": "string", "enum": ["a"]}, "b", False),
        ({"type": "string", "pattern": "^[a-z]$"}, "B", False),
        ({"type": "array", "items": {"type": "string"}}, [1], False),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"a": 1}, True),
        ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "a", True),
    ],
)
def test_values_are_used_only_where_they_fit(part: dict[str, Any], value: Any, is_fitting: bool) -> None:
    assert fits(part, value) is is_fitting
