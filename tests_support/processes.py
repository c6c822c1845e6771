"""Small helpers for real processes in tests."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def free_port() -> int:
    """A TCP port of 127.0.0.1 on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(true: Callable[[], bool], *, seconds: float, what: str) -> None:
    """Check every 50 ms until `true` returns a true value. Raises AssertionError after `seconds`."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)


def listens(port: int) -> bool:
    """Whether a server answers on this port."""
    with socket.socket() as probe:
        probe.settimeout(0.3)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def end_group(process: subprocess.Popen[bytes], *, patience: float = 5.0) -> None:
    """End a process that was started with start_new_session=True, and all processes it has started."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
        except ProcessLookupError:
            break
        try:
            process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            continue
    process.wait(timeout=patience)


@contextlib.contextmanager
def clean_exit_on_signals() -> Iterator[None]:
    """Let the first SIGTERM, SIGHUP or SIGINT raise SystemExit, so that `with` blocks stop what they have started.
    Further ones are ignored, so that they do not interrupt this. Only for the main thread."""
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)

    def stop(number: int, _frame: FrameType | None) -> None:
        for other in numbers:
            # Not SIG_IGN, which started processes would inherit.
            signal.signal(other, lambda *_: None)
        sys.exit(128 + number)

    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def with_variable(name: str, value: str) -> list[int]:
    """The processes that were started with this environment variable, without this process."""
    entry, found = f"{name}={value}".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if entry in (folder / "environ").read_bytes().split(b"\0") and int(folder.name) != os.getpid():
                found.append(int(folder.name))
    return found
