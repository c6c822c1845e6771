"""The chronicle of a campaign in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.chronicle.selectors import PAGE, chronicle_of
from campaigns.chronicle.sentences import kinds_with_words
from campaigns.core.permissions import access_to_read
from campaigns.core.refusals import NoSuchLine, NoSuchMember
from campaigns.matches.references import ReferencesShape, references_of
from mordheim_site.api import fields
from mordheim_site.api.read_refusals import refuses
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.refusals import concerning

KINDS = sorted(kinds_with_words())


class ChronicleQuery(fields.QuerySerializer):
    """Filters and position in the chronicle."""

    before = fields.QueryInteger(min_value=1, required=False, help_text="`next` of the previous page.")
    entry = fields.RegexField(
        fields.PUBLIC_ID, required=False, help_text="Only what concerns this warband, by its entry."
    )


class ChronicleLine(ReferencesShape):
    """An event: `kind` as in webhooks (and a few more), `text` for readers, `url` of its page ("" for none), and the
    ids of what it is about."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)
    title = serializers.CharField()
    text = serializers.CharField()
    at = UtcDateTimeField()
    url = serializers.CharField(allow_blank=True)
    is_pivotal = serializers.BooleanField()
    is_ruling = serializers.BooleanField()


class ChronicleOut(serializers.Serializer[dict[str, Any]]):
    """A page of the chronicle, newest first; `next` is the `before` of the next page, null on the last one."""

    results = ChronicleLine(many=True)
    next = serializers.IntegerField(allow_null=True)


class ChronicleView(APIView):
    """What happened in a campaign."""

    @refuses(NoSuchLine, NoSuchMember)
    @extend_schema(parameters=[ChronicleQuery], responses=ChronicleOut, operation_id="campaigns_chronicle")
    def get(self, request: Request, slug: str) -> Response:
        campaign = access_to_read(request.user, slug).campaign
        query = fields.read_query(ChronicleQuery, request)
        before, entry = query.get("before", 0), query.get("entry", "")
        with concerning("before"):
            if before and not campaign.events.filter(pk=before).exists():
                raise NoSuchLine
        with concerning("entry"):
            if entry and not campaign.entries.filter(public_id=entry).exists():
                raise NoSuchMember
        lines = chronicle_of(campaign, limit=PAGE + 1, before=before, entry=entry)
        shown = lines[:PAGE]
        about = references_of(campaign, {line.event_id: line.data for line in shown})
        results = [
            {
                "id": line.event_id,
                "kind": line.kind,
                "title": line.title,
                "text": line.plain,
                "at": line.at,
                "url": line.url,
                "is_pivotal": line.is_pivotal,
                "is_ruling": line.is_ruling,
                **about[line.event_id],
            }
            for line in shown
        ]
        return Response({"results": results, "next": shown[-1].event_id if len(lines) > PAGE else None})
