"""A small HTTP client for load tests: one connection at a time, kept open like a browser's. It needs a tenth of the
processor time of a full client, so that the measurement does not slow down what it measures.

A request on a connection that the server closed meanwhile is sent again on a new one, as browsers do; `reopened` counts
these.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

SECONDS = 60.0
"""Time limit of a request."""


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    headers: dict[str, str]
    """Names in lower case; of several cookies the last."""
    cookies: dict[str, str]
    content: bytes
    """As sent, perhaps compressed."""

    @property
    def body(self) -> bytes:
        return gzip.decompress(self.content) if self.headers.get("content-encoding") == "gzip" else self.content

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """Requests of one visitor. `headers` are sent with each."""

    def __init__(self, url: str, address: str, headers: dict[str, str] | None = None) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.address = address
        self.headers = {"Host": parts.netloc, "Accept-Encoding": "gzip", **(headers or {})}
        self.reopened = 0
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def get(self, path: str, headers: dict[str, str] | None = None) -> Response:
        return await self.request("GET", path, headers=headers)

    async def post(self, path: str, body: bytes, headers: dict[str, str]) -> Response:
        return await self.request("POST", path, body=body, headers=headers)

    async def request(
        self, method: str, path: str, *, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> Response:
        """Raises OSError, TimeoutError and EOFError (the connection was closed within the response)."""
        fields = {**self.headers, **(headers or {})}
        if body or method == "POST":
            fields["Content-Length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        return await asyncio.wait_for(self._sent("\r\n".join(lines).encode() + body), SECONDS)

    async def _sent(self, message: bytes) -> Response:
        while self._free:
            reader, writer = self._free.pop()
            try:
                writer.write(message)
                first = await reader.readline()
            except ConnectionError:
                first = b""
            if first:
                return await self._response(first, reader, writer)
            writer.close()
            self.reopened += 1
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0))
        writer.write(message)
        return await self._response(await reader.readline(), reader, writer)

    async def _response(self, first: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Response:
        if not first:
            writer.close()
            raise EOFError("no response")
        headers: dict[str, str] = {}
        cookies: dict[str, str] = {}
        content = b""
        while line := (await reader.readline()).strip():
            name, _colon, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                cookie, _equals, text = value.strip().partition(";")[0].partition("=")
                cookies[cookie] = text
        status = int(first.split()[1])
        if headers.get("transfer-encoding") == "chunked":
            content = await _chunks(reader)
        elif status not in (204, 304):
            content = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection", "").lower() == "close":
            writer.close()
        else:
            self._free.append((reader, writer))
        return Response(status, headers, cookies, content)

    def close(self) -> None:
        while self._free:
            self._free.pop()[1].close()


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    found = []
    while size := int(await reader.readline(), 16):
        found.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(found)
