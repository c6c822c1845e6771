"""Exact odds for machines: the question of the odds page, answered in numbers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles import matchups
from battles.sparring import Sparrer
from battles.views.odds import question_of
from catalogue.book import book

PARAMETERS = [
    OpenApiParameter("a", str, description="Attacker: a warrior type, or <warband>.<warrior> of a roster you may see."),
    OpenApiParameter("ak", str, description="His arms and armour, item codes joined by commas."),
    OpenApiParameter("b", str, description="Defender, as `a`."),
    OpenApiParameter("bk", str, description="His arms and armour."),
    OpenApiParameter("rules", str, enum=list(matchups.RULESETS)),
    OpenApiParameter("how", str, enum=list(matchups.SITUATIONS)),
    OpenApiParameter("range", str, enum=["near", "far"]),
    OpenApiParameter("cover", str, enum=["soft", "hard"]),
    OpenApiParameter("moved", str, enum=["1"]),
    OpenApiParameter("duel", str, enum=["1"], description="Work out the whole duel as well."),
]


def _who(one: Sparrer) -> dict[str, Any]:
    return {"code": one.value, "name": one.name, "kit": list(one.kit)}


class OddsView(APIView):
    """Exact chances of one warrior's attacks on another, of the answer to them, and of the duel if asked for."""

    @extend_schema(parameters=PARAMETERS, responses={200: dict}, operation_id="odds")
    def get(self, request: Request) -> Response:
        asked = question_of(request.GET, request)
        facts = book()
        first, second = asked.first.data(facts), asked.second.data(facts)
        terms = asked.terms
        found: dict[str, Any] = {
            "attacker": _who(asked.first),
            "defender": _who(asked.second),
            "terms": {
                "rules": terms.ruleset, "how": terms.situation, "range": "far" if terms.far else "near",
                "cover": terms.cover, "moved": terms.moved,
            },
            "not_understood": asked.faults,
            **matchups.odds_between(first, second, terms),
        }  # fmt: skip
        if request.GET.get("duel") == "1" and terms.situation != "shot":
            found["duel"] = matchups.duel_between(first, second, terms)
        return Response(found)
