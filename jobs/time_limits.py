"""Hard time limits that hold in every worker, even for work that runs in threads.

Celery ends a task past its limit only if the task has a process of its own (`--pool prefork`). A thread cannot be
stopped from outside, so here the whole process ends. Its supervisor starts a new one, and the job table continues every
job from its last step.
"""

from __future__ import annotations

import logging
import os
import threading
from typing import Final

logger = logging.getLogger(__name__)

MARGIN_S: Final = 1.0
"""Seconds beyond Celery's own limit. Where Celery can end a task itself, it does so first, and the other jobs keep
running."""
EXIT_CODE: Final = 70


def hard_limit(name: str, seconds: float) -> threading.Timer:
    """A timer that ends this process after `seconds` unless it is cancelled."""
    timer = threading.Timer(seconds + MARGIN_S, _end_process, (name, seconds))
    timer.daemon = True
    return timer


def _end_process(name: str, seconds: float) -> None:
    logger.critical("hard time limit exceeded, the worker process ends", extra={"work": name, "seconds": seconds})
    os._exit(EXIT_CODE)
