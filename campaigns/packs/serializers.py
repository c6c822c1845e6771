"""The packs of a campaign as JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.models import Campaign
from campaigns.packs.selectors import used_packs
from catalogue.custom_packs.codes import is_custom_code
from catalogue.packs.installed import book


class PlayedOut(serializers.Serializer[dict[str, Any]]):
    """A custom pack in use."""

    code = serializers.CharField()
    public_id = serializers.CharField()
    name = serializers.CharField()
    number = serializers.IntegerField()
    newest = serializers.IntegerField()


class LeaguePacksOut(serializers.Serializer[dict[str, Any]]):
    """The packs of a league."""

    publications = serializers.ListField(child=serializers.CharField())
    left_out = serializers.ListField(child=serializers.CharField())
    own = PlayedOut(many=True)


def packs_shape(campaign: Campaign) -> dict[str, Any]:
    """The packs of a league. One query when it uses custom packs."""
    left_out = [code for code in campaign.packs if not is_custom_code(code)]
    return {
        "publications": [code for code in book().packs if code not in left_out],
        "left_out": left_out,
        "own": [
            {
                "code": pack.code,
                "public_id": pack.public_id,
                "name": pack.name,
                "number": pack.number,
                "newest": pack.newest,
            }
            for pack in used_packs(campaign)
        ],
    }
