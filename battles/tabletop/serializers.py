"""API shapes of sheets and tracked battles."""

from __future__ import annotations

from typing import Any, TypedDict

from rest_framework import serializers

from battles.tabletop.photos.serializers import PhotoShape
from battles.tabletop.sheets.sheet import Sheet
from battles.tabletop.tracker.tally import Piece, RoutTestDue
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField

Values = dict[str, Any]


class ConfirmLinkOut(TypedDict):
    """A confirmation link to pass on: the letter of its side, the name of the player or warband, the `key` for
    `battles/confirm/<key>/`, and the address of its page."""

    side: str
    player: str
    key: str
    url: str


class SheetShape(serializers.Serializer[Values]):
    """A sheet in its current state; `battle` is the id for its aftermath."""

    battle = serializers.CharField()
    status = serializers.CharField()
    sheet = TypedField(Sheet)
    confirm_links = TypedField(
        list[ConfirmLinkOut],
        help_text="The links with which sides that still have to confirm can do so without an account: outside of "
        "leagues for the author, in a league for its arbitrators, with an API key only if it has the scope `battles`. "
        "Empty for everyone else.",
    )


class TrackShape(serializers.Serializer[Values]):
    """A tracked battle: the current turn and phase, every miniature, the test that is due, and the number of the last
    event."""

    id = serializers.CharField()
    turn = serializers.IntegerField()
    side = serializers.CharField()
    phase = serializers.IntegerField()
    phases = serializers.ListField(child=serializers.CharField())
    sides = serializers.DictField(child=serializers.CharField())
    teams = serializers.DictField(child=serializers.CharField(allow_blank=True))
    pieces = TypedField(list[Piece])
    routed = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    photos = PhotoShape(many=True)
    rout_due = TypedField(RoutTestDue | None)
    last = serializers.IntegerField()
    ended_at = UtcDateTimeField(allow_null=True)
