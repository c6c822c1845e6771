"""Examples of responses in the schema, composed from the declared types; `examples.yaml` has values by field.

An example therefore always has exactly the fields that the schema states; a test compares each with its schema.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

EXAMPLES: Final = Path(__file__).parent / "examples.yaml"
NO_VALUE: Final = object()
"""Marks a part of a schema that contains itself. It is left out, or is null or an empty list."""
PUBLIC_ID: Final = "4kPq8ZxTn2Lw"
FORMATS: Final = {"date-time": "2026-05-01T17:30:00Z", "date": "2026-05-01", "uri": "https://example.org/"}
JSON: Final = "application/json"

Schema = Mapping[str, Any]


@cache
def field_values() -> Mapping[str, Any]:
    """Example values by `Component.field` or `field`. In an object with free keys, `field.*` is the example of a
    key."""
    found: Mapping[str, Any] = yaml.load(EXAMPLES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


def add_examples(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Add an example to each successful JSON response, to the bodies of callbacks, to the errors and to path
    parameters. Runs after the schema is generated."""
    components = result["components"]
    composer = Composer(components["schemas"])
    shared: dict[str, Any] = components.setdefault("examples", {})
    for path in result["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["example"] = composer.part(parameter["schema"], "path", parameter["name"])
            bodies = [response for status, response in operation["responses"].items() if status[0] == "2"]
            for content in (body["content"][JSON] for body in [*bodies, *callback_bodies(operation)] if has_json(body)):
                name = content["schema"].get("$ref", f"/{operation['operationId']}").rpartition("/")[2]
                if name not in shared:
                    shared[name] = {"value": composer.part(content["schema"], name, "")}
                content["examples"] = {"Example": {"$ref": f"#/components/examples/{name}"}}
    components["schemas"]["ErrorOut"]["example"] = composer.part({"$ref": "#/ErrorOut"}, "", "")
    return result


def has_json(body: Schema) -> bool:
    """Whether the body of a request or a response is described as JSON."""
    return JSON in body.get("content", {})


def callback_bodies(operation: Schema) -> list[Any]:
    """The bodies of the requests that the site sends because of an operation."""
    by_url = [urls for callback in operation.get("callbacks", {}).values() for urls in callback.values()]
    return [request["requestBody"] for methods in by_url for request in methods.values()]


class Composer:
    """Composes example values that fit an OpenAPI 3.0 schema. `missing` collects the text fields without an example
    value."""

    def __init__(self, components: Mapping[str, Schema]) -> None:
        self.components = components
        self.missing: set[str] = set()
        self._inside: list[str] = []

    def part(self, schema: Schema, owner: str, field: str) -> Any:
        """An example value for part of a schema: the field `field` of the component `owner`. Returns NO_VALUE where a
        component contains itself."""
        if "$ref" in schema:
            return self._component(schema["$ref"].rpartition("/")[2], owner, field)
        known = self._known(owner, field)
        if known is not NO_VALUE and fits(schema, known):
            return known
        if "enum" in schema:
            return schema["enum"][0]
        if "allOf" in schema:
            parts = [self.part(part, owner, field) for part in schema["allOf"]]
            value = parts[0] if len(parts) == 1 else {name: inner for part in parts for name, inner in part.items()}
        elif options := schema.get("anyOf") or schema.get("oneOf"):
            value = next((found for part in options if (found := self.part(part, owner, field)) is not NO_VALUE), None)
        elif schema.get("type") == "array":
            item = self.part(schema.get("items", {}), owner, field)
            value = [] if item is NO_VALUE else [item] * max(1, schema.get("minItems", 1))
        elif schema.get("type") == "object":
            value = self._object(schema, owner, field)
        else:
            value = self._plain(schema, owner, field)
        return None if value is NO_VALUE and schema.get("nullable") else value

    def _component(self, name: str, owner: str, field: str) -> Any:
        if name in self._inside:
            return NO_VALUE
        schema = self.components[name]
        self._inside.append(name)
        try:
            if "properties" in schema:
                return self.part(schema, name, "")
            return self.part(schema, owner or name, field)
        finally:
            self._inside.pop()

    def _object(self, schema: Schema, owner: str, field: str) -> Any:
        found = {}
        inside = owner if not field else f"{owner}.{field}"
        for name, part in schema.get("properties", {}).items():
            value = self.part(part, inside, name)
            if value is not NO_VALUE:
                found[name] = value
            elif name in schema.get("required", ()):
                return NO_VALUE
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and not found:
            names = self._known(owner, f"{field}.*")
            value = self.part(more, owner, field) if names is not NO_VALUE else NO_VALUE
            if value is not NO_VALUE:
                found[names] = value
        return found

    def _plain(self, schema: Schema, owner: str, field: str) -> Any:
        kind = schema.get("type")
        if kind == "string":
            return self._text(schema, owner, field)
        if kind in ("integer", "number"):
            return max(schema.get("minimum", 1), 1)
        return True if kind == "boolean" else {}

    def _text(self, schema: Schema, owner: str, field: str) -> str:
        if schema.get("format") in FORMATS:
            return FORMATS[schema["format"]]
        if "12}" in schema.get("pattern", ""):
            return PUBLIC_ID
        self.missing.add(f"{owner}.{field}")
        return "text"

    @staticmethod
    def _known(owner: str, field: str) -> Any:
        values = field_values()
        return values.get(f"{owner}.{field}", values.get(field, NO_VALUE))


TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def fits(schema: Schema, value: Any) -> bool:
    """Whether a value of `examples.yaml` fits this part of a schema. The part must not contain a component."""
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return any(fits(option, value) for option in options)
    if "$ref" in schema or "allOf" in schema:
        return False
    if "enum" in schema:
        return value in schema["enum"]
    kind = schema.get("type")
    if kind is None:
        return True
    is_of_kind = isinstance(value, TYPES[kind]) and isinstance(value, bool) == (kind == "boolean")
    if not is_of_kind:
        return False
    if kind == "array":
        return all(fits(schema.get("items", {}), item) for item in value)
    if kind == "object":
        more = schema.get("additionalProperties", True)
        return "properties" not in schema and (more is True or all(fits(more, item) for item in value.values()))
    if kind == "string":
        is_long = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        return "format" not in schema and is_long and bool(re.search(schema.get("pattern", ""), value))
    return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
