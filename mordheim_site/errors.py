"""Pages for what went wrong before or outside a view: no such address, not yours, stale form, our fault."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from mordheim_site.middleware.refusals import render_refusal, wants_json
from mordheim_site.refusals import Refusal


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_refusal(
        request,
        Refusal(
            "bad_request", _("The browser sent something this page cannot read. Go back and try again."), status=400
        ),
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_refusal(
        request,
        Refusal("forbidden", _("This is not yours to change. You may have to sign in as somebody else."), status=403),
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_refusal(
        request,
        Refusal(
            "not_found",
            _("There is nothing at this address, or it is not shown to you. It may have been moved or closed."),
            status=404,
        ),
    )


def too_many(request: HttpRequest) -> HttpResponse:
    """What allauth answers when one of its own limits is reached."""
    return render_refusal(
        request,
        Refusal(
            "too_many",
            _("That was tried too often in a short time. Wait a few minutes, then try again; nothing was changed."),
            status=429,
        ),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render_refusal(
        request,
        Refusal(
            "stale_form",
            _("This page was open too long or in another session. Reload it and press again; nothing was changed."),
            status=403,
        ),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Our fault: the page needs no database and no session."""
    if wants_json(request):
        return render_refusal(
            request,
            Refusal(
                "server_error",
                _("Something went wrong on the site, and the fault has been logged. Try again in a minute."),
                status=500,
            ),
        )
    return HttpResponse(render_to_string("errors/500.html", {"theme": request.COOKIES.get("theme")}), status=500)
