"""Runs several copies of one prepared process. They share the memory of everything that was loaded before the fork."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, NoReturn

from mordheim_site.serve.child import BACK_OFF_FIRST, BACK_OFF_LAST, HEALTHY_SECONDS, end_with

logger = logging.getLogger(__name__)

TICK_SECONDS: Final = 0.1


class Forks:
    """Keeps `count` copies of this process running `work` until SIGTERM or SIGINT, which is passed on to them. Nothing
    may have started a thread or opened a connection before."""

    def __init__(self, work: Callable[[], None], *, count: int, when_ended: Callable[[int], None]) -> None:
        self._work = work
        self._count = count
        self._when_ended = when_ended
        """Function called with the process id of each copy that has ended."""
        self._started: dict[int, float] = {}
        """Time at which each copy started, by process id."""
        self._back_off = BACK_OFF_FIRST
        self._stop = threading.Event()

    def run(self) -> None:
        """Run the copies. Returns when all of them have ended after a signal."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self._on_signal)
        for _ in range(self._count):
            self._fork()
        while self._started:
            self._collect()
            self._stop.wait(TICK_SECONDS) if not self._stop.is_set() else time.sleep(TICK_SECONDS)

    def _fork(self) -> None:
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._be_a_copy(parent)
        self._started[pid] = time.monotonic()

    def _be_a_copy(self, parent: int) -> NoReturn:
        code = 1
        try:
            for sign in (signal.SIGTERM, signal.SIGINT):
                signal.signal(sign, signal.SIG_DFL)
            end_with(parent)
            self._work()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        except BaseException:
            logger.exception("the process ended")
        finally:
            os._exit(code)

    def _collect(self) -> None:
        """Find copies that have ended, and start new ones in their place."""
        while self._started:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            lived = time.monotonic() - self._started.pop(pid, time.monotonic())
            self._when_ended(pid)
            if self._stop.is_set():
                continue
            self._back_off = BACK_OFF_FIRST if lived > HEALTHY_SECONDS else min(self._back_off * 2, BACK_OFF_LAST)
            code = os.waitstatus_to_exitcode(status)
            logger.warning("process ended", extra={"code": code, "again_in_seconds": self._back_off})
            if not self._stop.wait(self._back_off):
                self._fork()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stop.set()
        for pid in self._started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
