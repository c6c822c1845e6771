"""Template context of every page."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.dashboard import lines as dashboard_lines


def site(request: HttpRequest) -> dict[str, object]:
    """`site_name`, `theme` (light, dark or device) of the user, and `waiting_count`, the number of dashboard lines.

    The count is computed when a template uses it, so that fragments and visitors' pages cost nothing.
    """
    user = getattr(request, "user", None)
    theme = getattr(user, "theme", "") or request.COOKIES.get("theme", "")
    return {
        "site_name": settings.SITE_NAME,
        "theme": theme if theme in {"light", "dark"} else "device",
        "waiting_count": SimpleLazyObject(lambda: dashboard_lines.count_for(request)),
    }
