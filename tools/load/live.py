"""Live battles: each has a player who sends a command from time to time, and two browsers that watch. A watcher does
what the board does: it is notified of the command through its WebSocket and requests the new state. The time from the
command to the state in both browsers is measured. Each battle has its own loopback address, because players have
different addresses. Errors are counted by kind, and the battle goes on."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from tools.load.client import Client, Response

WATCHERS = 2
ANSWER_WITHIN = 30.0
"""Seconds after which an update counts as lost."""
FAULTS = (OSError, EOFError, TimeoutError)
"""What a request may raise."""


@dataclass(slots=True)
class Measured:
    """The measurements of all battles together; times are in seconds."""

    commands: list[float] = field(default_factory=list)
    """From sending a command to its response."""
    updates: list[float] = field(default_factory=list)
    """From sending a command to the new state in both watching browsers."""
    states: list[float] = field(default_factory=list)
    """From a watcher's request for the new state to its response."""
    sizes: list[int] = field(default_factory=list)
    """Sizes in bytes of the states that watchers received, as sent."""
    accepted: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """Commands that the site acknowledged by battle: id and number of the first event."""
    handshakes: int = 0
    handshakes_failed: int = 0
    updates_missed: int = 0
    reopened: int = 0
    """Requests sent again because the server had closed the idle connection."""
    errors: Counter[str] = field(default_factory=Counter)


class _Watcher:
    """A browser with the board open: a socket, and a request for the state after each message."""

    def __init__(self, client: Client, pid: str, measured: Measured) -> None:
        self.client, self.pid, self.measured = client, pid, measured
        self.seq = 0
        self.shown = ""
        self.changed = asyncio.Condition()

    async def run(self, socket: Any) -> None:
        try:
            async for text in socket:
                await self._heard(json.loads(text))
        except WebSocketException as fault:
            self.measured.errors[f"socket: {type(fault).__name__}"] += 1

    async def _heard(self, news: dict[str, Any]) -> None:
        if news.get("seq", 0) <= self.seq:
            return
        began = time.monotonic()
        try:
            response = await self.client.get(f"/battles/{self.pid}/state/?after={self.seq}&shown={self.shown}")
        except FAULTS as fault:
            self.measured.errors[f"state: {type(fault).__name__}"] += 1
            return
        if response.status != 200:
            self.measured.errors[f"state: {response.status}"] += 1
            return
        self.measured.states.append(time.monotonic() - began)
        self.measured.sizes.append(len(response.content))
        await self.show(response.json())

    async def show(self, state: dict[str, Any]) -> None:
        async with self.changed:
            self.seq, self.shown = max(self.seq, state["seq"]), state["versions"]
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
    into.accepted[pid] = []
    await asyncio.sleep(pace * (number % 16) / 16)
    async with AsyncExitStack() as stack:
        client = Client(url, address, {"Cookie": f"{cookie}={battle['session']}"})
        stack.callback(client.close)
        try:
            page = await client.get(f"/battles/{pid}/")
        except FAULTS as fault:
            into.errors[f"page: {type(fault).__name__}"] += 1
            return
        token = re.search(rb'data-csrf="([^"]+)"', page.body)
        if page.status != 200 or token is None:
            into.errors[f"page: {page.status}"] += 1
            return
        client.headers["X-CSRFToken"] = token[1].decode()
        client.headers["Cookie"] += f"; csrftoken={page.cookies['csrftoken']}"
        watchers = []
        for _ in range(WATCHERS):
            into.handshakes += 1
            try:
                socket = await stack.enter_async_context(
                    connect(
                        f"{url.replace('http', 'ws', 1)}/ws/battles/{pid}/", origin=Origin(url),
                        local_addr=(address, 0), additional_headers={"Cookie": client.headers["Cookie"]},
                        open_timeout=30, compression=None, proxy=None,
                    )
                )  # fmt: skip
            except (WebSocketException, OSError, TimeoutError) as fault:
                into.handshakes_failed += 1
                into.errors[f"handshake: {type(fault).__name__}"] += 1
                continue
            browser = Client(url, address, dict(client.headers))
            stack.callback(browser.close)
            watcher = _Watcher(browser, pid, into)
            watchers.append(watcher)
            task = asyncio.create_task(watcher.run(socket))
            stack.callback(task.cancel)
        await _commands(client, battle, watchers, seconds=seconds, pace=pace, into=into)
        into.reopened += client.reopened + sum(watcher.client.reopened for watcher in watchers)


async def _commands(
    client: Client,
    battle: dict[str, Any],
    watchers: list[_Watcher],
    *,
    seconds: float,
    pace: float,
    into: Measured,
) -> None:
    """Send the commands of a battle. After a request without a response, the same command is sent again with its id."""
    seq = battle["seq"]
    for watcher in watchers:
        watcher.seq = max(watcher.seq, seq)
    until = time.monotonic() + seconds
    for place, (side, command) in enumerate(battle["commands"]):
        began = time.monotonic()
        if began > until:
            return
        body = json.dumps(
            {"command": command, "side": side, "expected_seq": seq, "command_id": f"load-{place}", "log_after": seq}
        ).encode()
        response = await _sent(client, battle["pid"], body, into)
        if response is None:
            return
        into.commands.append(time.monotonic() - began)
        if response.status != 200:
            into.errors[f"command: {response.status} {response.body[:80].decode(errors='replace')}"] += 1
            return
        answer = response.json()
        seq = answer["seq"]
        into.accepted[battle["pid"]].append((f"load-{place}", answer["first"]))
        try:
            await asyncio.wait_for(asyncio.gather(*(watcher.reach(seq) for watcher in watchers)), ANSWER_WITHIN)
            into.updates.append(time.monotonic() - began)
        except TimeoutError:
            into.updates_missed += 1
        await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))


async def _sent(client: Client, pid: str, body: bytes, into: Measured) -> Response | None:
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    for pause in (1.0, 3.0, 8.0, 0.0):
        try:
            response = await client.post(f"/battles/{pid}/commands/", body, headers)
        except FAULTS as fault:
            into.errors[f"command: {type(fault).__name__}"] += 1
            await asyncio.sleep(pause)
            continue
        if response.status < 500:
            return response
        into.errors[f"command: {response.status}"] += 1
        await asyncio.sleep(pause)
    return None
