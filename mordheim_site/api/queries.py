"""Refuses query parameters that the API's schema does not have. The schema of a view's method is the only list of its
parameters; see `extend_schema`."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from mordheim_site.operations.messages import InvalidInput

FORMAT = api_settings.URL_FORMAT_OVERRIDE
"""Query parameter that chooses the format of the response; every address accepts it."""
MOST_NAMED = 20


@cache
def declared_names(view: type[APIView], method: str) -> frozenset[str] | None:
    """The query parameters in the schema of a view's method; None if it has no schema."""
    handler = getattr(view, "get" if method == "HEAD" else method.lower(), None)
    kind = getattr(handler, "kwargs", {}).get("schema")
    if kind is None:
        return None
    instance: Any = view()
    instance.request, instance.args, instance.kwargs = None, (), {}
    schema = kind()
    schema.view, schema.method = instance, method
    found: set[str] = set()
    for parameter in schema.get_override_parameters():
        if not isinstance(parameter, OpenApiParameter):
            found |= set(parameter().fields)
        elif parameter.location == OpenApiParameter.QUERY:
            found.add(parameter.name)
    pages = getattr(instance, "pagination_class", None)
    if pages is not None and method in ("GET", "HEAD"):
        found |= {parameter["name"] for parameter in pages().get_schema_operation_parameters(instance)}
    return frozenset(found)


def refusal_of_query(request: HttpRequest, view: type[APIView]) -> HttpResponse | None:
    """The error response to a query with parameters that this address does not have; None if all are known."""
    known = declared_names(view, request.method or "") if request.GET else None
    if known is None:
        return None
    unknown = [name for name in request.GET if name not in known and name != FORMAT]
    if not unknown:
        return None
    listed = ", ".join(sorted(known))
    message = (
        _("Unknown parameter. Known parameters: {known}.").format(known=listed)
        if listed
        else _("This address has no parameters.")
    )
    refusal = InvalidInput(fields={name[:80]: [message] for name in unknown[:MOST_NAMED]})
    return JsonResponse(refusal.as_json(), status=refusal.status)
