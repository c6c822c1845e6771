"""Readers and sign-ups: clients that keep requesting pages, each from its own address."""

from __future__ import annotations

import asyncio
import re
import time
from collections import defaultdict
from urllib.parse import urlencode

from tools.load.client import Client

TIMES = dict[str, list[float]]
"""Seconds of each response by name of the page; failures are under "<name>: <status or error>"."""


def address_of(number: int) -> str:
    """A different loopback address for each client."""
    return f"127.1.{number // 200 + 1}.{number % 200 + 1}"


async def read(
    url: str, cookie: str, session: str, paths: dict[str, list[str]], *, clients: int, seconds: float, pause: float = 0
) -> TIMES:
    """Request each kind of page in turn. `paths` are the addresses of each kind; without `session` as a visitor.
    `pause` is the time in seconds between the requests of a client."""
    found: TIMES = defaultdict(list)
    until = time.monotonic() + seconds

    async def one(number: int) -> None:
        client = Client(url, address_of(number), {"Cookie": f"{cookie}={session}"} if session else {})
        turn = number
        await asyncio.sleep(pause * (number % 97) / 97)
        while time.monotonic() < until:
            kind = list(paths)[turn % len(paths)]
            path = paths[kind][turn % len(paths[kind])]
            turn += 1
            began = time.monotonic()
            try:
                status = str((await client.get(path)).status)
            except (OSError, EOFError, TimeoutError) as fault:
                status = type(fault).__name__
            found[kind if status == "200" else f"{kind}: {status}"].append(time.monotonic() - began)
            await asyncio.sleep(pause)
        client.close()

    await asyncio.gather(*(one(number) for number in range(clients)))
    return found


async def sign_up(url: str, *, clients: int) -> TIMES:
    """Let all clients sign up at the same moment."""
    found: TIMES = defaultdict(list)
    started = int(time.time())

    async def one(number: int) -> None:
        client = Client(url, address_of(number))
        began = time.monotonic()
        try:
            page = await client.get("/accounts/signup/")
            found["sign-up page"].append(time.monotonic() - began)
            token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page.body)
            form = {
                "csrfmiddlewaretoken": token[1].decode() if token else "", "username": f"burst-{number}-{started}",
                "email": f"burst-{number}-{started}@example.org", "password1": "a-long-password-for-load",
                "password2": "a-long-password-for-load",
            }  # fmt: skip
            headers = {
                "Referer": f"{url}/accounts/signup/", "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": "; ".join(f"{name}={value}" for name, value in page.cookies.items()),
            }  # fmt: skip
            began = time.monotonic()
            response = await client.post("/accounts/signup/", urlencode(form).encode(), headers)
            name = "sign-up" if response.status == 302 else f"sign-up: {response.status}"
        except (OSError, EOFError, TimeoutError) as fault:
            name = f"sign-up: {type(fault).__name__}"
        found[name].append(time.monotonic() - began)
        client.close()

    await asyncio.gather(*(one(number) for number in range(clients)))
    return found
