# mypy: disable-error-code="no-untyped-call, override, attr-defined"
"""Connections to the broker that are made again soon after it is back.

Celery tries again after 2, 4, 6 and up to 30 seconds, so that a worker would still wait half a minute after a long
outage of Redis.
"""

from __future__ import annotations

from typing import Any, Final

from celery import Celery
from celery.app.amqp import AMQP
from kombu import Connection

WAIT_S: Final = 1.0
"""Seconds between two attempts of a worker or the schedule to connect."""


class BrokerConnection(Connection):
    """A connection that is tried again every WAIT_S unless the caller says otherwise."""

    def _ensure_connection(
        self,
        errback: Any = None,
        max_retries: int | None = None,
        interval_start: float = WAIT_S,
        interval_step: float = 0,
        interval_max: float = WAIT_S,
        *more: Any,
        **options: Any,
    ) -> Any:
        """Kombu passes these by position when it connects again while it sends, else by name."""
        return super()._ensure_connection(
            errback, max_retries, interval_start, interval_step, interval_max, *more, **options
        )


class SiteAMQP(AMQP):
    Connection = BrokerConnection


class SiteCelery(Celery):
    """A Celery application that connects with BrokerConnection."""

    amqp_cls = "mordheim_site.serve.broker:SiteAMQP"
