"""Live battles: each has a player who sends a command from time to time, and two browsers that watch. A watcher does
what the board does: it is notified of the command through its WebSocket and requests the new state. The time from the
command to the state in both browsers is measured. Each battle has its own loopback address, because players have
different addresses."""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

WATCHERS = 2
ANSWER_WITHIN = 30.0
"""Seconds after which an update counts as lost."""


@dataclass(slots=True)
class Measured:
    """The measurements of all battles together; times are in seconds."""

    commands: list[float] = field(default_factory=list)
    """From sending a command to its response."""
    updates: list[float] = field(default_factory=list)
    """From sending a command to the new state in both watching browsers."""
    sizes: list[int] = field(default_factory=list)
    """Sizes in bytes of the states that watchers received, as sent."""
    refused: int = 0
    lost: int = 0
    handshakes_failed: int = 0


class _Watcher:
    """A browser with the board open: a socket, and a request for the state after each message."""

    def __init__(self, client: httpx.AsyncClient, pid: str, measured: Measured) -> None:
        self.client, self.pid, self.measured = client, pid, measured
        self.seq = 0
        self.changed = asyncio.Condition()

    async def run(self, socket: Any) -> None:
        async for text in socket:
            news = json.loads(text)
            if news.get("seq", 0) <= self.seq:
                continue
            response = await self.client.get(f"/battles/{self.pid}/state/?after={self.seq}")
            response.raise_for_status()
            self.measured.sizes.append(response.num_bytes_downloaded)
            async with self.changed:
                self.seq = max(self.seq, response.json()["seq"])
                self.changed.notify_all()

    async def reach(self, seq: int) -> None:
        """Wait until this browser shows event `seq`."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.seq >= seq)


async def play(
    url: str, cookie: str, battle: dict[str, Any], number: int, *, seconds: float, pace: float, into: Measured
) -> None:
    """Play one battle until the time or its commands run out."""
    address = f"127.0.{number // 200 + 1}.{number % 200 + 1}"
    pid = battle["pid"]
    headers = {"Cookie": f"{cookie}={battle['session']}", "Accept-Encoding": "gzip"}
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            httpx.AsyncClient(base_url=url, transport=transport, headers=headers, timeout=60)
        )
        page = await client.get(f"/battles/{pid}/")
        page.raise_for_status()
        token = re.search(r'data-csrf="([^"]+)"', page.text)
        assert token is not None, page.text[:500]
        client.headers["X-CSRFToken"] = token[1]
        client.headers["Cookie"] += f"; csrftoken={page.cookies['csrftoken']}"
        watchers = [_Watcher(client, pid, into) for _ in range(WATCHERS)]
        tasks = []
        for watcher in watchers:
            try:
                socket = await stack.enter_async_context(
                    connect(
                        f"{url.replace('http', 'ws', 1)}/ws/battles/{pid}/", origin=url, local_addr=(address, 0),
                        additional_headers={"Cookie": client.headers["Cookie"]}, open_timeout=30,
                    )
                )  # fmt: skip
            except (WebSocketException, OSError, TimeoutError):
                into.handshakes_failed += 1
                continue
            tasks.append(asyncio.create_task(watcher.run(socket)))
        await asyncio.sleep(pace * (number % 16) / 16)
        try:
            await _commands(client, battle, watchers[: len(tasks)], seconds=seconds, pace=pace, into=into)
        finally:
            for task in tasks:
                task.cancel()


async def _commands(
    client: httpx.AsyncClient,
    battle: dict[str, Any],
    watchers: list[_Watcher],
    *,
    seconds: float,
    pace: float,
    into: Measured,
) -> None:
    pid, seq = battle["pid"], 0
    seq = (await client.get(f"/battles/{pid}/state/")).json()["seq"]
    for watcher in watchers:
        watcher.seq = max(watcher.seq, seq)
    until = time.monotonic() + seconds
    for place, (side, command) in enumerate(battle["commands"]):
        began = time.monotonic()
        if began > until:
            return
        response = await client.post(
            f"/battles/{pid}/commands/", headers={"Accept": "application/json"},
            json={
                "command": command, "side": side, "expected_seq": seq, "command_id": f"load-{place}", "log_after": seq,
            },
        )  # fmt: skip
        into.commands.append(time.monotonic() - began)
        if response.status_code != 200:
            into.refused += 1
            return
        seq = response.json()["seq"]
        try:
            await asyncio.wait_for(asyncio.gather(*(watcher.reach(seq) for watcher in watchers)), ANSWER_WITHIN)
            into.updates.append(time.monotonic() - began)
        except TimeoutError:
            into.lost += 1
        await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
