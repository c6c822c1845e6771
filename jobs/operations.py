"""Operation to request a data export."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from jobs import export_files
from jobs.export_shapes import BundleShape, export_shape
from jobs.models import Job
from mordheim_site.operations.base import Call, Operation


class RequestExport(
    Operation,
    name="account_export_ask",
    who="everyone who is signed in",
    knows_keys=False,
    status=202,
    response=BundleShape,
):
    """Request an export of all your data. An export that is being written or is very recent is reused."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: users can request only their own export."""

    def carry_out(self, target: None, call: Call) -> Job:
        return export_files.request_export(user_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: None, result: Job, call: Call) -> Any:
        return export_shape(call.actor)


OPERATIONS = (RequestExport,)
