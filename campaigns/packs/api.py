"""The packs of a league for machines: what it plays with, and a newer version looked at before it is taken."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import access_to_read, access_to_run
from campaigns.packs.operations import ChoosePacks, UpdatePack, pack_in_use
from campaigns.packs.selectors import roster_changes
from campaigns.packs.serializers import LeaguePacksOut, packs_shape
from catalogue.custom_packs.codes import release_code
from catalogue.custom_packs.versions import changes_between, release_at
from mordheim_site.api import fields
from mordheim_site.operations.api import handler_of


class PreviewQuery(fields.QuerySerializer):
    """The version to look at."""

    to = fields.QueryInteger(min_value=1, max_value=999, required=False, help_text="The newest when left out.")


class PreviewOut(serializers.Serializer[dict[str, Any]]):
    """What another version says otherwise, and what it would change on whose roster."""

    held = serializers.IntegerField()
    to = serializers.IntegerField()
    note = serializers.CharField()
    changes = serializers.ListField(child=serializers.DictField())
    rosters = serializers.ListField(child=serializers.DictField())


class CampaignPacksView(APIView):
    """The packs of a league; PUT replaces the choice."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="campaign_packs", responses=LeaguePacksOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(packs_shape(access_to_read(request.user, slug).campaign))

    put = handler_of(ChoosePacks)


class CampaignPackView(APIView):
    """Another version of one pack: looked at, then taken."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="campaign_pack_preview", parameters=[PreviewQuery], responses=PreviewOut)
    def get(self, request: Request, slug: str, pid: str) -> Response:
        seat = access_to_run(request.user, slug)
        pack, held = pack_in_use(seat.campaign, pid)
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

    post = handler_of(UpdatePack)
