"""The header Permissions-Policy: pages and their content may not use camera, location or payment."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

NOBODY: Final = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "gamepad", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone",
    "midi", "payment", "picture-in-picture", "serial", "storage-access", "usb", "window-management",
    "xr-spatial-tracking",
)  # fmt: skip
OURS: Final = (
    "clipboard-write", "fullscreen", "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock",
)  # fmt: skip
POLICY: Final = ", ".join([*(f"{name}=()" for name in NOBODY), *(f"{name}=(self)" for name in OURS)])


class PermissionsPolicyMiddleware:
    """Adds the header to every response, also to errors and static files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response
