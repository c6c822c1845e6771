"""The preview picture of links to a warband, for chats and other pages."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.limits import limited
from warbands.core.permissions import warband_to_read
from warbands.exchange.link_picture import link_picture
from warbands.models import Visibility
from warbands.shared.sheet import roster_of

KEPT_S: Final = 24 * 3600
FRESH_S: Final = 3600


@require_safe
@limited("computations")
def preview(request: HttpRequest, pid: str) -> HttpResponse:
    """A PNG of the roster for readers with access; rendered once for each version of the roster and language."""
    warband = warband_to_read(request.user, pid, share_key=request.GET.get("key", ""))
    key = f"link:{warband.pk}:{warband.version}:{warband.crest}:{get_language()}".replace(" ", "_")
    image = cache.get(key)
    if image is None:
        image = link_picture(roster_of(warband))
        cache.set(key, image, KEPT_S)
    answer = HttpResponse(image, content_type="image/png")
    if warband.visibility == Visibility.PUBLIC:
        patch_cache_control(answer, public=True, max_age=FRESH_S)
    else:
        patch_cache_control(answer, private=True, max_age=FRESH_S)
    return answer
