"""Pages for errors before or outside a view: not found, forbidden, expired form, server error."""

import sys
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from mordheim_site.database_errors import is_unavailable
from mordheim_site.middleware.refusals import API, render_refusal, wants_json
from mordheim_site.refusals import SEND_JSON, Refusal

RETRY_SECONDS: Final = 60


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_unavailable(exception):
        # A session that cannot be saved was deleted in the meantime.
        return database_unavailable(request)
    return unreadable_request(request)


def unreadable_request(request: HttpRequest) -> HttpResponse:
    """The response to a request whose address or form cannot be read."""
    sentence = _("The browser sent something this page cannot read. Go back and try again.")
    if request.path.startswith(API):
        sentence = _("The request cannot be read. Send a JSON body to an address of GET /api/v1/schema/.")
    return render_refusal(request, Refusal("bad_request", sentence, status=400))


def not_json(request: HttpRequest) -> HttpResponse:
    """The response to a request of the API with another body than JSON."""
    return render_refusal(request, Refusal("unsupported_media_type", SEND_JSON, status=415))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_refusal(
        request,
        Refusal(
            "forbidden",
            _("You are not allowed to change this. You may have to sign in with another account."),
            status=403,
        ),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(API):
        sentence = _("There is no API address like this. GET /api/v1/schema/ lists all of them.")
        return render_refusal(request, Refusal("not_found", sentence, status=404))
    return render_refusal(
        request,
        Refusal(
            "not_found",
            _("There is no page at this address, or it is not visible to you. It may have been moved or closed."),
            status=404,
        ),
    )


def too_many(request: HttpRequest) -> HttpResponse:
    """Response when one of allauth's own limits is reached."""
    return render_refusal(
        request,
        Refusal(
            "too_many",
            _("Too many attempts in a short time. Wait a few minutes, then try again; nothing was changed."),
            status=429,
        ),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render_refusal(
        request,
        Refusal(
            "stale_form",
            _("This page has expired. Reload it and try again; nothing was changed."),
            status=403,
        ),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """503 when the database cannot be reached, else 500. Neither page needs a database or a session.

    Django calls this while it handles the exception, so `sys.exc_info` has it.
    """
    if is_unavailable(sys.exc_info()[1]):
        return database_unavailable(request)
    if wants_json(request):
        return render_refusal(
            request,
            Refusal(
                "server_error",
                _("Something went wrong on the site, and the error has been logged. Try again in a minute."),
                status=500,
            ),
        )
    return HttpResponse(render_to_string("errors/500.html", {"theme": request.COOKIES.get("theme")}), status=500)


def database_unavailable(request: HttpRequest) -> HttpResponse:
    """503, with the number of seconds after which to try again."""
    refusal = Refusal("database_unavailable", _("The database is not available. Try again in a minute."), status=503)
    if wants_json(request):
        answer = render_refusal(request, refusal)
    else:
        context = {"theme": request.COOKIES.get("theme"), "message": refusal.message}
        answer = HttpResponse(render_to_string("errors/503.html", context), status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer
