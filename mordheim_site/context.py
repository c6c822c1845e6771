"""What every template may ask for."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """`site_name`, and `theme` (light, dark or device) of the reader."""
    user = getattr(request, "user", None)
    theme = getattr(user, "theme", "") or request.COOKIES.get("theme", "")
    return {"site_name": settings.SITE_NAME, "theme": theme if theme in {"light", "dark"} else "device"}
