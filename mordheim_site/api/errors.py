"""Exception handler of the API: every error has the shape {"code", "message", "fields"}, plus "rule" if a rule forbids
the request."""

import math
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as default_handler

from mordheim_site.middleware.refusals import retry_headers
from mordheim_site.refusals import SEND_JSON, NotFoundByField, Refusal, Sentence

SENTENCES: Final[dict[type[exceptions.APIException], Sentence]] = {
    exceptions.NotAuthenticated: gettext_lazy(
        "Send an API key with the request: the header `Authorization: Bearer KEY`. Create a key in your settings."
    ),
    exceptions.NotFound: gettext_lazy("This does not exist, or it is not visible to you."),
    exceptions.PermissionDenied: gettext_lazy("You are not allowed to do this."),
    exceptions.NotAcceptable: gettext_lazy("Responses are JSON only. Send the header `Accept: application/json`."),
    exceptions.UnsupportedMediaType: SEND_JSON,
}


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception of an API view into a response; None lets an unexpected error become a 500."""
    if isinstance(error, Refusal):
        return Response(error.as_json(), status=error.status, headers=retry_headers(error))
    field = error.field if isinstance(error, NotFoundByField) else ""
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
        message = _sentence_of(error, context)
        answer.data = {"code": _code_of(error), "message": message, "fields": {field: [message]} if field else {}}
    return answer


def _sentence_of(error: exceptions.APIException, context: dict[str, Any]) -> str:
    """What to do next, in the site's wording; REST framework's own sentence where it states the reason."""
    if isinstance(error, exceptions.MethodNotAllowed):
        allowed = ", ".join(method for method in context["view"].allowed_methods if method != "OPTIONS")
        return _("This address does not support this method. It supports: {methods}.").format(methods=allowed)
    if isinstance(error, exceptions.Throttled):
        return _("Too many requests. Try again in {seconds} seconds.").format(seconds=math.ceil(error.wait or 1))
    if isinstance(error, exceptions.ParseError):
        return _("The body is not valid JSON. {reason}").format(reason=error.detail)
    if isinstance(error, exceptions.UnsupportedMediaType | exceptions.NotAcceptable):
        return str(SENTENCES[type(error)])
    sentence = SENTENCES.get(type(error))
    return str(sentence) if sentence is not None and error.detail == type(error).default_detail else str(error.detail)


def _code_of(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else "error"


def _by_field(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested details to dotted field names; errors that belong to no field are under
    "non_field_errors"."""
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
