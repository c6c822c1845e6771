"""Reads the OpenAPI document for the documentation page: groups of operations with their fields, examples and errors.

Pure functions of the document. Nothing here depends on a request.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from mordheim_site.look.prose import prose

Schema = Mapping[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A part of the address, a query parameter or a header, or a field of a body."""

    name: str
    place: str
    """path, query, header, or "" for a field of a body."""
    kind: str
    is_required: bool
    text: SafeString


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: its status, when it is sent, and the fields of its body."""

    status: str
    text: SafeString
    kind: str
    fields: tuple[Parameter, ...]
    example: str
    """JSON, or ""."""

    @property
    def is_error(self) -> bool:
        """Whether the request was refused."""
        return not self.status.startswith("2")


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API."""

    id: str
    method: str
    path: str
    summary: str
    text: SafeString
    is_public: bool
    """Whether it works without an API key."""
    is_deprecated: bool
    """Whether another operation does the same and this one is kept for older programs."""
    parameters: tuple[Parameter, ...]
    fields: tuple[Parameter, ...]
    """The fields of the body."""
    request: str
    """An example of a request for curl."""
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The operations whose addresses begin with the same word."""

    name: str
    operations: tuple[Operation, ...]


def groups_of(document: Schema) -> tuple[Group, ...]:
    """The operations of an OpenAPI document by their first tag, both in the order of the document."""
    found: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                tag = methods[method].get("tags", ["other"])[0]
                found.setdefault(tag, []).append(operation_of(document, method, path, methods[method]))
    return tuple(Group(name, tuple(operations)) for name, operations in sorted(found.items()))


def operation_of(document: Schema, method: str, path: str, described: Schema) -> Operation:
    """One operation, with its example as a request that can be pasted into a shell."""
    body = described.get("requestBody", {}).get("content", {})
    content = body.get(JSON) or next(iter(body.values()), {})
    security = described.get("security", [])
    summary = described.get("summary") or described["operationId"].replace("_", " ").capitalize()
    text = described.get("description", "").removeprefix(summary).strip()
    return Operation(
        id=described["operationId"],
        method=method.upper(),
        path=path,
        summary=summary.rstrip(".").replace("`", ""),
        text=prose(text),
        is_public=not security or {} in security,
        is_deprecated=bool(described.get("deprecated")),
        parameters=tuple(_parameters(document, described.get("parameters", ()))),
        fields=fields_of(document, content.get("schema", {})),
        request=_request(document, method, path, described, body),
        answers=tuple(_answer(document, status, answer) for status, answer in sorted(described["responses"].items())),
    )


def _parameters(document: Schema, parameters: Any) -> Iterator[Parameter]:
    for parameter in parameters:
        schema = parameter.get("schema", {})
        text = prose(parameter.get("description", ""))
        is_required = bool(parameter.get("required"))
        yield Parameter(parameter["name"], parameter["in"], kind_of(document, schema), is_required, text)


def fields_of(document: Schema, schema: Schema) -> tuple[Parameter, ...]:
    """The fields of an object, or of the objects of a list or of a page; empty for everything else."""
    schema = _resolved(document, schema)
    if schema.get("type") == "array":
        return fields_of(document, schema.get("items", {}))
    required = schema.get("required", ())
    return tuple(
        Parameter(name, "", kind_of(document, field), name in required, prose(field.get("description", "")))
        for name, field in schema.get("properties", {}).items()
    )


def kind_of(document: Schema, schema: Schema) -> str:
    """The type of a value in a few words: "text", "whole number", "list of HeroShape"."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        target = document["components"]["schemas"].get(name, {})
        return name if "properties" in target else kind_of(document, target) if target else name
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            kinds = dict.fromkeys(kind_of(document, part) for part in schema[word])
            return _or_null(" or ".join(kinds), schema)
    if "enum" in schema:
        values = [str(value) for value in schema["enum"] if value not in (None, "")]
        shown = ", ".join(values[:8]) + (", ..." if len(values) > 8 else "")
        return _or_null(f"one of: {shown}", schema)
    kind = schema.get("type", "any value")
    if kind == "array":
        return _or_null(f"list of {kind_of(document, schema.get('items', {}))}", schema)
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return _or_null(f"object with values: {kind_of(document, schema['additionalProperties'])}", schema)
    words = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    formats = {"date-time": "date and time", "date": "date", "uri": "address", "binary": "file", "email": "email"}
    return _or_null(formats.get(schema.get("format", ""), words.get(kind, kind)), schema)


def _or_null(kind: str, schema: Schema) -> str:
    return f"{kind} or null" if schema.get("nullable") and "null" not in kind else kind


def _resolved(document: Schema, schema: Schema) -> Schema:
    """The schema behind references, and behind a choice with only one part."""
    while True:
        parts = schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf") or ()
        if "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        elif len(parts) == 1:
            schema = parts[0]
        else:
            return schema


def _answer(document: Schema, status: str, answer: Schema) -> Answer:
    kind, content = next(iter(answer.get("content", {}).items()), ("", {}))
    schema = content.get("schema", {})
    example = _example(document, content) if kind == JSON else None
    is_error = not status.startswith("2")
    return Answer(
        status=status,
        text=prose(answer.get("description", "")),
        kind=kind_of(document, schema) if kind == JSON else kind,
        fields=() if is_error else fields_of(document, schema),
        example="" if example is None or is_error else json.dumps(example, indent=2, ensure_ascii=False),
    )


def _example(document: Schema, content: Schema) -> Any:
    """The example value of a body, or None."""
    example = next(iter(content.get("examples", {}).values()), {})
    if "$ref" in example:
        example = document["components"]["examples"][example["$ref"].rpartition("/")[2]]
    return example.get("value")


def _request(document: Schema, method: str, path: str, described: Schema, body: Schema) -> str:
    """The operation as a command for curl, with the example values of its path and body."""
    for parameter in described.get("parameters", ()):
        if parameter["in"] == "path":
            value = parameter.get("example", parameter.get("schema", {}).get("example", parameter["name"]))
            path = path.replace(f"{{{parameter['name']}}}", str(value))
    lines = [f"curl -H 'Authorization: Bearer KEY' https://SITE{path}"]
    if method != "get":
        lines[0] = lines[0].replace("curl", f"curl -X {method.upper()}", 1)
    if JSON in body:
        value = json.dumps(_example(document, body[JSON]) or {}, ensure_ascii=False).replace("'", "'\\''")
        lines += ["-H 'Content-Type: application/json'", f"-d '{value}'"]
    elif "multipart/form-data" in body:
        lines += [f"-F {field.name}=@FILE" for field in fields_of(document, body["multipart/form-data"]["schema"])]
    return " \\\n  ".join(lines)
