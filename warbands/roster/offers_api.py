"""API of what a warband can hire and buy, with prices and reasons: the panels of the builder and of the trade page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from mordheim_site.api.fields import CharField, QuerySerializer, read_query
from mordheim_site.api.typed_fields import typed_response
from mordheim_site.refusals import Sentence
from warbands.builder.hired_swords import HireRow, hire_panel
from warbands.builder.offers import KitOffer, MetalGroup, kit_offers, metal_groups
from warbands.core.books import book_of
from warbands.core.permissions import warband_to_act_on
from warbands.core.state_storage import load_state
from warbands.roster.panels import EntryRow, entry_rows, mutation_offers
from warbands.shared.sheet import roster_of


class OffersQuery(QuerySerializer):
    """The warrior for whom items are listed."""

    warrior = CharField(
        max_length=12, default="", allow_blank=True, help_text="Key of a warrior; without one, items for the stash."
    )


@dataclass(frozen=True, slots=True)
class ItemOffer:
    """An item to buy. `price_gc` is for the whole line: a group pays `each_gc` for each model. `dice` are added to the
    price, `rarity` is the roll needed to find it. `why_not` is the reason why it cannot be bought now, or empty."""

    item: str
    material: str
    name: str
    item_class: str
    price_gc: int
    each_gc: int
    dice: str
    rarity: int | None
    held: int
    why_not: str


@dataclass(frozen=True, slots=True)
class MutationToBuy:
    """A mutation to buy, or one that the warrior already has: then `price_gc` is the refund for its removal."""

    code: str
    name: str
    price_gc: int
    has: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class RecruitOffer:
    """A warrior type of the warband's list. `maximum` is null if there is no limit; `why_not` is the reason why none
    can be hired now, or empty."""

    warrior_type: str
    name: str
    kind: str
    price_gc: int
    count: int
    minimum: int
    maximum: int | None
    why_not: str


@dataclass(frozen=True, slots=True)
class HiredSwordOffer:
    """A hired sword who serves this warband. `upkeep_gc` is paid after each battle; null if there is no upkeep."""

    warrior_type: str
    name: str
    price_gc: int
    shards: int
    upkeep_gc: int | None
    rating: int
    why_not: str


@dataclass(frozen=True, slots=True)
class Offers:
    """What a warband can hire, and what one of its warriors or its stash can buy."""

    treasury_gc: int
    recruits: list[RecruitOffer]
    hired_swords: list[HiredSwordOffer]
    items: list[ItemOffer]
    mutations: list[MutationToBuy]


class OffersView(APIView):
    """What can be hired and bought, with prices."""

    @extend_schema(operation_id="warband_offers", parameters=[OffersQuery], responses=typed_response(Offers))
    def get(self, request: Request, pid: str) -> Response:
        warband = warband_to_act_on(request.user, pid)
        key = read_query(OffersQuery, request)["warrior"]
        state, book = load_state(warband), book_of(warband)
        member = state.members.get(key)
        if key and (member is None or not member.is_active):
            raise Http404
        items = [
            _item(offer, item_class)
            for item_class, offers in kit_offers(state, member, book, "").items()
            for offer in offers
        ]
        metals = metal_groups(state, member, book, "") if member is not None else ()
        swords = hire_panel(state, book)
        rows = [*(row for group in swords.groups for row in group.rows), *swords.refused]
        own = {entry.code for entry in book.warrior_types_of(state.warband_type_code)}
        offers: dict[str, Any] = {
            "treasury_gc": state.treasury_gc,
            "recruits": [_recruit(row) for row in entry_rows(state, roster_of(warband, state), book)],
            "hired_swords": [_hired_sword(row) for row in rows if row.code not in own],
            "items": [*items, *(line for metal in metals for line in _made_of(metal))],
            "mutations": [
                {
                    "code": offer.code,
                    "name": offer.name,
                    "price_gc": offer.price_gc,
                    "has": offer.has,
                    "why_not": _text(offer.why_not),
                }
                for offer in (mutation_offers(state, member, book) if member is not None else ())
            ],
        }
        return Response(offers)


def _text(sentence: Sentence | None) -> str:
    return "" if sentence is None else str(sentence)


def _item(offer: KitOffer, item_class: str, material: str = "") -> dict[str, Any]:
    return {
        "item": offer.item_code,
        "material": material,
        "name": offer.name,
        "item_class": item_class,
        "price_gc": offer.price_gc,
        "each_gc": offer.each_gc,
        "dice": offer.dice,
        "rarity": offer.rarity,
        "held": offer.held,
        "why_not": _text(offer.why_not),
    }


def _made_of(metal: MetalGroup) -> list[dict[str, Any]]:
    return [_item(offer, "close_combat", metal.code) for offer in metal.offers]


def _recruit(row: EntryRow) -> dict[str, Any]:
    return {
        "warrior_type": row.code,
        "name": row.name,
        "kind": row.kind,
        "price_gc": row.price_gc,
        "count": row.count,
        "minimum": row.minimum,
        "maximum": row.maximum,
        "why_not": _text(row.why_not),
    }


def _hired_sword(row: HireRow) -> dict[str, Any]:
    return {
        "warrior_type": row.code,
        "name": row.name,
        "price_gc": row.price_gc,
        "shards": row.shards,
        "upkeep_gc": row.upkeep_gc,
        "rating": row.rating,
        "why_not": _text(row.why_not),
    }
