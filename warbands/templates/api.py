"""API of templates: list and read. The operations that change them are in `operations.py`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from mordheim_site.api import fields
from mordheim_site.api.paging import ArrayPagination, pages_of
from mordheim_site.operations.api import handler_of
from warbands.core.permissions import template_to_read
from warbands.shared.serializers import CODE
from warbands.templates import cards as templates_cards
from warbands.templates.operations import ChangeTemplate, DeleteTemplate, SaveTemplate
from warbands.templates.serializers import TemplateOut, WholeTemplateOut, template_json


class ListQuery(fields.QuerySerializer):
    """Filter of the list of templates."""

    q = fields.CharField(
        max_length=60,
        default="",
        allow_blank=True,
        help_text="Words in the name, the description, the list or the owner.",
    )
    warband_type = fields.RegexField(CODE, default="", allow_blank=True, help_text="Templates of one list.")


class TemplatesView(APIView):
    """The user's templates and public ones. A POST saves a warband as a template."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = pages_of(templates_cards.SHOWN, ArrayPagination)

    @extend_schema(operation_id="templates_list", parameters=[ListQuery], responses=TemplateOut(many=True))
    def get(self, request: Request) -> Response:
        query = fields.read_query(ListQuery, request)
        rows = templates_cards.template_rows(request.user.pk, query["q"], query["warband_type"])
        pages = self.pagination_class()
        found = pages.paginate_queryset(rows, request)
        cards = [templates_cards.card_of(row, request.user.pk) for row in found]
        return pages.get_paginated_response(TemplateOut(cards, many=True).data)

    post = handler_of(SaveTemplate)


class TemplateView(APIView):
    """One template; its owner can change and delete it."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="template", responses=WholeTemplateOut)
    def get(self, request: Request, tid: str) -> Response:
        return Response(template_json(template_to_read(request.user, tid), request.user.pk))

    put = handler_of(ChangeTemplate)
    delete = handler_of(DeleteTemplate)
