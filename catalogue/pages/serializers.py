"""Shapes of the catalogue's answers, for the schema, and of the queries it takes."""

from __future__ import annotations

from rest_framework import serializers

from catalogue.packs.kinds import SLUGS
from catalogue.search.index import MAX_QUERY
from mordheim_site.api import fields
from mordheim_site.api.paging import PageQuery

SLUG = r"^[-a-zA-Z0-9_]+$"


class KindSerializer(serializers.Serializer[dict[str, object]]):
    """A kind of facts."""

    kind = serializers.CharField()
    slug = serializers.CharField()
    name = serializers.CharField()
    count = serializers.IntegerField()
    url = serializers.CharField()


class KindsSerializer(serializers.Serializer[dict[str, object]]):
    """The version of the catalogue and its kinds."""

    version = serializers.CharField()
    kinds = KindSerializer(many=True)


class FactsQuery(fields.QuerySerializer):
    """What may narrow a list of facts."""

    warband_type = fields.RegexField(SLUG, max_length=64, required=False)
    skill_list = fields.RegexField(SLUG, max_length=64, required=False)
    spell_list = fields.RegexField(SLUG, max_length=64, required=False)
    item_class = fields.RegexField(SLUG, max_length=64, required=False)
    tier = fields.QueryInteger(required=False, min_value=1, max_value=3)


class FactsSerializer(serializers.Serializer[dict[str, object]]):
    """Facts of one kind, as the pack files shape them (docs/reference/packs-schema.json)."""

    count = serializers.IntegerField()
    results = serializers.ListField(child=serializers.DictField())


class RecordsQuery(PageQuery):
    """Which flat records are wanted: of a kind, of a warband list (its own record included), and which page."""

    kind = fields.RegexField(SLUG, max_length=64, required=False)
    warband = fields.RegexField(SLUG, max_length=64, required=False, help_text="The code of a warband list.")


class SearchQuery(fields.QuerySerializer):
    """The query of a search."""

    q = fields.CharField(max_length=MAX_QUERY)


class HitSerializer(serializers.Serializer[dict[str, object]]):
    """One thing found."""

    name = serializers.CharField()
    url = serializers.CharField()
    about = serializers.CharField()
    note = serializers.CharField()
    score = serializers.FloatField()


class SectionSerializer(serializers.Serializer[dict[str, object]]):
    """Things found of one sort."""

    title = serializers.CharField()
    total = serializers.IntegerField()
    hits = HitSerializer(many=True)


KIND_SLUGS = tuple(SLUGS)
