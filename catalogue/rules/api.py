"""API of the rules in our own words. Refusals name the rule behind them by its id."""

from __future__ import annotations

from typing import TypedDict

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalogue.rules.chapters import CHAPTERS, RuleText, chapters
from mordheim_site.api.typed_fields import typed_response


class RuleJson(TypedDict):
    """A rule. `by_ruleset` has the differences of each ruleset; `decided` is our decision if the rules leave a gap."""

    id: str
    title: str
    text: str
    by_ruleset: dict[str, str]
    decided: str


class ChapterLineJson(TypedDict):
    """A chapter and the ids of its rules."""

    code: str
    name: str
    rules: list[str]


class ChaptersJson(TypedDict):
    """All chapters in reading order."""

    results: list[ChapterLineJson]


class RulesChapterJson(TypedDict):
    """A chapter in full."""

    code: str
    name: str
    rules: list[RuleJson]


def rule_json(rule: RuleText) -> RuleJson:
    """One rule."""
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "by_ruleset": dict(rule.by_ruleset),
        "decided": rule.decided,
    }


class RulesView(APIView):
    """The chapters of the rules."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=typed_response(ChaptersJson), operation_id="rules_chapters")
    def get(self, request: Request) -> Response:
        found = [
            {"code": code.lower(), "name": str(CHAPTERS[code]), "rules": [rule.id for rule in rules]}
            for code, rules in chapters().items()
        ]
        return Response({"results": found})


class ChapterView(APIView):
    """One chapter of the rules."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=typed_response(RulesChapterJson), operation_id="rules_read")
    def get(self, request: Request, code: str) -> Response:
        rules = chapters().get(code.upper())
        if rules is None:
            raise Http404
        name = str(CHAPTERS[code.upper()])
        return Response({"code": code.lower(), "name": name, "rules": [rule_json(rule) for rule in rules]})
