"""Responses to a submitted form: a redirect, or the page again with the error message."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def return_address(request: HttpRequest, otherwise: str) -> str:
    """The page from which the form was submitted if it belongs to this site; otherwise `otherwise`."""
    back = request.POST.get("next", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(
        back, {request.get_host()}, require_https=request.is_secure()
    ):
        return back
    return otherwise
