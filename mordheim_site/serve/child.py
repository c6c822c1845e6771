"""One child process. It has its own session, ends with its parent, and is restarted with a growing delay when it
dies."""

import contextlib
import ctypes
import functools
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

logger = logging.getLogger(__name__)

BACK_OFF_FIRST = 0.4
BACK_OFF_LAST = 10.0
# A child process that ran this long has recovered: if it stops, it is restarted after the shortest pause.
HEALTHY_SECONDS = 30.0
_PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Ask Linux to end this process when its parent dies; on other systems the supervisor ends it.

    If the parent has already died, this process ends now.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(0)


class Child:
    """A command that should always be running. Call `tend()` often; it never blocks."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self.command = list(command)
        self.environment = dict(environment)
        self.process: subprocess.Popen[bytes] | None = None
        self.back_off = BACK_OFF_FIRST
        self.started_at = 0.0
        self.start_again_at = 0.0

    def start(self) -> None:
        """Start the command now, in a session of its own, so that Ctrl-C reaches only the supervisor."""
        self.started_at = time.monotonic()
        # On Linux, "parent" means the thread: the main thread, which never ends before the process, starts the child
        # processes.
        self.process = subprocess.Popen(
            self.command,
            env=self.environment,
            start_new_session=True,
            preexec_fn=functools.partial(end_with, os.getpid()),
        )

    def tend(self) -> None:
        """Restart the child if it has ended and its delay has passed."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_again_at:
                self.start()
            return
        code = self.process.poll()
        if code is None:
            return
        if now - self.started_at > HEALTHY_SECONDS:
            self.back_off = BACK_OFF_FIRST
        logger.warning("child ended", extra={"child": self.name, "code": code, "again_in_seconds": self.back_off})
        self.destroy()
        self.start_again_at = now + self.back_off
        self.back_off = min(self.back_off * 2, BACK_OFF_LAST)
        self.process = None

    def tell(self, sign: signal.Signals) -> None:
        """Send a signal to the main process if it is running."""
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(sign)

    def destroy(self) -> None:
        """Kill all remaining processes of the child's session."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=0.3)

    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None
