"""The web process: connections that do not wait forever, and several processes that form one service."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mordheim_site.serve import web
from mordheim_site.serve.protocol import TimeoutProtocol
from tests_support.processes import ROOT, end_group, free_port, listens, wait_until


class Brief(TimeoutProtocol):
    """The protocol with short limits, so that a test can wait for them."""

    header_seconds = 0.2
    pause_seconds = 0.2


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the body and responds with its length, after a while for /slow."""
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    if scope["path"] == "/slow":
        await asyncio.sleep(0.6)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
    await send({"type": "http.response.body", "body": str(length)[:1].encode()})


async def conversation(port: int, *parts: bytes, pause: float) -> bytes:
    """Send parts with pauses between them. Returns what the server sent until it closed or its response was
    complete."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
    try:
        return await asyncio.wait_for(reader.read(1000), timeout=20)
    except ConnectionError:
        return b""
    finally:
        writer.close()


def talk(*conversations: tuple[tuple[bytes, ...], float]) -> list[bytes]:
    """Run several conversations with a server that uses the protocol."""

    async def run() -> list[bytes]:
        from uvicorn import Config, Server

        config = Config(application, http=Brief, log_config=None, lifespan="off", port=0)
        server = Server(config)
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        found = [await conversation(port, *parts, pause=pause) for parts, pause in conversations]
        server.should_exit = True
        await task
        return found

    return asyncio.run(run())


def test_connections_that_wait_are_closed_and_slow_responses_are_not() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"
    silent, drip, paused, normal, busy = talk(
        ((b"",), 0.5),
        ((b"GET / HT", b"TP/1.1\r\n", b"Host: x\r\n", b"X: ", b"a", b"b\r\n\r\n"), 0.1),
        ((head + b"a", b"b"), 0.6),
        ((head + b"ab",), 0),
        ((b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n",), 0),
    )
    assert (silent, drip, paused) == (b"", b"", b"")
    assert normal.startswith(b"HTTP/1.1 200")
    assert busy.startswith(b"HTTP/1.1 200")


def test_every_web_process_has_these_limits() -> None:
    config = web.configuration(host="127.0.0.1", port=0, grace=1)
    config.load_app = lambda: application  # type: ignore[method-assign,assignment]
    config.load()
    assert config.http_protocol_class is TimeoutProtocol
    assert config.limit_concurrency


def test_addresses_are_collected_before_processes_are_forked(tmp_path: Path) -> None:
    code = "import mordheim_site.asgi; from django.urls import get_resolver; print(get_resolver()._populated)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "mordheim_site.settings"},
        cwd=ROOT, capture_output=True, text=True, timeout=100, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "True", "the processes share what was loaded before the fork"


def test_several_processes_need_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    with pytest.raises(SystemExit, match="REDIS_URL"):
        web.main(["--processes", "2"])


@pytest.fixture
def two_processes(tmp_path: Path, redis_url: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Port and main process of a service with two web processes on an empty SQLite database."""
    port = free_port()
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        "DJANGO_SETTINGS_MODULE": "tests_support.settings", "VAR_DIR": str(tmp_path), "REDIS_URL": redis_url,
        "MORDHEIM_TEST_VAR_DIR": str(tmp_path), "SECRET_KEY": "x" * 50, "METRICS_TOKEN": "a-token",
    }  # fmt: skip
    command = [sys.executable, "manage.py", "migrate", "jobs", "-v0"]
    subprocess.run(command, env=environment, cwd=ROOT, check=True, timeout=120)
    command = [sys.executable, "-m", "mordheim_site.serve.web", "--port", str(port), "--processes", "2"]
    process = subprocess.Popen(command, env=environment, cwd=ROOT, start_new_session=True)
    try:
        wait_until(lambda: listens(port) or process.poll() is not None, seconds=120, what="the site answers")
        yield port, process
    finally:
        end_group(process)


def copies_of(parent: int) -> set[int]:
    """Process ids of the children of a process."""
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return {int(pid) for pid in text.split()}


def get(port: int, path: str) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Authorization": "Bearer a-token"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return str(answer.read().decode())


@pytest.mark.slow
@pytest.mark.redis
def test_two_processes_are_one_service(two_processes: tuple[int, subprocess.Popen[bytes]]) -> None:
    port, process = two_processes
    wait_until(lambda: len(copies_of(process.pid)) == 2, seconds=20, what="two processes run")
    for _ in range(12):
        assert get(port, "/healthz") == "ok\n"
    # Whichever process answers, it counts the requests of both.
    counted = re.findall(r"mordheim_requests_total\{(.*)\} (\d+)\.0", get(port, "/metrics"))
    assert [count for labels, count in counted if "GET" in labels] == ["12"], counted

    first, second = sorted(copies_of(process.pid))
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: len(copies_of(process.pid) - {first}) == 2, seconds=60, what="another process is started")
    assert second in copies_of(process.pid)
    wait_until(lambda: get(port, "/healthz") == "ok\n", seconds=20, what="requests are served")

    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 0
