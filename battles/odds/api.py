"""API of exact odds: like the odds page, with numbers as the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.limits import count_request
from battles.odds import matchups
from battles.odds.answer_data import ChosenFighter, OddsAnswer
from battles.odds.fighters import OddsFighter
from battles.odds.views import Question, question_of
from battles.odds.work import limited_budget
from catalogue.packs.installed import book
from mordheim_site.api import fields
from mordheim_site.api.read_refusals import refuses
from mordheim_site.api.typed_fields import typed_response
from mordheim_site.refusals import Refusal, Sentence


def _fighter(about: str) -> fields.CharField:
    return fields.CharField(max_length=80, required=False, allow_blank=True, help_text=about)


def _kit(about: str) -> fields.CharField:
    return fields.CharField(max_length=400, required=False, allow_blank=True, help_text=about)


class OddsQuery(fields.QuerySerializer):
    """Query for odds. Missing parameters get the defaults of the odds page."""

    a = _fighter("Attacker: a warrior type, or <warband>.<warrior> of a roster you may see.")
    ak = _kit("The attacker's weapons and armour, item codes joined by commas.")
    b = _fighter("Defender, as `a`.")
    bk = _kit("The defender's weapons and armour.")
    rules = fields.ChoiceField(choices=list(matchups.RULESETS), required=False)
    how = fields.ChoiceField(choices=list(matchups.SITUATIONS), required=False)
    range = fields.ChoiceField(choices=["near", "far"], required=False)
    cover = fields.ChoiceField(choices=["soft", "hard"], required=False)
    moved = fields.QueryFlag(help_text="Whether the shooter moved.")
    duel = fields.QueryFlag(help_text="Calculate the whole duel as well.")


class UnusableQuestion(Refusal):
    """A fighter, equipment or a situation that cannot be used in this query. `fields` names it."""

    code = "unusable_question"
    message = _("The odds were not calculated: part of the request cannot be used. Correct it and send it again.")


def refuse_unusable(query: Mapping[str, Any], question: Question) -> None:
    """Raise UnusableQuestion for values that the odds page would replace or leave out."""
    found: dict[str, list[Sentence]] = {
        side: [gettext("There is no such warrior, or you may not see their roster.")] for side in question.missing
    }
    for name, fighter in (("ak", question.first), ("bk", question.second)):
        wanted = Counter(code for code in query.get(name, "").split(",") if code)
        if unusable := sorted(wanted.keys() - set(fighter.kit)):
            sentence = gettext("This warrior cannot have these items together: {items}.")
            found.setdefault(name, []).append(sentence.format(items=", ".join(unusable)))
        if doubled := sorted(code for code, count in wanted.items() if count > fighter.kit.count(code) > 0):
            sentence = gettext("These items are named more often than the odds can count them: {items}.")
            found.setdefault(name, []).append(sentence.format(items=", ".join(doubled)))
    is_shot = question.terms.situation == "shot"
    for name in ("duel",) if is_shot else ("range", "cover", "moved"):
        if query.get(name):
            found[name] = [gettext("This cannot be combined with this `how`.")]
    if found:
        raise UnusableQuestion(fields=found)


def _chosen(fighter: OddsFighter) -> ChosenFighter:
    return {"code": fighter.value, "name": fighter.name, "kit": list(fighter.kit)}


class OddsView(APIView):
    """Exact odds of one warrior's attacks on another, of the attacks in return, and of the duel if requested."""

    @refuses(UnusableQuestion)
    @extend_schema(parameters=[OddsQuery], responses=typed_response(OddsAnswer), operation_id="odds")
    def get(self, request: Request) -> Response:
        count_request(request, "computations")
        query = fields.read_query(OddsQuery, request)
        values = request.GET.copy()
        if query.get("moved"):
            values["moved"] = "1"
        else:
            values.pop("moved", None)
        question = question_of(values, request)
        refuse_unusable(query, question)
        facts = book()
        first, second = question.first.data(facts), question.second.data(facts)
        terms = question.terms
        with limited_budget(request) as work:
            pair = matchups.odds_between(first, second, terms, work)
            duel = None
            if query.get("duel"):
                duel = matchups.duel_between(first, second, terms, work)
        found: OddsAnswer = {
            "attacker": _chosen(question.first),
            "defender": _chosen(question.second),
            "terms": {
                "rules": terms.ruleset, "how": terms.situation, "range": "far" if terms.far else "near",
                "cover": terms.cover, "moved": terms.moved,
            },
            **pair,
        }  # fmt: skip
        if duel is not None:
            found["duel"] = duel
        return Response(found)
