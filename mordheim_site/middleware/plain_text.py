"""Text with NUL in it is no text: no form of ours sends it, and PostgreSQL cannot hold it. Refused before any view."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

NUL = "\x00"


class PlainTextMiddleware:
    """Answers 400 when the path, the question or a form holds NUL. JSON bodies are the API's to look at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        """Raises BadRequest."""
        if NUL in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("NUL in the address")
        if request.method == "POST" and any(
            NUL in name or any(NUL in text for text in texts) for name, texts in request.POST.lists()
        ):
            raise BadRequest("NUL in a form")
