"""Writes fields that may be null so that every validator of OpenAPI 3.0 reads them alike."""

from __future__ import annotations

from typing import Any, Final

NULL: Final = {"type": "string", "nullable": True, "enum": [None]}
"""The schema of null alone. OpenAPI 3.0 has no type for it."""


def spell_out_null(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Replace every `nullable` without a `type` by a choice between the other schema and null. Runs after the schema is
    generated.

    `nullable` has a meaning only next to `type`, and a schema in `allOf` or `$ref` that does not accept null would
    refuse it anyway.
    """
    for part in (result["components"]["schemas"], result["paths"]):
        _visit(part)
    return result


def _visit(part: Any) -> None:
    if isinstance(part, list):
        for inner in part:
            _visit(inner)
    elif isinstance(part, dict):
        for inner in part.values():
            _visit(inner)
        if part.get("nullable") is True and "type" not in part:
            _spell_out(part)
        elif _is_wrapped(part):
            part |= part.pop("allOf")[0]
        if isinstance(part.get("$ref"), str) and len(part) > 1:
            # Validators ignore what is next to a reference.
            part["allOf"] = [{"$ref": part.pop("$ref")}]
            if isinstance(part.get("default"), dict):
                # The component states the defaults of its fields, and generators of clients refuse objects here.
                del part["default"]


def _is_wrapped(part: dict[str, Any]) -> bool:
    """Whether a schema in `allOf` alone is a choice with null, which needs no `allOf`."""
    parts = part.get("allOf")
    return (
        isinstance(parts, list) and len(parts) == 1 and isinstance(parts[0], dict) and NULL in parts[0].get("anyOf", ())
    )


def _spell_out(part: dict[str, Any]) -> None:
    del part["nullable"]
    options = part.pop("anyOf", None) or part.pop("oneOf", None) or part.pop("allOf", None)
    if options is None and "$ref" in part:
        options = [{"$ref": part.pop("$ref")}]
    if options is not None:
        part["anyOf"] = [*options, dict(NULL)]
