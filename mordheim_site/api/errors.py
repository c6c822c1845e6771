"""One exception handler, one JSON shape: {"code", "message", "fields"}, plus "rule" where a rule forbids the
request."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as default_handler

from mordheim_site.middleware.refusals import retry_headers
from mordheim_site.refusals import Refusal


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception of an API view into a response; None lets an unexpected error become a 500."""
    if isinstance(error, Refusal):
        return Response(error.as_json(), status=error.status, headers=retry_headers(error))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    answer = default_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return answer
    if isinstance(error, exceptions.ValidationError):
        answer.data = {
            "code": "invalid",
            "message": _("Some fields are not valid. Correct them and send the request again."),
            "fields": _by_field(error.detail),
        }
    else:
        answer.data = {"code": _code_of(error), "message": str(error.detail), "fields": {}}
    return answer


def _code_of(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else "error"


def _by_field(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested details to dotted field names; errors of no field are under "non_field_errors"."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for name, inner in detail.items():
            found.update(_by_field(inner, f"{path}.{name}" if path else str(name)))
        return found
    if isinstance(detail, list) and any(isinstance(part, dict | list) for part in detail):
        found = {}
        for place, inner in enumerate(detail):
            if inner:
                found.update(_by_field(inner, f"{path}.{place}" if path else str(place)))
        return found
    sentences = detail if isinstance(detail, list) else [detail]
    return {path or "non_field_errors": [str(sentence) for sentence in sentences]}
