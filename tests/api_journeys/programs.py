"""The parts of a small program: a client of the API and a listener for webhooks, with only the standard library."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

PATIENCE_S = 60


@dataclass(frozen=True)
class Answer:
    """Status, headers and JSON of a response."""

    status: int
    headers: Any
    json: Any


@dataclass(frozen=True)
class Program:
    """A program with one API key, or with none."""

    url: str
    key: str = ""
    calls: list[tuple[str, str, int]] = field(default_factory=list, compare=False)
    """Method, address below /api/v1/ and status of every request."""

    def send(self, method: str, address: str, body: Any = None, **headers: str) -> Answer:
        """One request below /api/v1/. Underscores of header names stand for hyphens."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.key:
            given["Authorization"] = f"Bearer {self.key}"
        content = None if body is None else json.dumps(body).encode()
        if content is not None:
            given["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}/api/v1/{address}", content, given, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as response:
                found = self._answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as refused:
            found = self._answer(refused.code, refused.headers, refused.read())
        self.calls.append((method, address, found.status))
        return found

    def get(self, address: str, **headers: str) -> Answer:
        return self.send("GET", address, **headers)

    def post(self, address: str, body: Any, **headers: str) -> Any:
        """The JSON of a successful response. Raises AssertionError with the refusal."""
        answer = self.send("POST", address, body, **headers)
        assert answer.status in (200, 201, 202), (address, answer.status, answer.json)
        return answer.json

    @staticmethod
    def _answer(status: int, headers: Any, content: bytes) -> Answer:
        return Answer(status, headers, json.loads(content) if content else None)


class Listener(HTTPServer):
    """Stores headers and body of every call, and responds with 204."""

    calls: list[tuple[dict[str, str], bytes]]
    heard: threading.Semaphore

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def next_call(self) -> tuple[dict[str, str], bytes]:
        """The next call; waits for it if necessary."""
        assert self.heard.acquire(timeout=PATIENCE_S), "no call"
        return self.calls.pop(0)


class Handler(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.server.calls.append((dict(self.headers), body))
        self.server.heard.release()

    def log_message(self, *_args: object) -> None:
        return


@contextmanager
def listening() -> Iterator[Listener]:
    """A listener on this machine."""
    with Listener(("127.0.0.1", 0), Handler) as server:
        server.calls, server.heard = [], threading.Semaphore(0)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.shutdown()
