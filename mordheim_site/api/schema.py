"""Adds to the schema what views do not declare: possible errors, exact request fields, and paths.

The errors of an operation follow from its method, permissions, throttles, body and path; see `statuses_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import yaml
from django.db import models
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from mordheim_site.api import fields as api_fields

AnyHandler = TypeVar("AnyHandler", bound=Callable[..., Any])
CHOICES: Final = Path(__file__).parent / "choices.yaml"
NOT_BLANK = r"[^\s\u001c-\u001f\u0085]"
"""Pattern of a character that Python's `strip` does not remove."""
ERRORS: dict[int, str] = {
    400: "The request cannot be read: a field is missing, unknown or of the wrong form. `fields` names them.",
    401: "No API key, or one that does not work. Send `Authorization: Bearer KEY`.",
    403: (
        "The caller is not allowed to do this: it belongs to another player, the caller is a guest, or the key "
        "lacks the scope."
    ),
    404: "This does not exist, or it is not visible to the caller.",
    405: "The address does not support this method.",
    406: "The response is not available in the format of the Accept header.",
    409: "Another request came first, or the object is no longer in the required state.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "A rule forbids this. `rule` is its id where the rules index has one.",
    429: "Too many requests. `Retry-After` says how many seconds to wait.",
    500: "Server error. It has been logged; trying again later may work.",
}


NOT_MODIFIED: Final = "The response with the ETag of `If-None-Match` is still the current one. No body."
HEADERS: dict[int, dict[str, str]] = {
    401: {"WWW-Authenticate": "The accepted schemes: Bearer, Token."},
    429: {
        "Retry-After": "Seconds to wait.",
        "RateLimit-Limit": "Requests allowed by the limit.",
        "RateLimit-Remaining": "Requests left.",
        "RateLimit-Reset": "Seconds until requests are possible again.",
    },
}
"""Headers of error responses by status, with their meaning."""


def statuses_of(*, method: str, has_path: bool, has_body: bool, has_auth: bool, has_throttle: bool) -> list[int]:
    """The errors that an operation can return, sorted."""
    writes = method not in SAFE_METHODS
    can = {
        400: True,  # an address may hold broken characters
        401: has_auth,
        403: has_auth or writes or has_path,  # a key may lack the scope
        404: True,  # `?format=` may ask for a form that does not exist
        405: has_path,  # another value in the path may name a resource that has no such method
        406: True,
        409: writes or has_path,
        413: has_body,
        415: has_body,
        422: True,  # a query may hold NUL
        429: has_throttle,
        500: True,
    }
    return [status for status, is_possible in can.items() if is_possible]


class ApiSchema(AutoSchema):
    """The schema of one view's method."""

    def get_summary(self) -> str | None:
        """The declared summary, otherwise the first line of the description."""
        lines = str(self.get_description()).splitlines()  # type: ignore[no-untyped-call]
        return super().get_summary() or (lines[0] if lines else None)

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        statuses = statuses_of(
            method=self.method,
            has_path="{" in self.path,
            has_body=bool(self._get_request_body()),  # type: ignore[no-untyped-call]
            has_auth=bool(self.view.get_authenticators()),
            has_throttle=bool(self.view.throttle_classes),
        )
        error = self.resolve_serializer(api_fields.ErrorOut, direction).ref
        if self.method == "GET":
            bodies.setdefault("304", {"description": NOT_MODIFIED})
        for status in statuses:
            bodies.setdefault(
                str(status),
                {"description": ERRORS[status], "content": {"application/json": {"schema": error}}},
            )
        is_paged = self.method == "GET" and self._is_list_view()  # type: ignore[no-untyped-call]
        for kind in getattr(getattr(self.view, self.method.lower(), None), "refusals", ()):
            body = bodies[str(kind.status)]
            lines = [f"* `{code}`: {meaning}" for code, meaning in kind.meanings().items()]
            begins = body["description"] if "\n" in body["description"] else f"{body['description']}\n"
            body["description"] = "\n".join([begins, *lines])
        pages = getattr(self.view, "pagination_class", None) if is_paged else None
        for status, headers in (HEADERS if pages is None else HEADERS | {200: pages.headers}).items():
            if str(status) in bodies:
                bodies[str(status)]["headers"] = {
                    name: {"description": meaning, "schema": {"type": "string"}} for name, meaning in headers.items()
                }
        return bodies

    def _get_callbacks(self) -> dict[str, Any]:
        """The requests that the site sends later because of an operation, by name."""
        operation = getattr(getattr(self.view, self.method.lower(), None), "operation", None)
        return {
            callback.name: {callback.url: {"post": self._callback(callback)}}
            for callback in (operation.declaration.callbacks if operation is not None else ())
        }

    def _callback(self, callback: Any) -> dict[str, Any]:
        body = self.resolve_serializer(callback.body, "response").ref
        return {
            "summary": callback.summary,
            "parameters": [
                {"in": "header", "name": name, "description": meaning, "required": True, "schema": {"type": "string"}}
                for name, meaning in callback.headers.items()
            ],
            "requestBody": {"content": {"application/json": {"schema": body}}, "required": True},
            "responses": {status: {"description": meaning} for status, meaning in callback.responses.items()},
        }

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        kind = serializer if isinstance(serializer, type) else type(serializer)
        if issubclass(kind, api_fields.RequestSerializer):
            schema["additionalProperties"] = False
        return schema

    def _insert_field_validators(self, field: Any, schema: Any) -> None:
        if not isinstance(field, api_fields.CharField):
            super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]


@cache
def choice_texts() -> Mapping[str, Mapping[str | int, str]]:
    """Meanings of choices that have no label on a page: by component, then by value."""
    found: Mapping[str, Mapping[str | int, str]] = yaml.load(
        CHOICES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    return found


def explain_choices(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Add to each set of choices what the choices mean, from the labels of the pages or from `choices.yaml`. Runs after
    the schema is generated."""
    labels = {
        tuple(kind.values): [f"* `{value}`: {label}" for value, label in kind.choices]
        for kind in reversed(models.TextChoices.__subclasses__())
    }
    by_values = {frozenset(values): lines for values, lines in labels.items()}
    for name, part in result["components"]["schemas"].items():
        texts = choice_texts().get(name, {})
        lines = [f"* `{value}`: {text}" for value, text in texts.items()]
        lines = lines or by_values.get(frozenset(part.get("enum", ())), [])
        generated = part.get("description", "* `").startswith("* `")
        if generated and not lines:
            lines = [line.replace("` - ", "`: ", 1) for line in part.get("description", "").splitlines()]
        if lines and generated:
            part["description"] = "\n".join(lines)
    return result


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Declares API keys in the schema, so that generated clients send them."""

    target_class = "accounts.api_keys.services.KeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key from your settings. `Authorization: Token KEY` is accepted as well.",
        }


class TextExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Schema of string fields: lengths as sent, and patterns that fit defaults too."""

    target_class = "mordheim_site.api.fields.CharField"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        field = self.target
        schema: dict[str, Any] = {"type": "string"}
        if field.max_length is not None:
            schema["maxLength"] = field.max_length
        pattern = getattr(field, "pattern", None)
        if pattern is not None:
            bare = pattern.removeprefix("^").removesuffix("$")
            schema["pattern"] = f"^({bare})?$" if field.allow_blank else f"^({bare})$" if "|" in bare else pattern
        elif not field.allow_blank:
            schema |= {"minLength": 1, "pattern": NOT_BLANK} if field.trim_whitespace else {"minLength": 1}
        return schema


class FlagExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Schema of a yes or no in a query, with every accepted spelling."""

    target_class = "mordheim_site.api.fields.QueryFlag"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        return {"type": "string", "enum": list(api_fields.FLAGS)}
