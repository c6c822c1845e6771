"""Views that serve photos of tracked battles, add them and remove them."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import RateLimitExceeded
from battles.core.viewers import current_user, wants_json
from battles.models import Track
from battles.tabletop import phone_queue
from battles.tabletop.permissions import track_to_read
from battles.tabletop.photos.operations import AddPhoto, RemovePhoto
from battles.tabletop.photos.selectors import photo_named
from battles.tabletop.photos.services import MOST_PHOTOS
from battles.tabletop.sheets.services import NotYourSheet
from battles.tabletop.tracker.views import region_of, render_tracker
from mordheim_site.operations.pages import carries_out, perform, source_key_of
from mordheim_site.pictures import MOST_BYTES, PICTURE_POLICY, NotAPicture, PictureTooLarge
from mordheim_site.refusals import Refusal


@require_safe
def picture(request: HttpRequest, pid: str, photo: str) -> HttpResponse:
    """The image of a photo, for everyone who may see the battle. The picture at an address never changes."""
    found = photo_named(track_to_read(current_user(request), pid), photo)
    if found is None:
        raise Http404
    answer = HttpResponse(bytes(found.content), content_type=found.media_type)
    patch_cache_control(answer, private=True, max_age=31536000, immutable=True)
    answer["Content-Security-Policy"] = PICTURE_POLICY
    return answer


@carries_out(AddPhoto)
@require_POST
def add(request: HttpRequest, pid: str) -> HttpResponse:
    """Add the uploaded photos (`photo`). A script that sends queued entries sends one and requests JSON."""

    def act(row: Track) -> None:
        uploads = [upload for upload in request.FILES.getlist("photo") if upload][: MOST_PHOTOS + 1]
        if not uploads:
            raise NotAPicture(message=_("Choose a photo first."))
        key = source_key_of(request)
        for number, upload in enumerate(uploads):
            if upload.size is not None and upload.size > MOST_BYTES:
                raise PictureTooLarge
            values = {"content": upload.read(), "description": request.POST.get("description", "")[:200]}
            perform(request, AddPhoto, row, values=values, source_key=f"{key}:{number}" if key else "")

    return _answer(request, pid, act)


@carries_out(RemovePhoto)
@require_POST
def remove(request: HttpRequest, pid: str, photo: str) -> HttpResponse:
    """Remove a photo. A script that sends queued entries requests JSON."""
    return _answer(request, pid, lambda row: perform(request, RemovePhoto, (row, photo), values={}))


def _answer(request: HttpRequest, pid: str, act: Callable[[Track], None]) -> HttpResponse:
    """Carry out `act` for a player of the battle, and respond to a form or to the queue of a phone."""
    user, is_queued = current_user(request), wants_json(request)
    if is_queued:
        phone_queue.check_player(request, user)
    row = track_to_read(user, pid)
    try:
        if user is None:
            raise NotYourSheet
        act(row)
    except RateLimitExceeded:
        # The queue of a phone waits, and sends the photo again.
        raise
    except Refusal as error:
        return phone_queue.refused(request, error) if is_queued else render_tracker(request, row, error)
    if is_queued:
        row.refresh_from_db()
        return JsonResponse({"accepted": phone_queue.id_of(request), "html": region_of(request, row, user)})
    return redirect(f"{reverse('battles:track', args=[pid])}#photos")
