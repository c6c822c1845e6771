"""How the input of an operation appears in the API schema (OpenAPI 3.0)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent

TEMPLATE = "#/components/schemas/{model}"


class OperationExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The fields of an operation as a component of its name."""

    target_class = "mordheim_site.operations.base.Operation"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        return str(self.target.declared.get("component") or f"{self.target.__name__}Request")

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        schema: dict[str, Any] = self.target.model_json_schema(ref_template=TEMPLATE)
        for name, part in schema.pop("$defs", {}).items():
            component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema=in_openapi_30(part), object=name)  # type: ignore[no-untyped-call]
            auto_schema.registry.register_on_missing(component)
        schema.pop("description", None)
        return dict(in_openapi_30(schema))


def in_openapi_30(schema: Any) -> Any:
    """JSON Schema of pydantic in the words of OpenAPI 3.0: `nullable` instead of a type "null", no generated titles."""
    if isinstance(schema, list):
        return [in_openapi_30(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: in_openapi_30(part) for name, part in schema.items() if name not in ("title", "const")}
    if "properties" in schema:
        found["properties"] = {name: in_openapi_30(part) for name, part in schema["properties"].items()}
    if "const" in schema:
        found["enum"] = [schema["const"]]
    options = [part for part in found.get("anyOf", []) if part != {"type": "null"}]
    if len(options) < len(found.get("anyOf", [])):
        del found["anyOf"]
        found |= {**options[0], "nullable": True} if len(options) == 1 else {"anyOf": options, "nullable": True}
        if found.get("default", ...) is None:
            del found["default"]
    return found
