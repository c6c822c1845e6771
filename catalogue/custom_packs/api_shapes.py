"""JSON of one custom pack, as the API returns it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from catalogue.custom_packs import selectors, serializers
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.models import CustomPack


def pack_shape(pack: CustomPack, reader: User | AnonymousUser) -> dict[str, Any]:
    """A pack as JSON for this reader; only its author gets the draft (PackOut)."""
    releases = selectors.releases_of(pack)
    source = pack.forked_from
    found = {
        **serializers.card_shape(pack, reader.pk, releases[0].number if releases else None),
        "versions": [serializers.version_shape(release) for release in releases],
        "forked_from": source.code if source is not None else None,
    }
    if found["is_mine"]:
        check = serializers.check_shape(read_custom_pack(pack.text))
        found |= {"edition": pack.edition, "text": pack.text, "check": check}
    return found
