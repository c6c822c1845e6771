"""API of custom packs: lists, one pack, one version. The operations that change packs are in operations.py."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalogue.custom_packs import operations, selectors, serializers
from catalogue.custom_packs.api_shapes import pack_shape
from catalogue.custom_packs.permissions import pack_to_read
from mordheim_site.api.fields import read_query
from mordheim_site.api.paging import pages_of
from mordheim_site.operations.api import handler_of


class PacksView(APIView):
    """The caller's packs, or the public ones; POST creates one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = pages_of(60)
    post = handler_of(operations.CreatePack)

    @extend_schema(
        operation_id="packs_list",
        parameters=[serializers.ListQuery],
        responses=serializers.PackCardOut(many=True),
    )
    def get(self, request: Request) -> Response:
        query = read_query(serializers.ListQuery, request)
        if query.get("public") or not request.user.is_authenticated:
            rows = selectors.public_packs(query["q"])
        else:
            rows = selectors.packs_of(request.user.pk)
        pages = self.pagination_class()
        found = pages.paginate_queryset(rows, request)
        cards = [serializers.card_shape(pack, request.user.pk, getattr(pack, "latest", None)) for pack in found]
        return pages.get_paginated_response(cards)


class PackView(APIView):
    """One pack; PUT saves the draft, DELETE deletes a pack that was never released."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    put = handler_of(operations.SaveDraft)
    delete = handler_of(operations.DeletePack)

    @extend_schema(operation_id="packs_read", responses=serializers.PackOut)
    def get(self, request: Request, pid: str) -> Response:
        return Response(pack_shape(pack_to_read(request.user, pid), request.user))


class VersionView(APIView):
    """One complete version."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="packs_version", responses=serializers.WholeVersionOut)
    def get(self, request: Request, pid: str, number: int) -> Response:
        pack = pack_to_read(request.user, pid)
        release = selectors.release_numbered(pack, number)
        if release is None:
            raise Http404
        return Response({**serializers.version_shape(release), "text": release.text, "facts": release.facts})
