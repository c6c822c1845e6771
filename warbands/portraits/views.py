"""Views that serve a portrait and change it on the page of a warrior."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.pictures import MOST_BYTES, PICTURE_POLICY, NotAPicture, PictureTooLarge
from mordheim_site.refusals import Refusal
from warbands.core.permissions import warband_to_act_on
from warbands.portraits.operations import RemovePortrait, SetPortrait
from warbands.portraits.selectors import portrait_named
from warbands.roster.views import warrior_context

KEPT = "public, max-age=31536000, immutable"


@require_safe
def picture(request: HttpRequest, pid: str) -> HttpResponse:
    """The image of a portrait. Its address cannot be guessed and never shows another picture."""
    portrait = portrait_named(pid)
    if portrait is None:
        raise Http404
    answer = HttpResponse(bytes(portrait.content), content_type=portrait.media_type)
    answer["Cache-Control"] = KEPT
    answer["Content-Security-Policy"] = PICTURE_POLICY
    return answer


@carries_out(SetPortrait, RemovePortrait)
@require_POST
def change(request: HttpRequest, pid: str, wid: str) -> HttpResponse:
    """Upload a portrait (`picture`), or delete it (`remove`)."""
    warband = warband_to_act_on(request.user, pid)
    try:
        if "remove" in request.POST:
            perform(request, RemovePortrait, (warband, wid))
        else:
            upload = request.FILES.get("picture")
            if upload is None:
                raise NotAPicture(message=_("Choose a picture first."))
            if upload.size is not None and upload.size > MOST_BYTES:
                raise PictureTooLarge
            perform(request, SetPortrait, (warband, wid), values={"content": upload.read()})
    except Refusal as refusal:
        if refusal.status == 404:
            raise Http404 from refusal
        context = {**warrior_context(request, warband, wid), "refusal": refusal}
        return render(request, "warbands/roster/warrior.html", context, status=refusal.status)
    return redirect("warbands:warrior", pid, wid)
