"""Shapes of the catalogue's answers, for the schema, and of the queries it takes."""

from __future__ import annotations

from rest_framework import serializers

from catalogue.kinds import SLUGS
from catalogue.search import MAX_QUERY


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


class FactsQuery(serializers.Serializer[dict[str, object]]):
    """What may narrow a list of facts."""

    warband_type = serializers.SlugField(required=False)
    skill_list = serializers.SlugField(required=False)
    spell_list = serializers.SlugField(required=False)
    item_class = serializers.SlugField(required=False)
    tier = serializers.IntegerField(required=False, min_value=1, max_value=3)


class FactsSerializer(serializers.Serializer[dict[str, object]]):
    """Facts of one kind, as the pack files shape them (docs/packs-schema.json)."""

    count = serializers.IntegerField()
    results = serializers.ListField(child=serializers.DictField())


class RecordsQuery(serializers.Serializer[dict[str, object]]):
    """Which flat records are wanted."""

    kind = serializers.SlugField(required=False)


class SearchQuery(serializers.Serializer[dict[str, object]]):
    """What is looked for."""

    q = serializers.CharField(max_length=MAX_QUERY)


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
