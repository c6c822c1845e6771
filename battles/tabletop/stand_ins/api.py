"""API of confirmation links: the main numbers of a sheet, and the answer."""

from __future__ import annotations

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles.tabletop.stand_ins import links
from battles.tabletop.stand_ins.operations import AnswerByLink
from battles.tabletop.stand_ins.serializers import ConfirmLinkShape
from mordheim_site.operations.api import handler_of


class ConfirmLinkView(APIView):
    """A sheet for the holder of a confirmation link. A POST confirms or rejects it."""

    post = handler_of(AnswerByLink)

    @extend_schema(responses=ConfirmLinkShape, operation_id="sheets_by_link")
    def get(self, request: Request, key: str) -> Response:
        link = AnswerByLink.target_for(None, key=key)
        battle = link.side.battle
        numbers = [asdict(side) for side in links.numbers_of(battle)]
        shape = {"battle": battle.public_id, "side": link.side.letter, "answer": link.answer, "numbers": numbers}
        return Response(shape)
