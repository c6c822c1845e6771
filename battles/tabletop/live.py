"""The WebSocket of a tabletop battle: it sends `{version}` after each recorded or undone event, and accepts nothing.
The message is only a hint: a page that misses it requests the battle with the version that it shows, and gets an empty
response if nothing has changed."""

from __future__ import annotations

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import transaction
from django.http import Http404
from django.urls import path

from battles.play.live.broadcast import send_hint
from battles.tabletop.models import Track
from battles.tabletop.permissions import track_to_read


def group_of(public_id: str) -> str:
    """The channel layer group of the pages that have this battle open."""
    return f"track.{public_id}"


def changed_after_commit(track: Track) -> None:
    """After the commit, notify every open page. The message is sent by the web process that holds the sockets, or
    through Redis."""
    group, body = group_of(track.public_id), {"version": track.version}
    transaction.on_commit(lambda: send_hint(group, body, kind="track.changed"))


class TrackConsumer(AsyncWebsocketConsumer):
    """One open page of a tabletop battle, of a player or a spectator."""

    group = ""

    async def connect(self) -> None:
        pid = self.scope["url_route"]["kwargs"]["pid"]
        user = self.scope.get("user")
        version = await self._version(pid, user if user is not None and user.is_authenticated else None)
        if version is None:
            await self.close(code=4404)
            return
        self.group = group_of(pid)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send(text_data=json.dumps({"version": version}))

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def track_changed(self, event: dict[str, Any]) -> None:
        """Send the new version."""
        await self.send(text_data=json.dumps(event["body"]))

    @database_sync_to_async
    def _version(self, pid: str, user: Any) -> str | None:
        """The current version; None for a battle that this user may not see."""
        try:
            return track_to_read(user, pid).version
        except Http404:
            return None


websocket_urlpatterns: list[Any] = [path("ws/battles/track/<pid:pid>/", TrackConsumer.as_asgi())]
