"""Records security events in the audit log and in the process's own log.

An entry names the user it concerns, who did it, the address it came from and the request. Secrets are never recorded.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.models import AuditEntry, AuditEvent, User
from mordheim_site.monitoring.logs import current_address, current_request_id

logger = logging.getLogger("mordheim.audit")

KEPT: Final = timedelta(days=400)
"""Age at which entries are deleted, because they contain people's addresses."""


def record(event: AuditEvent, *, user: User | None = None, actor: User | None = None, **detail: Any) -> None:
    """Record an event about `user`; `actor` is the user who caused it, by default the same user. The entry is rolled
    back with the surrounding transaction. `name` is what a visitor entered; it is stored only without a user."""
    entered = str(detail.pop("name", ""))
    entry = AuditEntry(
        event=event,
        user=user,
        actor=actor or user,
        user_name=(user.username if user else entered)[:40],
        address=current_address.get(),
        request_id=current_request_id.get(),
        detail={key: str(value)[:200] for key, value in detail.items()},
    )
    entry.save(force_insert=True)
    doer = entry.actor.username if entry.actor else ""
    logger.info("%s", event.value, extra={"user": entry.user_name, "actor": doer, **entry.detail})


def sweep(*, now: datetime) -> int:
    """Delete entries older than KEPT. Returns the number of deleted entries."""
    deleted, _each = AuditEntry.objects.filter(at__lt=now - KEPT).delete()
    return deleted


def hide_addresses(user: User, now: datetime) -> None:
    """Remove the name and the addresses from the audit entries of a deleted account; the entries stay."""
    AuditEntry.objects.filter(user=user).update(user_name="", address="")
