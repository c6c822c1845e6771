"""Pydantic models in the API schema (OpenAPI 3.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from pydantic import BaseModel, TypeAdapter

TEMPLATE: Final = "#/components/schemas/{model}"
DOCUMENT_TEMPLATE: Final = "#/components/schemas/{model}Request"
"""Name of the component of a document in a request. Documents have separate components for requests and responses,
because a field with a default is optional in a request and always present in a response."""


COMPONENT: Final = "x-component"
"""In the JSON schema of a field: the name of a component of the schema that describes the field, instead of a `$ref`,
which pydantic would look for among its own models."""
ANY_JSON: Final = "JsonValue"
"""The name that pydantic gives to the type of arbitrary JSON values."""


@dataclass(frozen=True, slots=True)
class DescribedBy:
    """Annotation for a JSON object that the operation parses itself, so that its errors can say where it is invalid.
    `kind` is the type that describes the object in the schema."""

    kind: Any


def schema_of_model(model: type[BaseModel], auto_schema: AutoSchema, *, sent: bool = True) -> dict[str, Any]:
    """The schema of a model; models inside it become components. `sent` is true for a request and false for a
    response."""
    mode = "validation" if sent else "serialization"
    schema: dict[str, Any] = model.model_json_schema(ref_template=TEMPLATE, mode=mode)  # type: ignore[arg-type]
    for name, part in schema.pop("$defs", {}).items():
        component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema=in_openapi_30(part), object=name)  # type: ignore[no-untyped-call]
        auto_schema.registry.register_on_missing(component)
    for name, info in model.model_fields.items():
        for described in info.metadata:
            if isinstance(described, DescribedBy):
                schema["properties"][name] = {
                    **document_schema(described.kind, auto_schema),
                    "description": info.description,
                }
    return dict(in_openapi_30(schema))


def document_schema(kind: Any, auto_schema: AutoSchema) -> dict[str, Any]:
    """A reference to the component of a document in a request. It is wrapped in `allOf`, so that a description can be
    added to it."""
    schema: dict[str, Any] = TypeAdapter(kind).json_schema(ref_template=DOCUMENT_TEMPLATE, mode="validation")
    parts = schema.pop("$defs", {})
    name = getattr(kind, "__name__", "")
    for part, content in {**parts, **({} if name in parts else {name: schema})}.items():
        shown = part if part == ANY_JSON else f"{part}Request"
        component = ResolvedComponent(shown, ResolvedComponent.SCHEMA, schema=in_openapi_30(content), object=shown)  # type: ignore[no-untyped-call]
        auto_schema.registry.register_on_missing(component)
    return {"allOf": [{"$ref": DOCUMENT_TEMPLATE.format(model=name)}]}


def in_openapi_30(schema: Any) -> Any:
    """Convert pydantic's JSON Schema to OpenAPI 3.0: `nullable` instead of the type "null", and no generated titles."""
    if isinstance(schema, list):
        return [in_openapi_30(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("$ref") == DOCUMENT_TEMPLATE.format(model=ANY_JSON):
        return {"$ref": TEMPLATE.format(model=ANY_JSON)}
    found = {name: in_openapi_30(part) for name, part in schema.items() if name not in ("title", "const", COMPONENT)}
    if COMPONENT in schema:
        found["allOf"] = [{"$ref": TEMPLATE.format(model=schema[COMPONENT])}]
    if "properties" in schema:
        found["properties"] = {name: in_openapi_30(part) for name, part in schema["properties"].items()}
    if "const" in schema:
        found["enum"] = [schema["const"]]
    if "prefixItems" in found:
        kinds = [part for number, part in enumerate(found["prefixItems"]) if part not in found["prefixItems"][:number]]
        del found["prefixItems"]
        found["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if "patternProperties" in found:
        # OpenAPI 3.0 cannot restrict the names of properties.
        (found["additionalProperties"],) = found.pop("patternProperties").values()
    found.pop("propertyNames", None)
    options = [part for part in found.get("anyOf", []) if part != {"type": "null"}]
    if len(options) < len(found.get("anyOf", [])):
        del found["anyOf"]
        found |= {**options[0], "nullable": True} if len(options) == 1 else {"anyOf": options, "nullable": True}
        if found.get("default", ...) is None:
            del found["default"]
    return found
