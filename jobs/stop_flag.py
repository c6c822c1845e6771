"""A flag that the main process of a worker sets for all processes it forked."""

from __future__ import annotations

import mmap


class StopFlag:
    """One byte of memory that forked processes share. No lock is involved that a killed process could keep."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1)

    def set(self) -> None:
        self._memory[0] = 1

    def clear(self) -> None:
        self._memory[0] = 0

    def is_set(self) -> bool:
        return self._memory[0] == 1
