"""Handles the custom packs of a deleted account."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from catalogue.models import CustomPack
from catalogue.models.custom_pack import PackVisibility


def delete_user_data(user: User, now: datetime) -> None:
    """Delete the packs that the user never shared. If one was released, it is archived without its draft instead,
    because warbands and leagues may use its versions. Shared packs stay. A second run finds nothing to do."""
    private = CustomPack.objects.filter(owner=user, visibility=PackVisibility.PRIVATE)
    private.filter(releases__isnull=True).delete()
    private.update(text="")
    private.filter(archived_at=None).update(archived_at=now)
