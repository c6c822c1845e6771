"""Adds to the schema which values a response field can have and what they mean; `states.yaml` lists the fields. Runs
after the schema is generated, and before its choices are explained."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from django.db import models
from django.utils.module_loading import import_string

STATES: Final = Path(__file__).parent / "states.yaml"
REF: Final = "#/components/schemas/"
BLANK: Final = "BlankEnum"

Field = str | Mapping[str, str]
"""What `states.yaml` says about a field."""


@cache
def states() -> Mapping[str, Field]:
    """Where the values of a field come from, by `Component.field`."""
    found: Mapping[str, Field] = yaml.load(STATES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


def values_of(field: Field) -> dict[str, str]:
    """The values of a field with their meanings; for a name, those of the class or dictionary of this name."""
    if isinstance(field, Mapping):
        return dict(field)
    source = import_string(field.removesuffix("?"))
    pairs = source.choices if isinstance(source, type) and issubclass(source, models.Choices) else source.items()
    found = {str(value): str(meaning) for value, meaning in pairs}
    return found | {"": "Empty."} if field.endswith("?") else found


def schema_of_state(field: Field) -> dict[str, Any]:
    """The schema of a field: a reference to the component that lists its values, or the values themselves."""
    if isinstance(field, str) and "." not in field:
        part = {"$ref": f"{REF}{field.removesuffix('?')}"}
        return {"oneOf": [part, {"$ref": f"{REF}{BLANK}"}]} if field.endswith("?") else part
    values = values_of(field)
    lines = [f"* `{value}`: {meaning}" if value else f'* `""`: {meaning}' for value, meaning in values.items()]
    return {"type": "string", "enum": list(values), "description": "\n".join(lines)}


def list_states(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Replace the plain text fields of `states.yaml` with their values."""
    components = result["components"]["schemas"]
    for name, field in states().items():
        component, _dot, key = name.partition(".")
        properties = components[component]["properties"]
        before, schema = properties[key], schema_of_state(field)
        if before.get("type") == "array":
            properties[key] = {**before, "items": {key: part for key, part in schema.items() if key != "description"}}
            continue
        kept = {key: value for key, value in before.items() if key in ("description", "readOnly")}
        if "$ref" in schema and kept:
            schema = {"allOf": [schema]}
        description = "\n\n".join(text for text in (kept.get("description"), schema.get("description")) if text)
        properties[key] = {**schema, **kept, **({"description": description} if description else {})}
    return result
