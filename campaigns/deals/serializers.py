"""API shapes of deals, pacts, the map, posts and notices: requests and responses."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.core.notice_rules import KINDS
from campaigns.deals.rules import MOST_GOLD, MOST_SHARDS
from campaigns.matches.references import ReferencesShape
from campaigns.models import Rhythm
from mordheim_site.api import fields
from mordheim_site.api.times import UtcDateTimeField

PUBLIC_ID = r"^[0-9A-Za-z]{12}$"
Values = dict[str, Any]


class LotShape(fields.RequestSerializer):
    """What one side hands over: gold, shards, equipment from its stash (`{key: number}`), and captives it holds
    (keys)."""

    gold_gc = fields.IntegerField(min_value=0, max_value=MOST_GOLD, default=0)
    shards = fields.IntegerField(min_value=0, max_value=MOST_SHARDS, default=0)
    kit = fields.DictField(child=fields.IntegerField(min_value=1, max_value=999), default=dict)
    captives = fields.ListField(child=fields.PublicIdField(), max_length=20, default=list)


class DealShape(serializers.Serializer[Values]):
    """An open or completed deal, with what each side gives in numbers and as text."""

    id = serializers.CharField()
    status = serializers.CharField()
    one = serializers.CharField()
    other = serializers.CharField()
    gives = LotShape()
    takes = LotShape()
    gives_words = serializers.CharField()
    takes_words = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    offered_at = UtcDateTimeField()
    acts = serializers.ListField(child=serializers.CharField())


class CaptiveShape(serializers.Serializer[Values]):
    """A captured warrior; `holder` is empty if no warband of this league holds them."""

    key = serializers.CharField()
    name = serializers.CharField()
    type = serializers.CharField()
    owner = serializers.CharField()
    holder = serializers.CharField(allow_blank=True)
    holder_name = serializers.CharField(allow_blank=True)


class StashLineShape(serializers.Serializer[Values]):
    """Equipment in a stash; `key` names it in offers."""

    key = serializers.CharField()
    name = serializers.CharField()
    count = serializers.IntegerField()


class MarketShape(serializers.Serializer[Values]):
    """The market of a league: your open offers, completed deals, captives, and stashes that you may view."""

    open = DealShape(many=True)
    struck = DealShape(many=True)
    captives = CaptiveShape(many=True)
    stashes = serializers.DictField(child=StashLineShape(many=True), help_text="Your stashes, by entry.")


class OfferedShape(MarketShape):
    """The market with a new offer."""

    deal = serializers.CharField(help_text="The id of the new offer, one of those in `open`.")


class PactShape(serializers.Serializer[Values]):
    """An active pact, or a proposal (`agreed_at` null)."""

    id = serializers.CharField()
    one = serializers.CharField()
    other = serializers.CharField()
    agreed_at = UtcDateTimeField(allow_null=True)


class DistrictShape(serializers.Serializer[Values]):
    """A district, its holder (a league entry, or empty) and its income."""

    code = serializers.CharField()
    name = serializers.CharField()
    holder = serializers.CharField(allow_blank=True)
    holder_name = serializers.CharField(allow_blank=True)
    gold_gc = serializers.IntegerField()
    shards = serializers.IntegerField()
    borders = serializers.ListField(child=serializers.CharField())
    is_in_reach = serializers.BooleanField()


class CityShape(serializers.Serializer[Values]):
    """The map. In a league without a map, the code is empty and there are no districts."""

    map = serializers.CharField(allow_blank=True)
    districts = DistrictShape(many=True)


class PostShape(serializers.Serializer[Values]):
    """A post; `match` is empty for news."""

    id = serializers.CharField()
    title = serializers.CharField()
    body = serializers.CharField()
    author = serializers.CharField(allow_blank=True)
    match = serializers.CharField(allow_blank=True)
    at = UtcDateTimeField()
    is_hidden = serializers.BooleanField()


class CommentsQuery(fields.QuerySerializer):
    """Filter of comments: the public id of a post or of a match. One of them is required."""

    post = fields.PublicIdField(default="", allow_blank=True, help_text="The id of a post.")
    match = fields.PublicIdField(default="", allow_blank=True, help_text="The id of a match.")


class InboxQuery(fields.QuerySerializer):
    """Position in the inbox: only notices before this number."""

    before = fields.QueryInteger(
        min_value=1, required=False, help_text="`older` of the previous page; left out for the newest."
    )


class CommentShape(serializers.Serializer[Values]):
    """A comment; the text of a hidden one is for its author and the arbitrators."""

    id = serializers.CharField()
    author = serializers.CharField(allow_blank=True)
    body = serializers.CharField()
    at = UtcDateTimeField()
    is_hidden = serializers.BooleanField()


class NoticeShape(ReferencesShape):
    """A line of the inbox, its link, and the ids of what it is about."""

    number = serializers.IntegerField()
    sentence = serializers.CharField()
    url = serializers.CharField(allow_blank=True)
    at = UtcDateTimeField()
    is_read = serializers.BooleanField()


class InboxShape(serializers.Serializer[Values]):
    """Notices, newest first; `older` is the value of `before` for the next page, null on the last page."""

    results = NoticeShape(many=True)
    older = serializers.IntegerField(allow_null=True)


class ChoicesShape(fields.RequestSerializer):
    """Notification settings: which events, and whether by mail."""

    muted = fields.ListField(child=fields.ChoiceField(choices=sorted(KINDS)), max_length=len(KINDS))
    rhythm = fields.ChoiceField(choices=Rhythm.values)


class DeviceShape(serializers.Serializer[Values]):
    """A device with push notifications."""

    id = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    made_at = UtcDateTimeField()


class DevicesShape(serializers.Serializer[Values]):
    """`key` is the public key to subscribe with; empty if the site has push notifications turned off."""

    key = serializers.CharField(allow_blank=True)
    devices = DeviceShape(many=True)
