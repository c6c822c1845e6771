"""The WebSocket of one battle. It sends `{seq, first, side, events, awaiting}` and accepts nothing: commands are sent
by HTTP. A client that misses a message requests `events/?after=seq`, so the connection may break at any time."""

from __future__ import annotations

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import Http404

from battles.core.permissions import battle_to_read, sides_of
from battles.play.live import event_tail
from battles.play.live.broadcast import group_of


class BattleConsumer(AsyncWebsocketConsumer):
    """One watcher of one battle."""

    group = ""
    is_player = False

    async def connect(self) -> None:
        pid = self.scope["url_route"]["kwargs"]["pid"]
        user = self.scope.get("user")
        seq, self.is_player = await self._place(pid, user if user is not None and user.is_authenticated else None)
        if seq is None:
            await self.close(code=4404)
            return
        self.group = group_of(pid)
        await self.channel_layer.group_add(self.group, self.channel_name)
        event_tail.open_watch()
        await self.accept()
        await self.send(text_data=json.dumps({"seq": seq, "hello": True}))

    async def disconnect(self, code: int) -> None:
        if self.group:
            event_tail.close_watch()
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def battle_moved(self, event: dict[str, Any]) -> None:
        """Send new events."""
        await self.send(text_data=json.dumps(event["body"], separators=(",", ":")))

    async def battle_said(self, event: dict[str, Any]) -> None:
        """Send a chat line. During the battle, players do not see lines of spectators."""
        if self.is_player and not event["body"]["side"]:
            return
        await self.send(text_data=json.dumps({"said": event["body"]}, separators=(",", ":")))

    async def battle_noted(self, event: dict[str, Any]) -> None:
        """Report that something other than the table has changed: a clock or an annotation."""
        await self.send(text_data=json.dumps(event["body"], separators=(",", ":")))

    @database_sync_to_async
    def _place(self, pid: str, user: Any) -> tuple[int | None, bool]:
        """(newest event, whether this user has a side); (None, False) for a battle that this user may not see."""
        try:
            battle = battle_to_read(user, pid)
        except Http404:
            return None, False
        return battle.seq, bool(sides_of(user, battle))
