"""API of the members of a campaign and of awards. The operations that change them are in `operations.py`."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import access_to_read
from campaigns.core.selectors import members_of
from campaigns.members.operations import GiveAward
from campaigns.members.profiles import person_of
from campaigns.members.serializers import AwardOut, PeopleOut, PersonOut, award_json
from campaigns.standings.selectors import entries_of
from mordheim_site.operations.api import handler_of


class PeopleView(APIView):
    """The members of a campaign and its warbands, including those that have left."""

    @extend_schema(responses=PeopleOut, operation_id="campaigns_people")
    def get(self, request: Request, slug: str) -> Response:
        campaign = access_to_read(request.user, slug).campaign
        return Response(PeopleOut({"members": members_of(campaign), "entries": entries_of(campaign)}).data)


class PersonView(APIView):
    """The public warbands and leagues of a person."""

    @extend_schema(responses=PersonOut, operation_id="people_read")
    def get(self, request: Request, pid: str) -> Response:
        person = person_of(pid, request.user.pk)
        if person is None:
            raise Http404
        return Response(PersonOut(person).data)


class AwardsView(APIView):
    """The awards given by the arbitrators. A POST gives one."""

    @extend_schema(responses=AwardOut(many=True), operation_id="campaigns_awards")
    def get(self, request: Request, slug: str) -> Response:
        rows = access_to_read(request.user, slug).campaign.awards.select_related("entry__warband")
        return Response([award_json(row) for row in rows])

    post = handler_of(GiveAward)
