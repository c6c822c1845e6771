"""WebSocket addresses of the battles room."""

from typing import Any

websocket_urlpatterns: list[Any] = []
