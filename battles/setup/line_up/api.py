"""API of the line-up: which warriors of a warband fight."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles.play.api import signed_in
from battles.setup.line_up import services
from battles.setup.line_up.operations import ChooseFighters, LineUpOut
from mordheim_site.operations.api import handler_of
from warbands.core.permissions import warband_to_act_on


class LineUpView(APIView):
    """The line-up of a warband for its next battles."""

    @extend_schema(responses=LineUpOut, operation_id="battles_line_up_read")
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_act_on(signed_in(request), pid)
        return Response(LineUpOut({"warriors": services.lines_of(warband)}).data)

    post = handler_of(ChooseFighters)
