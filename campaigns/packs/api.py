"""API of the packs of a league: those in use, and a preview of a newer version before an update."""

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
    """Query: the version to preview."""

    to = fields.QueryInteger(min_value=1, max_value=999, required=False, help_text="Default: the newest version.")


class ChangeOut(serializers.Serializer[dict[str, Any]]):
    """A fact that differs between two versions. Each item of `fields` has the name of the field, the value in use and
    the new value."""

    kind = serializers.CharField()
    name = serializers.CharField()
    how = serializers.CharField(help_text="added, removed or changed.")
    fields = serializers.ListField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField(allow_blank=True))
    )


class ChangedRosterOut(serializers.Serializer[dict[str, Any]]):
    """A warband that the other version would change: `broken` are new violations, `kept` are the facts that stay from
    the old version."""

    name = serializers.CharField()
    player = serializers.CharField(allow_blank=True)
    warband = serializers.CharField()
    rating_was = serializers.IntegerField()
    rating_now = serializers.IntegerField()
    broken = serializers.ListField(child=serializers.CharField())
    kept = serializers.ListField(child=serializers.CharField())


class PreviewOut(serializers.Serializer[dict[str, Any]]):
    """What differs in another version, and what it would change on each roster."""

    held = serializers.IntegerField()
    to = serializers.IntegerField()
    note = serializers.CharField()
    changes = ChangeOut(many=True)
    rosters = ChangedRosterOut(many=True)


class CampaignPacksView(APIView):
    """The packs of a league. A PUT replaces the choice."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="campaign_packs", responses=LeaguePacksOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(packs_shape(access_to_read(request.user, slug).campaign))

    put = handler_of(ChoosePacks)


class CampaignPackView(APIView):
    """Preview of another version of a pack. A POST updates to it."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="campaign_pack_preview", parameters=[PreviewQuery], responses=PreviewOut)
    def get(self, request: Request, slug: str, pid: str) -> Response:
        access = access_to_run(request.user, slug)
        pack, held = pack_in_use(access.campaign, pid)
        query = fields.read_query(PreviewQuery, request)
        newest = pack.releases.order_by("-number").values_list("number", flat=True).first() or held
        number = query.get("to", newest)
        taken = release_at(pack, number)
        if taken is None:
            raise Http404
        changes = changes_between(release_code(pack.key, held), release_code(pack.key, number))
        touched = roster_changes(access.campaign, pack, held, number) if number != held else []
        return Response(
            {
                "held": held,
                "to": number,
                "note": taken.note,
                "changes": [
                    {
                        "kind": str(change.kind),
                        "name": change.name,
                        "how": change.how,
                        "fields": [list(row) for row in change.fields],
                    }
                    for change in changes
                ],
                "rosters": [
                    {
                        "name": pack.name,
                        "player": pack.player,
                        "warband": pack.public_id,
                        "rating_was": pack.difference.rating_was,
                        "rating_now": pack.difference.rating_now,
                        "broken": [str(sentence) for sentence in pack.difference.broken],
                        "kept": list(pack.difference.kept),
                    }
                    for pack in touched
                ],
            }
        )

    post = handler_of(UpdatePack)
