"""A file that shows that a worker works: its main loop touches ALIVE_FILE every few seconds.

A health check looks at the file's age. `celery inspect ping` would load the whole site for every check, which takes
seconds of processor time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from celery import bootsteps
from django.conf import settings

EVERY_S: Final = 10.0


class AliveFile(bootsteps.StartStopStep):
    """The step of a worker that touches the file, if the settings name one."""

    requires = {"celery.worker.components:Timer"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._entry: Any = None
        self._path = Path(settings.ALIVE_FILE) if settings.ALIVE_FILE else None

    def start(self, parent: Any) -> None:
        if self._path is not None:
            self._path.touch()
            self._entry = parent.timer.call_repeatedly(EVERY_S, self._path.touch, priority=10)

    def stop(self, parent: Any) -> None:
        if self._path is not None:
            self._path.unlink(missing_ok=True)
