"""Refuses forms that cannot be read, and text that contains NUL, before any view runs. Our forms never send NUL, and
PostgreSQL cannot store it."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase

from mordheim_site.errors import not_json, unreadable_request
from mordheim_site.middleware.refusals import API, render_refusal
from mordheim_site.refusals import UnusableCharacter

NUL = "\x00"


class PlainTextMiddleware:
    """Refuses a path, a query or a form that contains NUL: 400 on pages, 422 below /api/v1/. Refuses a form with a
    broken multipart boundary with 400. Below /api/v1/ a multipart form is refused with 415, unless it is empty; the
    parser of the API checks JSON bodies.

    It runs before the CSRF check, which reads the form too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Raises BadRequest on a page."""
        if NUL in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            if request.path.startswith(API):
                return render_refusal(request, UnusableCharacter())
            raise BadRequest("NUL in the address")
        if request.method != "POST":
            return None
        try:
            fields = list(request.POST.lists())
            is_empty = not fields and not request.FILES
        except MultiPartParserError:
            return not_json(request) if request.path.startswith(API) else unreadable_request(request)
        if request.path.startswith(API):
            # REST framework would see an empty body, because the form has already been read.
            return None if is_empty or request.content_type != "multipart/form-data" else not_json(request)
        if any(NUL in name or any(NUL in text for text in texts) for name, texts in fields):
            raise BadRequest("NUL in a form")
        return None
