"""Exact odds for machines: the question of the odds page, answered in numbers."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import count_request
from battles.odds import matchups
from battles.odds.answer_data import ChosenFighter, OddsAnswer
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


def _fighter(fighter: OddsFighter) -> ChosenFighter:
    return {"code": fighter.value, "name": fighter.name, "kit": list(fighter.kit)}


class OddsView(APIView):
    """Exact chances of one warrior's attacks on another, of the answer to them, and of the duel if asked for."""

    @extend_schema(parameters=[OddsQuery], responses={200: dict}, operation_id="odds")
    def get(self, request: Request) -> Response:
        count_request(request, "computations")
        fields.read_query(OddsQuery, request)
        question = question_of(request.GET, request)
        facts = book()
        first, second = question.first.data(facts), question.second.data(facts)
        terms = question.terms
        with limited_budget(request) as work:
            pair = matchups.odds_between(first, second, terms, work)
            duel = None
            if request.GET.get("duel") == "1" and terms.situation != "shot":
                duel = matchups.duel_between(first, second, terms, work)
        found: OddsAnswer = {
            "attacker": _fighter(question.first),
            "defender": _fighter(question.second),
            "terms": {
                "rules": terms.ruleset, "how": terms.situation, "range": "far" if terms.far else "near",
                "cover": terms.cover, "moved": terms.moved,
            },
            "not_understood": question.faults,
            **pair,
        }  # fmt: skip
        if duel is not None:
            found["duel"] = duel
        return Response(found)
