"""What must not leave the site a second time after a backup was restored.

Mails, webhooks and push notifications that waited when the backup was made were probably sent afterwards. The restored
database does not know that.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable

from django.utils.translation import gettext as _

from jobs import registry
from jobs.models import Job, JobState
from mordheim_site.isolation import isolated
from mordheim_site.registry import Registry

ON_RESTORE: Registry[str, Callable[[datetime.datetime], int]] = Registry("what is held back after a restore")
"""Functions of apps that mark what the schedule would send again. Each returns how many messages that were."""


def hold_back(*, now: datetime.datetime) -> int:
    """Mark everything that waits to be sent as not sent. Returns how many messages that were."""
    kinds = [kind for kind in registry.kinds() if _sends(kind)]
    held = 0
    for row in Job.objects.filter(kind__in=kinds, state__in=(JobState.QUEUED, JobState.RUNNING)).order_by("pk"):
        with isolated("jobs.hold_back", row.pk):
            row.state, row.error = JobState.FAILED, _("Not sent again: the database was restored from a backup.")
            row.lease_until, row.worker, row.finished_at = None, "", now
            row.save(update_fields=["state", "error", "lease_until", "worker", "finished_at"])
            handler = registry.handler_of(row.kind)
            if handler is not None and handler.on_failure is not None:
                handler.on_failure(row)
            held += 1
    return held + sum(hold(now) for hold in ON_RESTORE.values())


def _sends(kind: str) -> bool:
    handler = registry.handler_of(kind)
    return handler is not None and handler.waits_for_network
