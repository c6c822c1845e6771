"""API of users' tables: lists and single tables. The operations that change them are declared in operations.py."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from battles.board.scene.serializers import SceneSerializer
from battles.tables import operations, selectors, serializers
from battles.tables.editor.palette import grouped
from battles.tables.permissions import table_to_read
from battles.tables.previews import scene_of_drawn
from mordheim_site.api.fields import read_query
from mordheim_site.api.paging import pages_of
from mordheim_site.operations.api import handler_of


class TablesView(APIView):
    """The caller's tables, or the shared ones of others. A POST creates one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = pages_of(60)
    post = handler_of(operations.CreateTable)

    @extend_schema(
        operation_id="tables_list", parameters=[serializers.TablesQuery], responses=serializers.TableCardOut(many=True)
    )
    def get(self, request: Request) -> Response:
        reader = request.user.pk
        wants_shared = read_query(serializers.TablesQuery, request).get("public") or reader is None
        rows = selectors.shared_tables(reader) if wants_shared else selectors.own_tables(reader)
        pages = self.pagination_class()
        found = pages.paginate_queryset(rows, request)
        return pages.get_paginated_response([serializers.card_shape(table, reader) for table in found])


class TableView(APIView):
    """One table. A DELETE deletes it."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    delete = handler_of(operations.DeleteTable)

    @extend_schema(operation_id="tables_read", responses=serializers.TableOut)
    def get(self, request: Request, pid: str) -> Response:
        reader = request.user if isinstance(request.user, User) else None
        return Response(serializers.table_shape(table_to_read(request.user, pid), reader))


class TablePiecesView(APIView):
    """The pieces that the table editor can add: the values of `thing` in `changes/add-piece/`."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="tables_pieces", responses=serializers.PaletteOut)
    def get(self, request: Request) -> Response:
        return Response(
            {
                "results": [
                    {"code": entry.code, "name": str(entry.label), "group": str(label)}
                    for label, entries in grouped()
                    for entry in entries
                ]
            }
        )


class TableSceneView(APIView):
    """A table as solid geometry, for drawing it in three dimensions."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="tables_scene", responses=SceneSerializer)
    def get(self, request: Request, pid: str) -> Response:
        return Response({"scene": scene_of_drawn(table_to_read(request.user, pid))})
