"""How the input of an operation appears in the API schema (OpenAPI 3.0)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema

from mordheim_site.api.pydantic_schema import schema_of_model


class OperationExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The fields of an operation as a component of its name."""

    target_class = "mordheim_site.operations.base.Operation"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        return str(self.target.declared.get("component") or f"{self.target.__name__}Request")

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        schema = schema_of_model(self.target, auto_schema)
        schema.pop("description", None)
        return schema
