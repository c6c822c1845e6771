"""Renders a Refusal that leaves a view: as a fragment when one was requested, as a whole page otherwise.

The API never uses this (`api.errors.exception_handler`); a view that can re-render its own form catches the refusal
itself and includes `partials/_refusal.html`.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from mordheim_site.refusals import Refusal

API = "/api/v1/"
FRAGMENT = "partials/_refusal.html"
PAGE = "errors/refusal.html"


def wants_json(request: HttpRequest) -> bool:
    """Whether the caller asked for JSON, as programs and scripts do, and not for a page or a fragment."""
    if request.path.startswith(API):
        return True
    accepts = request.headers.get("Accept", "")
    return request.headers.get("HX-Request") != "true" and accepts.split(",")[0].strip() == "application/json"


def retry_headers(refusal: Refusal) -> dict[str, str]:
    """`Retry-After` for a refusal that says how long to wait."""
    return {"Retry-After": str(refusal.retry_after)} if refusal.retry_after else {}


def render_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Render a refusal as a fragment, page or JSON, with its own status."""
    headers = retry_headers(refusal)
    if wants_json(request):
        return JsonResponse(refusal.as_json(), status=refusal.status, headers=headers)
    template = FRAGMENT if request.headers.get("HX-Request") == "true" else PAGE
    answer = render(request, template, {"refusal": refusal}, status=refusal.status)
    for name, value in headers.items():
        answer.headers[name] = value
    return answer


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return render_refusal(request, exception) if isinstance(exception, Refusal) else None
