"""Helper for loops over rows: if one row fails, the loop continues with the next.

for battle_id in due:
    with isolated("battles.pass_due", battle_id):
        pass_time(battle_id=battle_id, now=now)
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from mordheim_site.monitoring import metrics
from mordheim_site.refusals import Refusal

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Attempt:
    """The outcome for one row; `error` is set if it failed."""

    error: Exception | None = None


@contextmanager
def isolated(loop: str, row: object, *, atomic: bool = True) -> Iterator[Attempt]:
    """Work on one row of a loop. A failure is logged and counted, and the loop continues with the next row.

    `loop` names the loop for the log and for /metrics, `row` the row (its key). With `atomic` the row has a transaction
    of its own, or a savepoint within one; without it, what was written before the failure stays.
    """
    attempt = Attempt()
    try:
        with transaction.atomic() if atomic else nullcontext():
            yield attempt
    except SoftTimeLimitExceeded:
        # It ends the whole task, not this row.
        raise
    except Refusal as refusal:
        attempt.error = refusal
        metrics.ROW_FAILURES.labels(loop).inc()
        logger.warning("%s: row %s was refused (%s)", loop, row, refusal.code)
    except Exception as error:
        # No error of this row may keep the others waiting.
        attempt.error = error
        metrics.ROW_FAILURES.labels(loop).inc()
        logger.exception("%s: row %s failed", loop, row)
