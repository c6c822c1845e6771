"""A worker touches a file while its main loop runs; `docker-compose.yml` checks the age of that file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jobs.liveness import AliveFile
from mordheim_site.celery import app


class Worker:
    """A worker with a timer that carries out nothing by itself."""

    def __init__(self) -> None:
        self.timer = self
        self.calls: list[Callable[[], None]] = []
        self.steps: list[Any] = []

    def call_repeatedly(self, seconds: float, call: Callable[[], None], **_: Any) -> None:
        self.calls.append(call)


def test_the_file_exists_while_the_worker_runs(settings: Any, tmp_path: Path) -> None:
    settings.ALIVE_FILE = str(tmp_path / "alive")
    worker = Worker()
    step = AliveFile(worker)
    step.start(worker)
    first = (tmp_path / "alive").stat().st_mtime_ns
    (call,) = worker.calls
    call()
    assert (tmp_path / "alive").stat().st_mtime_ns >= first
    step.stop(worker)
    assert not (tmp_path / "alive").exists()


def test_a_worker_without_the_setting_writes_nothing(settings: Any) -> None:
    settings.ALIVE_FILE = ""
    worker = Worker()
    AliveFile(worker).start(worker)
    assert worker.calls == []
    assert "jobs.liveness:AliveFile" in app.steps["worker"]
