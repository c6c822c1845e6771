"""Descriptions of request fields and of positions in the schema, for fields whose declaration has none; runs after the
schema is generated.

A description in the declaration comes first: `Field(description=...)` of an operation, `help_text` of a serializer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

TEXTS: Final = Path(__file__).parent / "field_texts.yaml"
POSITIONS: Final = Path(__file__).parent / "position_texts.yaml"
METHODS: Final = ("get", "post", "put", "patch", "delete")
REF: Final = "$ref"

Field = tuple[str, str, dict[str, Any]]
"""A field of a request: its location (a component, or a field inside of one), its name, and the dictionary of
properties that contains it."""


@cache
def field_texts() -> Mapping[str, str]:
    """Descriptions by `Component.field` or by `field`."""
    found: Mapping[str, str] = yaml.load(TEXTS.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


@cache
def position_texts() -> Mapping[str, str]:
    """Units and axes of positions in responses, by `Component.field`."""
    found: Mapping[str, str] = yaml.load(POSITIONS.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


def request_fields(schema: Mapping[str, Any]) -> Iterator[Field]:
    """Every field that a request may have, including those inside lists and objects. Each field of a component comes
    once."""
    components = schema["components"]["schemas"]
    seen: set[str] = set()

    def walk(part: Any, where: str) -> Iterator[Field]:
        if REF in part:
            name = part[REF].rpartition("/")[2]
            if name not in seen:
                seen.add(name)
                yield from walk(components[name], name)
            return
        for inner in _parts(part):
            yield from walk(inner, where)
        for name in part.get("properties", {}):
            yield where, name, part["properties"]
            yield from walk(part["properties"][name], f"{where}.{name}")

    for path in schema["paths"].values():
        for method, operation in path.items():
            if method in METHODS:
                for content in operation.get("requestBody", {}).get("content", {}).values():
                    yield from walk(content["schema"], operation["operationId"])


def _parts(part: Mapping[str, Any]) -> Iterator[Any]:
    for union in ("anyOf", "oneOf", "allOf"):
        yield from part.get(union, ())
    for held in ("items", "additionalProperties"):
        if isinstance(part.get(held), dict):
            yield part[held]


def text_key(where: str, name: str) -> str:
    """The key in `field_texts.yaml` that describes a field; "" if the file has no text for it."""
    keys = (f"{where}.{name}", name)
    return next((key for key in keys if key in field_texts()), "")


def describe_fields(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Add descriptions to the fields of the schema that have none."""
    for where, name, properties in list(request_fields(result)):
        if key := text_key(where, name):
            _describe(properties, name, field_texts()[key])
    for field, text in position_texts().items():
        component, _dot, name = field.partition(".")
        _describe(result["components"]["schemas"][component]["properties"], name, text)
    return result


def _describe(properties: dict[str, Any], name: str, text: str) -> None:
    part = properties[name]
    if not part.get("description"):
        properties[name] = {**({"allOf": [part]} if REF in part else part), "description": text}
