"""The packs of a league for machines: what it plays with, and a newer version looked at before it is taken."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import access_to_read, access_to_run
from campaigns.deals.api import actor_of, checked
from campaigns.models import Campaign
from campaigns.packs import services
from campaigns.packs.selectors import roster_changes, used_packs
from catalogue.custom_packs.codes import is_own, pack_code, release_code
from catalogue.custom_packs.versions import changes_between, release_at
from catalogue.models import OwnPack
from catalogue.packs.installed import book
from mordheim_site.api import fields


class PacksIn(fields.RequestSerializer):
    """The whole choice: excluded publications by code, custom packs by code (own_...) with the initial version."""

    left_out = fields.ListField(
        child=fields.RegexField(r"^[-a-zA-Z0-9_]+$", max_length=64), max_length=100, default=list
    )
    own = fields.DictField(child=fields.IntegerField(min_value=1, max_value=999), default=dict)

    def validate_own(self, value: dict[str, int]) -> dict[str, int]:
        """Codes of packs are never long, and never many."""
        if len(value) > 40 or any(len(code) > 64 for code in value):
            raise serializers.ValidationError("At most 40 custom packs, by their codes.")
        return value


class PreviewQuery(fields.QuerySerializer):
    """The version to look at."""

    to = fields.QueryInteger(min_value=1, max_value=999, required=False, help_text="The newest when left out.")


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


class TakeIn(fields.RequestSerializer):
    """Update to version `to`; `left` is the version that the user saw as current."""

    to = fields.IntegerField(min_value=1, max_value=999)
    left = fields.IntegerField(min_value=1, max_value=999)


class PreviewOut(serializers.Serializer[dict[str, Any]]):
    """What another version says otherwise, and what it would change on whose roster."""

    held = serializers.IntegerField()
    to = serializers.IntegerField()
    note = serializers.CharField()
    changes = serializers.ListField(child=serializers.DictField())
    rosters = serializers.ListField(child=serializers.DictField())


def packs_shape(campaign: Campaign) -> dict[str, Any]:
    """The packs of a league. One query when it uses custom packs."""
    left_out = [code for code in campaign.packs if not is_own(code)]
    return {
        "publications": [code for code in book().packs if code not in left_out],
        "left_out": left_out,
        "own": [
            {
                "code": one.code,
                "public_id": one.public_id,
                "name": one.name,
                "number": one.number,
                "newest": one.newest,
            }
            for one in used_packs(campaign)
        ],
    }


class CampaignPacksView(APIView):
    """The packs of a league; PUT replaces the choice."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="campaign_packs", responses=LeaguePacksOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(packs_shape(access_to_read(request.user, slug).campaign))

    @extend_schema(operation_id="campaign_packs_choose", request=PacksIn, responses=LeaguePacksOut)
    def put(self, request: Request, slug: str) -> Response:
        seat = access_to_run(request.user, slug)
        asked = checked(PacksIn, request)
        unknown = [code for code in asked["left_out"] if code not in book().packs]
        if unknown or not all(is_own(code) for code in asked["own"]):
            raise services.NoSuchPack
        campaign = services.choose(
            campaign_id=seat.campaign.pk,
            actor_id=actor_of(request).pk,
            now=timezone.now(),
            left_out=asked["left_out"],
            own=asked["own"],
        )
        return Response(packs_shape(campaign))


class CampaignPackView(APIView):
    """Another version of one pack: looked at, then taken."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="campaign_pack_preview", parameters=[PreviewQuery], responses=PreviewOut)
    def get(self, request: Request, slug: str, pid: str) -> Response:
        seat = access_to_run(request.user, slug)
        pack, held = _held(seat.campaign, pid)
        asked = fields.read_query(PreviewQuery, request)
        newest = pack.releases.order_by("-number").values_list("number", flat=True).first() or held
        number = asked.get("to", newest)
        taken = release_at(pack, number)
        if taken is None:
            raise Http404
        changes = changes_between(release_code(pack.key, held), release_code(pack.key, number))
        touched = roster_changes(seat.campaign, pack, held, number) if number != held else []
        return Response(
            {
                "held": held,
                "to": number,
                "note": taken.note,
                "changes": [
                    {
                        "kind": str(one.kind),
                        "name": one.name,
                        "how": one.how,
                        "fields": [list(row) for row in one.fields],
                    }
                    for one in changes
                ],
                "rosters": [
                    {
                        "name": one.name,
                        "player": one.player,
                        "warband": one.public_id,
                        "rating_was": one.difference.rating_was,
                        "rating_now": one.difference.rating_now,
                        "broken": [str(sentence) for sentence in one.difference.broken],
                        "kept": list(one.difference.kept),
                    }
                    for one in touched
                ],
            }
        )

    @extend_schema(operation_id="campaign_pack_take", request=TakeIn, responses=LeaguePacksOut)
    def post(self, request: Request, slug: str, pid: str) -> Response:
        seat = access_to_run(request.user, slug)
        pack, _number = _held(seat.campaign, pid)
        asked = checked(TakeIn, request)
        campaign = services.update_campaign(
            campaign_id=seat.campaign.pk,
            actor_id=actor_of(request).pk,
            pack_code=pack_code(pack.key),
            number=asked["to"],
            left=asked["left"],
            now=timezone.now(),
        )
        return Response(packs_shape(campaign))


def _held(campaign: Campaign, pid: str) -> tuple[OwnPack, int]:
    """A pack that the league plays with, and its version. Raises Http404."""
    pack = OwnPack.objects.filter(public_id=pid).defer("text").first()
    held = campaign.packs.get(pack.code) if pack is not None else None
    if pack is None or held is None:
        raise Http404
    return pack, int(held)
