"""Output of the templates API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from warbands.models import Template
from warbands.templates import cards as templates_cards


class TemplateOut(serializers.Serializer[Any]):
    public_id = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    warband_type = serializers.CharField(source="type_code", help_text="The code of its warband list.")
    warband_type_name = serializers.CharField(source="type_name", help_text="Empty when no pack has the list any more.")
    owner = serializers.CharField(source="owner_name")
    is_mine = serializers.BooleanField()
    is_public = serializers.BooleanField()
    models = serializers.IntegerField()
    cost_gc = serializers.IntegerField()
    uses = serializers.IntegerField()


class LineOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    entry = serializers.CharField()
    headcount = serializers.IntegerField()
    is_leader = serializers.BooleanField()
    kit = serializers.CharField()
    mutations = serializers.CharField()


class WholeTemplateOut(TemplateOut):
    warriors = LineOut(many=True)


def template_json(row: Template, user_id: int | None) -> dict[str, Any]:
    """A template with its warriors, as this user sees it."""
    card: dict[str, Any] = dict(TemplateOut(templates_cards.card_of(row, user_id)).data)
    return {**card, "warriors": LineOut(templates_cards.lines_of(row), many=True).data}
