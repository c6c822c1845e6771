"""What a process does once it has loaded everything, before it serves or is forked."""

from __future__ import annotations

import contextlib
import ctypes
import gc

THRESHOLD = 20_000
"""A battle fills caches with tuples: with the default the collector looks through them too often. So
does loading the site, therefore the settings set it first."""


def settle() -> None:
    """Collect what loading left behind, return free memory to the system, and hide everything that stays from the
    garbage collector: it need not look through it again in the midst of a page, and would copy the memory that forked
    processes share by touching it."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        # Only glibc has it. It frees about 5 MB of a web process.
        ctypes.CDLL(None).malloc_trim(0)
    gc.freeze()
    gc.set_threshold(THRESHOLD)
