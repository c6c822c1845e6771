"""A temporary Redis server for tests, on a free port, that writes nothing to disk."""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import redis

from tests_support.processes import free_port, listens, wait_until


def binary() -> str | None:
    """The redis-server program; None if it is not installed."""
    return shutil.which("redis-server")


@contextlib.contextmanager
def temporary_redis() -> Iterator[str]:
    """Yield a REDIS_URL."""
    program = binary()
    if program is None:
        raise FileNotFoundError("redis-server is not installed")
    folder, port = tempfile.mkdtemp(prefix="mordheim-redis-"), free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: listens(port), seconds=10, what="redis-server answers")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(timeout=10)
        shutil.rmtree(folder, ignore_errors=True)


def start(folder: Path, port: int) -> None:
    """Start a server on this port, which `stop` ends, unless one is running. It writes nothing to disk."""
    if listens(port):
        return
    program = binary()
    if program is None:
        raise FileNotFoundError("redis-server is not installed")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    subprocess.Popen(
        [*command, "--dir", str(folder)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    wait_until(lambda: listens(port), seconds=10, what="redis-server answers")


def stop(port: int) -> None:
    """Stop the server on this port if one is running."""
    with contextlib.suppress(redis.ConnectionError):
        redis.Redis(port=port).shutdown(nosave=True)


def process_id(port: int) -> int:
    """The process of the server that `start` started on this port."""
    return next(
        int(folder.name)
        for folder in Path("/proc").iterdir()
        if folder.name.isdecimal() and f"redis-server 127.0.0.1:{port}" in _title(folder)
    )


def _title(folder: Path) -> str:
    try:
        return (folder / "cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""
