"""Pages that the installed app saves for use without a network: each app adds the addresses of a user's own pages.

PROVIDERS.add("warbands", pages_of)        # in AppConfig.ready
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from mordheim_site.registry import Registry

Provider = Callable[[User], Iterable[str]]
PROVIDERS: Registry[str, Provider] = Registry("provider of offline pages")
MOST: Final = 120
"""Maximum number of addresses in one response."""


def pages_of(user: User) -> list[str]:
    """Addresses of pages without host, each once, in the order of the apps."""
    return list(dict.fromkeys(address for provider in PROVIDERS.values() for address in provider(user)))[:MOST]


@never_cache
@require_safe
def offline_pages(request: HttpRequest) -> JsonResponse:
    """JSON list of the addresses that belong to the signed-in user; empty for a visitor."""
    pages = pages_of(request.user) if isinstance(request.user, User) else []
    return JsonResponse({"pages": pages})
