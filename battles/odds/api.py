"""Exact odds for machines: the question of the odds page, answered in numbers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import count_request
from battles.odds import matchups
from battles.odds.fighters import OddsFighter
from battles.odds.views import question_of
from battles.odds.work import limited_budget
from catalogue.packs.installed import book
from mordheim_site.api import fields


def _fighter(about: str) -> fields.CharField:
    return fields.CharField(max_length=80, required=False, allow_blank=True, help_text=about)


def _kit(about: str) -> fields.CharField:
    return fields.CharField(max_length=400, required=False, allow_blank=True, help_text=about)


class OddsQuery(fields.QuerySerializer):
    """The question; missing parts use the defaults of the odds page."""

    a = _fighter("Attacker: a warrior type, or <warband>.<warrior> of a roster you may see.")
    ak = _kit("The attacker's weapons and armour, item codes joined by commas.")
    b = _fighter("Defender, as `a`.")
    bk = _kit("The defender's weapons and armour.")
    rules = fields.ChoiceField(choices=list(matchups.RULESETS), required=False)
    how = fields.ChoiceField(choices=list(matchups.SITUATIONS), required=False)
    range = fields.ChoiceField(choices=["near", "far"], required=False)
    cover = fields.ChoiceField(choices=["soft", "hard"], required=False)
    moved = fields.ChoiceField(choices=["1"], required=False)
    duel = fields.ChoiceField(choices=["1"], required=False, help_text="Work out the whole duel as well.")


def _who(one: OddsFighter) -> dict[str, Any]:
    return {"code": one.value, "name": one.name, "kit": list(one.kit)}


class OddsView(APIView):
    """Exact chances of one warrior's attacks on another, of the answer to them, and of the duel if asked for."""

    @extend_schema(parameters=[OddsQuery], responses={200: dict}, operation_id="odds")
    def get(self, request: Request) -> Response:
        count_request(request, "computations")
        fields.read_query(OddsQuery, request)
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
        }  # fmt: skip
        with limited_budget(request) as work:
            found |= matchups.odds_between(first, second, terms, work)
            if request.GET.get("duel") == "1" and terms.situation != "shot":
                found["duel"] = matchups.duel_between(first, second, terms, work)
        return Response(found)
