"""API of the market of an aftermath: what its player can search for, hire and add to groups, with prices."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles.aftermath.context import AftermathContext
from battles.aftermath.market.panel import Offer, is_open_for, panel_of
from battles.aftermath.operations.base import row_of
from battles.core.permissions import battle_to_read
from battles.core.viewers import current_user
from mordheim_site.api.typed_fields import typed_response


@dataclass(frozen=True, slots=True)
class AftermathMarket:
    """`groups` can be enlarged with veterans from `pool` experience; `heroes` can still search, for `goods` or
    `people`. The `value` of each is the input of the operation: `veterans/` (`warrior`), `item-searches/`,
    `person-searches/` and `hired-swords/`."""

    treasury_gc: int
    pool: int
    groups: list[Offer]
    heroes: list[Offer]
    goods: list[Offer]
    people: list[Offer]
    hired_swords: list[Offer]


class MarketView(APIView):
    """The market of one warband after a battle, while it is open."""

    @extend_schema(responses=typed_response(AftermathMarket), operation_id="aftermath_market")
    def get(self, request: Request, pid: str, aid: str) -> Response:
        user = current_user(request)
        row = row_of(battle_to_read(user, pid), aid)
        if not is_open_for(row, user.pk if user is not None else None):
            raise Http404
        panel = panel_of(row, list(row.lines.all()), AftermathContext(row, row.started_at))
        market = AftermathMarket(
            treasury_gc=panel.treasury_gc,
            pool=panel.pool,
            groups=panel.groups,
            heroes=panel.heroes,
            goods=[offer for _name, offers in panel.goods for offer in offers],
            people=panel.people,
            hired_swords=panel.hired_swords,
        )
        return Response(asdict(market))
