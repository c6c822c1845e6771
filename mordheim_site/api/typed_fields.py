"""Response fields whose schema is derived from the type of the value: a TypedDict or a dataclass."""

from __future__ import annotations

import dataclasses
import datetime
import types
from collections.abc import Mapping, Sequence
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from pydantic import BaseModel
from rest_framework import serializers

from mordheim_site.api.pydantic_schema import schema_of_model

Schema = dict[str, Any]
PLAIN: Final[dict[Any, Schema]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    Any: {},
    object: {},
}


class TypedField(serializers.JSONField):
    """Plain values of this type, sent unchanged. With `may_be_empty`, an empty object may be sent instead of a
    value."""

    def __init__(self, kind: Any, *, may_be_empty: bool = False, **more: Any) -> None:
        super().__init__(**more)
        self.kind = kind
        self.may_be_empty = may_be_empty


class TypedFieldExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The schema of the type, with each TypedDict and dataclass as a component."""

    target_class = "mordheim_site.api.typed_fields.TypedField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        schema = schema_of(self.target.kind, auto_schema)
        if self.target.may_be_empty:
            return {"anyOf": [schema, {"type": "object", "maxProperties": 0}]}
        return schema


class TypedResponse(serializers.BaseSerializer[Any]):
    """Base of `typed_response`."""

    kind: Any


def typed_response(kind: Any, name: str = "") -> type[TypedResponse]:
    """Use a type as the whole body of a response, for `extend_schema`. A union needs a `name`."""
    return type(name or kind.__name__, (TypedResponse,), {"kind": kind})


class TypedResponseExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The schema of the type, as a component of its name."""

    target_class = "mordheim_site.api.typed_fields.TypedResponse"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        return str(self.target.__name__ if isinstance(self.target, type) else type(self.target).__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        kind = self.target.kind
        is_component = is_typeddict(kind) or dataclasses.is_dataclass(kind)
        return object_schema(kind, auto_schema) if is_component else schema_of(kind, auto_schema)


def schema_of(kind: Any, auto_schema: AutoSchema) -> Schema:
    """The OpenAPI 3.0 schema of a type. Raises TypeError if the type cannot be described."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Annotated, NotRequired, Required):
        return schema_of(parts[0], auto_schema)
    if origin in (Union, types.UnionType):
        return _union(parts, auto_schema)
    if origin is Literal:
        return {"type": "string", "enum": list(parts)}
    if origin in (list, tuple, Sequence):
        return {"type": "array", "items": schema_of(parts[0], auto_schema)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(parts[1], auto_schema)}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return schema_of_model(kind, auto_schema, sent=False)
    if is_typeddict(kind) or dataclasses.is_dataclass(kind):
        return _component(kind, auto_schema)
    if kind in PLAIN:
        return dict(PLAIN[kind])
    raise TypeError(f"no schema for {kind!r}")


def _union(parts: Sequence[Any], auto_schema: AutoSchema) -> Schema:
    options = [schema_of(part, auto_schema) for part in parts if part is not type(None)]
    found: Schema = options[0] if len(options) == 1 else {"anyOf": options}
    if len(options) == len(parts):
        return found
    return {"allOf": [found], "nullable": True} if "$ref" in found else {**found, "nullable": True}


def _component(kind: Any, auto_schema: AutoSchema) -> Schema:
    component = ResolvedComponent(kind.__name__, ResolvedComponent.SCHEMA, object=kind)  # type: ignore[no-untyped-call]
    if component not in auto_schema.registry:
        auto_schema.registry.register(component)
        component.schema = object_schema(kind, auto_schema)
    return dict(component.ref)


def object_schema(kind: Any, auto_schema: AutoSchema) -> Schema:
    """The schema of a TypedDict or a dataclass, with its docstring."""
    hints = get_type_hints(kind, include_extras=True)
    properties = {name: schema_of(hint, auto_schema) for name, hint in hints.items()}
    schema: Schema = {"type": "object", "description": (kind.__doc__ or "").strip(), "properties": properties}
    if required := sorted(set(hints) - _optional_of(kind, hints)):
        schema["required"] = required
    return schema


def _optional_of(kind: Any, hints: Mapping[str, Any]) -> set[str]:
    """The keys of a TypedDict that a value may leave out."""
    if dataclasses.is_dataclass(kind):
        # Data stored before a field existed does not contain it, so the field has a default.
        return {
            field.name
            for field in dataclasses.fields(kind)
            if field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        }
    is_total = getattr(kind, "__total__", True)
    return {
        name
        for name, hint in hints.items()
        if get_origin(hint) is NotRequired or not (is_total or get_origin(hint) is Required)
    }
