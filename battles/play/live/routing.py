"""WebSocket routes of the battles app."""

from typing import Any

from django.urls import path

from battles.play.live.consumers import BattleConsumer

websocket_urlpatterns: list[Any] = [path("ws/battles/<pid:pid>/", BattleConsumer.as_asgi())]
"""`BattleConsumer.as_asgi()` is what URLRouter expects, but channels does not have types for it."""
