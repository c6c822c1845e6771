"""Contribution of the catalogue app to a user's data export: the user's custom packs."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.data_export.registry import File, stem
from accounts.models import User
from catalogue.models import CustomPack


def packs_given(user: User) -> Iterator[File]:
    """The draft of each pack, and every version that was released."""
    for pack in CustomPack.objects.filter(owner=user).prefetch_related("releases").order_by("pk"):
        place = f"packs/{stem(pack.name, pack.public_id)}"
        yield File(f"{place}/draft.yaml", pack.text.encode())
        for release in pack.releases.all():
            yield File(f"{place}/{release.number}.yaml", release.text.encode())
