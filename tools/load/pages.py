"""Readers and sign-ups: clients that keep requesting pages, each from its own address."""

from __future__ import annotations

import asyncio
import re
import time
from collections import defaultdict

import httpx

TIMES = dict[str, list[float]]
"""Seconds of each response by name of the page; failures are under "<name>: <status>"."""


def address_of(number: int) -> str:
    """A different loopback address for each client."""
    return f"127.1.{number // 200 + 1}.{number % 200 + 1}"


async def read(
    url: str, cookie: str, session: str, paths: dict[str, list[str]], *, clients: int, seconds: float
) -> TIMES:
    """Request each kind of page in turn. `paths` are the addresses of each kind."""
    found: TIMES = defaultdict(list)
    until = time.monotonic() + seconds

    async def one(number: int) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=address_of(number))
        headers = {"Cookie": f"{cookie}={session}", "Accept-Encoding": "gzip"}
        async with httpx.AsyncClient(base_url=url, transport=transport, headers=headers, timeout=60) as client:
            turn = number
            while time.monotonic() < until:
                kind = list(paths)[turn % len(paths)]
                path = paths[kind][turn % len(paths[kind])]
                turn += 1
                began = time.monotonic()
                response = await client.get(path)
                name = kind if response.status_code == 200 else f"{kind}: {response.status_code}"
                found[name].append(time.monotonic() - began)

    await asyncio.gather(*(one(number) for number in range(clients)))
    return found


async def sign_up(url: str, *, clients: int) -> TIMES:
    """Let all clients sign up at the same moment."""
    found: TIMES = defaultdict(list)

    async def one(number: int) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=address_of(number))
        async with httpx.AsyncClient(base_url=url, transport=transport, timeout=60) as client:
            page = await client.get("/accounts/signup/")
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
            form = {
                "csrfmiddlewaretoken": token[1] if token else "", "username": f"burst-{number}-{int(time.time())}",
                "email": f"burst-{number}-{int(time.time())}@example.org", "password1": "a-long-password-for-load",
                "password2": "a-long-password-for-load",
            }  # fmt: skip
            began = time.monotonic()
            response = await client.post("/accounts/signup/", data=form, headers={"Referer": f"{url}/accounts/signup/"})
            name = "sign-up" if response.status_code == 302 else f"sign-up: {response.status_code}"
            found[name].append(time.monotonic() - began)

    await asyncio.gather(*(one(number) for number in range(clients)))
    return found
