"""What becomes of the packs of somebody who leaves for good."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from catalogue.models import OwnPack
from catalogue.models.custom_pack import PackVisibility


def wipe(user: User, now: datetime) -> None:
    """Packs he kept to himself go; a released one is put away without its draft, since warbands and leagues may stand
    on its versions. Shared ones stay. A second run finds nothing to do."""
    private = OwnPack.objects.filter(owner=user, visibility=PackVisibility.PRIVATE)
    private.filter(releases__isnull=True).delete()
    private.update(text="")
    private.filter(archived_at=None).update(archived_at=now)
