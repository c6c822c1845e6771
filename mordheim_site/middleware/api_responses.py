"""Rules for every address below /api/v1/: the final slash is optional, unknown query parameters are refused, responses
have RateLimit-* headers, and a client that already has the current response gets 304."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import is_valid_path
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

from accounts.rate_headers import headers_of
from mordheim_site.api.queries import refusal_of_query
from mordheim_site.middleware.refusals import API


class ApiResponsesMiddleware:
    """Applies these rules to API requests only. Must come before CommonMiddleware, which redirects addresses without a
    slash."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(API):
            return self.get_response(request)
        add_final_slash(request)
        response = self.get_response(request)
        if request.method == "GET" and response.status_code == 200 and isinstance(response, HttpResponse):
            response = not_modified_or(request, response)
        for name, value in headers_of(request).items():
            response.headers.setdefault(name, value)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Refuse a query with unknown parameters before the view reads it."""
        api_view = getattr(view, "cls", None)
        if api_view is None or not request.path_info.startswith(API):
            return None
        return refusal_of_query(request, api_view)


def add_final_slash(request: HttpRequest) -> None:
    """Treat an address without the final slash like the one with it. A redirect would lose the body of a POST."""
    path = request.path_info
    if not path.endswith("/") and not is_valid_path(path) and is_valid_path(f"{path}/"):
        request.path_info += "/"
        request.path += "/"


def not_modified_or(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """304 if the client already has this response, otherwise the response with its ETag."""
    if "ETag" not in response.headers:
        response.headers["ETag"] = quote_etag(sha256(response.content).hexdigest()[:32])
        # Other users may get another response, and caches must revalidate each time.
        patch_vary_headers(response, ["Authorization", "Cookie"])
        response.headers.setdefault("Cache-Control", "private, no-cache")
    found: HttpResponseBase = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    return found
