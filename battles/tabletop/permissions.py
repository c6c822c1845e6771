"""Permissions: who may see a tabletop battle, and which warbands may be chosen for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qs

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import User
from battles.tabletop.models import Track
from battles.tabletop.sheets.sheet import LETTERS
from campaigns.core.permissions import may_read
from mordheim_site.public_ids import PUBLIC_ID_LENGTH
from warbands.core.permissions import may_read as may_read_warband
from warbands.models import Warband


def track_to_read(user: User | None, pid: str) -> Track:
    """A tabletop battle, for anyone who has its address; one of a closed group only for its members and players. Raises
    Http404."""
    rows = Track.objects.select_related("match__campaign", "first", "second", "battle").prefetch_related("others")
    track = rows.filter(public_id=pid).first()
    if track is None:
        raise Http404
    asker = user if user is not None else AnonymousUser()
    if track.match is not None and not may_read(asker, track.match.campaign):
        raise Http404
    return track


class WarbandAddress(NamedTuple):
    """A warband named by a player. As text it is `ID`, or `ID?key=SHARE_KEY` for a warband that is shared by link."""

    public_id: str
    share_key: str = ""

    def __str__(self) -> str:
        return f"{self.public_id}?key={self.share_key}" if self.share_key else self.public_id


def warband_address(text: str) -> WarbandAddress:
    """The warband in an id or in the address of a roster, with or without a share key. Other text gives an address that
    no warband has."""
    path, _mark, query = text.strip().partition("?")
    share_key = parse_qs(query).get("key", [""])[0]
    return WarbandAddress(path.rstrip("/").rpartition("/")[2][:PUBLIC_ID_LENGTH], share_key[:PUBLIC_ID_LENGTH])


def readable(user: User, addresses: Sequence[str]) -> list[Warband]:
    """The warbands with these addresses, in order. Empty unless all exist, are different, and are visible to this
    user."""
    wanted = [warband_address(text) for text in addresses]
    keys = {address.public_id: address.share_key for address in wanted}
    rows = {row.public_id: row for row in Warband.objects.filter(public_id__in=keys)}
    is_whole = 2 <= len(wanted) <= len(LETTERS) and len(rows) == len(wanted)
    if not is_whole or not all(may_read_warband(user, row, share_key=keys[pid]) for pid, row in rows.items()):
        return []
    return [rows[address.public_id] for address in wanted]
