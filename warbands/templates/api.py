"""API of templates: list, save from a warband, change, delete, start a warband."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.idempotency import idempotent
from accounts.models import User
from catalogue.custom_packs.codes import is_own
from catalogue.custom_packs.permissions import pack_of_code
from mordheim_site.api import fields
from mordheim_site.operations.api import IDEMPOTENCY, source_key
from warbands.core.permissions import template_to_act_on, template_to_read, warband_to_read
from warbands.core.serializers import CODE, RosterOut, roster_json
from warbands.models import Audience, Template
from warbands.roster.sheet import roster_of
from warbands.templates import cards as templates_cards
from warbands.templates import services


class ListQuery(fields.QuerySerializer):
    """Which templates."""

    q = fields.CharField(
        max_length=60,
        default="",
        allow_blank=True,
        help_text="Words in the name, the description, the list or the owner.",
    )
    warband_type = fields.RegexField(CODE, default="", allow_blank=True, help_text="Templates of one list.")


class TemplateOut(serializers.Serializer):
    public_id = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    warband_type = serializers.CharField(source="type_name", help_text="Empty when no pack has the list any more.")
    owner = serializers.CharField(source="owner_name")
    is_mine = serializers.BooleanField()
    is_public = serializers.BooleanField()
    models = serializers.IntegerField()
    cost_gc = serializers.IntegerField()
    uses = serializers.IntegerField()


class LineOut(serializers.Serializer):
    name = serializers.CharField()
    entry = serializers.CharField()
    headcount = serializers.IntegerField()
    is_leader = serializers.BooleanField()
    kit = serializers.CharField()
    mutations = serializers.CharField()


class WholeTemplateOut(TemplateOut):
    warriors = LineOut(many=True)


class KeepIn(fields.RequestSerializer):
    warband = fields.PublicIdField()
    key = fields.CharField(
        max_length=64, required=False, default="", allow_blank=True, help_text="Key of a share link."
    )
    name = fields.CharField(max_length=80, required=False, default="", allow_blank=True)


class TemplateIn(fields.RequestSerializer):
    name = fields.CharField(max_length=80)
    about = fields.CharField(max_length=1000, required=False, default="", allow_blank=True)
    audience = fields.ChoiceField(choices=Audience.choices)


class ForReaders(APIView):
    """Reading is open to all, writing to signed-in users."""

    def get_permissions(self) -> list[AllowAny | IsAuthenticated]:
        return [AllowAny() if self.request.method in SAFE_METHODS else IsAuthenticated()]


def _user(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def _whole(row: Template, request: Request) -> dict[str, Any]:
    card: dict[str, Any] = dict(TemplateOut(templates_cards.card_of(row, request.user.pk)).data)
    return {**card, "warriors": LineOut(templates_cards.lines_of(row), many=True).data}


class TemplatesView(ForReaders):
    """The user's and public templates; POST saves a visible warband as a template."""

    @extend_schema(operation_id="templates_list", parameters=[ListQuery], responses=TemplateOut(many=True))
    def get(self, request: Request) -> Response:
        asked = fields.read_query(ListQuery, request)
        cards = templates_cards.templates_open_to(request.user.pk, asked["q"], asked["warband_type"])
        return Response(TemplateOut(cards, many=True).data)

    @extend_schema(
        operation_id="templates_keep", parameters=[IDEMPOTENCY], request=KeepIn, responses={201: WholeTemplateOut}
    )
    @idempotent
    def post(self, request: Request) -> Response:
        asked = KeepIn(data=request.data)
        asked.is_valid(raise_exception=True)
        said, user = asked.validated_data, _user(request)
        warband = warband_to_read(user, said["warband"], share_key=said["key"])
        limits.count_request(request, "warbands", user)
        row = services.save_template(
            warband_id=warband.pk,
            owner_id=user.pk,
            at=timezone.now(),
            name=said["name"],
            is_guest=user.is_guest,
            source_key=source_key(request),
        )
        return Response(_whole(row, request), status=201)


class TemplateView(ForReaders):
    """One template; its owner can change and delete it."""

    @extend_schema(operation_id="template", responses=WholeTemplateOut)
    def get(self, request: Request, tid: str) -> Response:
        return Response(_whole(template_to_read(request.user, tid), request))

    @extend_schema(operation_id="template_change", request=TemplateIn, responses=WholeTemplateOut)
    def put(self, request: Request, tid: str) -> Response:
        row = template_to_act_on(request.user, tid)
        asked = TemplateIn(data=request.data)
        asked.is_valid(raise_exception=True)
        changed = services.change(template_id=row.pk, is_guest=_user(request).is_guest, **asked.validated_data)
        return Response(_whole(changed, request))

    @extend_schema(operation_id="template_delete", responses={204: None})
    def delete(self, request: Request, tid: str) -> Response:
        services.remove(template_id=template_to_act_on(request.user, tid).pk)
        return Response(status=204)


class BeginView(APIView):
    """Start a draft from a template."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="template_begin", parameters=[IDEMPOTENCY], request=None, responses={201: RosterOut})
    @idempotent
    def post(self, request: Request, tid: str) -> Response:
        row, user = template_to_read(request.user, tid), _user(request)
        if is_own(row.warband_type_code) and user.pk != row.owner_id:
            pack_of_code(user, row.warband_type_code)
        limits.count_request(request, "warbands", user)
        started = services.start_from_template(
            template_id=row.pk,
            owner_id=user.pk,
            at=timezone.now(),
            is_guest=user.is_guest,
            source_key=source_key(request),
        )
        made = warband_to_read(user, started.public_id)
        return Response(roster_json(roster_of(made)), status=200 if started.was_there else 201)
