# mypy: disable-error-code="no-untyped-call"
"""The message broker of a site without Redis: messages are files in a folder (kombu's filesystem transport). Kombu
writes messages and routing tables in place. If a worker reads at that moment, it gets an empty file, ends, and loses
the message. Here files are written under another name and renamed, so that a reader gets either the complete file or
none. A message that cannot be read is moved to another folder and never stops the worker."""

from __future__ import annotations

import json
import logging
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any, Final

from kombu.transport import TRANSPORT_ALIASES, filesystem, virtual
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

SCHEME: Final = "files"
"""Scheme of the broker's URL."""
UNREADABLE: Final = "unreadable"
"""Folder next to the messages for files that cannot be read as messages."""


def write_whole(path: Path, text: str) -> None:
    """Write a file so that other processes see it only when it is complete."""
    draft = path.with_name(f".{uuid.uuid4().hex}.draft")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


class Channel(filesystem.Channel):
    """A channel whose messages and routing tables are files, each written atomically."""

    def _put(self, queue: str, message: Any, **_: Any) -> None:  # type: ignore[override]
        """Add a message. Its file name sorts by the time of writing."""
        name = f"{time.time_ns():020d}_{uuid.uuid4().hex}.{queue}.msg"
        write_whole(Path(self.data_folder_out, name), dumps(message))

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Take the oldest message of a queue. Raises Empty if there is none."""
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f".{name}.taken"
            try:
                # Only one worker can rename it.
                (folder / name).rename(taken)
            except OSError:
                continue
            try:
                payload = loads(taken.read_text(encoding="utf-8"))
                if not isinstance(payload, dict):
                    raise ValueError("not a message")
            except ValueError:
                self._set_aside(taken, name)
                continue
            taken.unlink()
            return payload
        raise Empty

    def _set_aside(self, path: Path, name: str) -> None:
        place = path.parent.parent / UNREADABLE
        place.mkdir(exist_ok=True)
        path.replace(place / name)
        logger.error(
            "The message %s cannot be read. It was moved to %s; the job table sends its job again.", name, place
        )

    @contextmanager
    def _locked_tables(self) -> Iterator[None]:
        """Lock the routing tables against other processes for the duration of a `with` block."""
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with (self.control_folder / ".lock").open("a") as file:
            filesystem.lock(file, filesystem.LOCK_EX)
            try:
                yield
            finally:
                filesystem.unlock(file)

    def get_table(self, exchange: str) -> list[Any]:
        """The queues bound to an exchange; empty if the file is missing or unreadable."""
        file = self._exchange_file(exchange)
        try:
            rows = json.loads(file.read_text(encoding="utf-8"))
            return [filesystem.exchange_queue_t(*row) for row in rows]
        except FileNotFoundError:
            return []
        except (ValueError, TypeError):
            logger.exception("The routing table %s cannot be read. It will be written again.", file)
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        row = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._locked_tables():
            rows = self.get_table(exchange)
            if row not in rows:
                write_whole(self._exchange_file(exchange), dumps([row, *rows]))

    def _delete(self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **kwargs: Any) -> None:
        virtual.Channel._delete(self, queue, exchange, routing_key, pattern, *args, **kwargs)
        row = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._locked_tables():
            rows = self.get_table(exchange)
            if row in rows:
                write_whole(self._exchange_file(exchange), dumps([known for known in rows if known != row]))


class Transport(filesystem.Transport):
    """Kombu transport for the URL scheme `files`."""

    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
