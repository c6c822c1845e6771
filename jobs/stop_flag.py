"""A flag that the main process of a worker sets for all processes it forked."""

from __future__ import annotations

import mmap


class StopFlag:
    """A flag in one byte of memory that forked processes share. It uses no lock, because a killed process could hold
    one forever."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1)

    def set(self) -> None:
        self._memory[0] = 1

    def clear(self) -> None:
        self._memory[0] = 0

    def is_set(self) -> bool:
        return self._memory[0] == 1
