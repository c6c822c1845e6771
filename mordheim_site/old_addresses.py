"""Redirects from earlier page addresses to their current ones. Requests keep their method and their query string."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.urls import path

OLD_PAGES: Final[dict[str, str]] = {
    "campaigns/desk/": "dashboard/campaigns/",
    "battles/desk/": "dashboard/battles/",
    "warbands/desk/": "dashboard/warbands/",
    "campaigns/<slug:slug>/desk/": "campaigns/<slug:slug>/manage/",
    "campaigns/<slug:slug>/desk/site/": "campaigns/<slug:slug>/manage/site/",
    "campaigns/<slug:slug>/desk/house-rules/": "campaigns/<slug:slug>/manage/house-rules/",
    "campaigns/<slug:slug>/desk/packs/": "campaigns/<slug:slug>/manage/packs/",
    "campaigns/<slug:slug>/desk/packs/<pid:pid>/": "campaigns/<slug:slug>/manage/packs/<pid:pid>/",
    "campaigns/<slug:slug>/desk/export/": "campaigns/<slug:slug>/manage/export/",
    "campaigns/<slug:slug>/desk/hand-over/": "campaigns/<slug:slug>/manage/hand-over/",
    "campaigns/<slug:slug>/desk/webhooks/": "campaigns/<slug:slug>/manage/webhooks/",
    "campaigns/<slug:slug>/desk/<slug:verb>/": "campaigns/<slug:slug>/manage/<slug:verb>/",
    "battles/paper/": "battles/tabletop/",
    "battles/<pid:pid>/orders/": "battles/<pid:pid>/commands/",
    "battles/<pid:pid>/say/": "battles/<pid:pid>/chat/",
    "battles/<pid:pid>/point/": "battles/<pid:pid>/annotations/",
    "battles/<pid:pid>/standing/": "battles/<pid:pid>/default-decisions/",
    "battles/<pid:pid>/way/<slug:who>/": "battles/<pid:pid>/path/<slug:who>/",
    "tables/<pid:pid>/paper/": "tables/<pid:pid>/print/",
    "warbands/<pid:pid>/as-it-was/": "warbands/<pid:pid>/restore/",
    "warbands/<pid:pid>/past/": "warbands/<pid:pid>/earlier-history/",
    "warbands/<pid:pid>/warriors/<pid:wid>/past/": "warbands/<pid:pid>/warriors/<pid:wid>/earlier-history/",
    "warbands/<pid:pid>/keep/": "warbands/<pid:pid>/save-as-template/",
    "warbands/templates/<pid:tid>/begin/": "warbands/templates/<pid:tid>/start/",
}
"""URL patterns: each earlier address with the current one. CHANGELOG.md lists every change."""


def redirect(request: HttpRequest, current: str, **parts: str) -> HttpResponse:
    """Redirect permanently: 301 for reading. A form gets 308, and the browser then sends it again to the new
    address."""
    address = "/" + re.sub(r"<\w+:(\w+)>", lambda found: quote(parts[found[1]]), current)
    if request.GET:
        address += f"?{request.GET.urlencode()}"
    status = 301 if request.method in ("GET", "HEAD") else 308
    return HttpResponse(status=status, headers={"Location": address})


urlpatterns = [path(old, redirect, {"current": current}) for old, current in OLD_PAGES.items()]
