"""Makes the site installable as an app: the manifest, and the service worker."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from mordheim_site.look.tokens import theme_tokens
from mordheim_site.version import version

WORKER = "js/service-worker.js"
ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)


@require_safe
@cache_control(max_age=600)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest."""
    page = theme_tokens("light")["page"]
    icons = [
        {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose} for path, sizes, purpose in ICONS
    ]
    about = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "lang": get_language() or "en",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": page,
        "theme_color": page,
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It is served at the root, because it can only control pages in its own folder and below."""
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def fallback(request: HttpRequest) -> HttpResponse:
    """The page that the app shows if there is no network and the requested page was not saved. It is saved for every
    user, so it contains no name."""
    context = {"site_name": settings.SITE_NAME, "theme": "device"}
    return HttpResponse(render_to_string("offline.html", context, request=None))


@cache
def _worker() -> str:
    found = finders.find(WORKER)
    assert isinstance(found, str)
    return f"self.RELEASE = {json.dumps(release())};\n{Path(found).read_text(encoding='utf-8')}"


@cache
def release() -> str:
    """Hash of the names of all collected static files; if their names are not hashed, the version of the site."""
    names = getattr(staticfiles_storage, "hashed_files", None)
    if not names:
        return version()
    return hashlib.sha256("\n".join(sorted(names.values())).encode()).hexdigest()[:12]
