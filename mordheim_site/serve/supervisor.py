"""Keeps the child processes running until a signal, then ends them: SIGTERM, SIGQUIT after 1.5 s, SIGKILL after 2 s."""

import logging
import signal
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType

from mordheim_site.serve.child import Child

logger = logging.getLogger(__name__)

TICK_SECONDS = 0.1
QUIT_AFTER = 1.5
KILL_AFTER = 2.0


class Supervisor:
    """Call `listen` before a signal can arrive. `run` returns once every child has ended. Each chore is called every
    `every` seconds in a thread of its own."""

    def __init__(self, children: Sequence[Child]) -> None:
        self.children = list(children)
        self.stop = threading.Event()
        self.reason = ""
        self._chores: list[threading.Thread] = []

    def add_chore(self, chore: Callable[[], None], *, every: float) -> None:
        """Call `chore` regularly. If it fails, this is logged and it is called again, because a locked database is no
        reason to stop."""

        def keep_calling() -> None:
            while not self.stop.wait(every):
                try:
                    chore()
                except Exception:
                    logger.exception("chore failed")

        self._chores.append(threading.Thread(target=keep_calling, daemon=True))

    def listen(self) -> None:
        """Treat SIGINT and SIGTERM as a request to stop, and SIGHUP unless `nohup` ignores it."""
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if sign != signal.SIGHUP or signal.getsignal(sign) != signal.SIG_IGN:
                signal.signal(sign, self._on_signal)

    def run(self) -> None:
        """Start everything and run until a signal or `stop`. If a signal arrived before, nothing is started."""
        for child in self.children:
            if not self.stop.is_set():
                child.start()
        for thread in self._chores:
            thread.start()
        while not self.stop.wait(TICK_SECONDS):
            for child in self.children:
                child.tend()
        self._end()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.reason = signal.Signals(number).name
        self.stop.set()

    def _end(self) -> None:
        logger.info("the site ends", extra={"signal": self.reason})
        began = time.monotonic()
        for child in self.children:
            child.tell(signal.SIGTERM)
        told_to_quit = False
        while not all(child.has_ended() for child in self.children):
            waited = time.monotonic() - began
            if waited > KILL_AFTER:
                break
            if waited > QUIT_AFTER and not told_to_quit:
                told_to_quit = True
                for child in self.children:
                    child.tell(signal.SIGQUIT)
            time.sleep(0.02)
        for child in self.children:
            child.destroy()
