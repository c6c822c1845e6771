"""API of users' tables: lists and one table; operations.py declares what changes them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from battles.tables import operations, serializers
from battles.tables.models import Audience, DrawnTable
from battles.tables.permissions import table_to_read
from mordheim_site.api.fields import read_query
from mordheim_site.operations.api import handler_of

LISTED = 60


class TablesView(APIView):
    """My tables, or the shared ones of others; POST creates one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    post = handler_of(operations.CreateTable)

    @extend_schema(operation_id="tables_list", parameters=[serializers.TablesQuery], responses=serializers.TablesOut)
    def get(self, request: Request) -> Response:
        reader = request.user.pk
        rows = DrawnTable.objects.select_related("owner")
        if read_query(serializers.TablesQuery, request).get("public") or reader is None:
            rows = rows.filter(audience=Audience.PUBLIC).exclude(owner_id=reader or 0)
        else:
            rows = rows.filter(owner_id=reader)
        cards = [serializers.card_shape(table, reader) for table in rows[:LISTED]]
        return Response({"count": len(cards), "results": cards})


class TableView(APIView):
    """One table; DELETE deletes it."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    delete = handler_of(operations.DeleteTable)

    @extend_schema(operation_id="tables_read", responses=serializers.TableOut)
    def get(self, request: Request, pid: str) -> Response:
        reader = request.user if isinstance(request.user, User) else None
        return Response(serializers.table_shape(table_to_read(request.user, pid), reader))
