"""API shapes of the catalogue: responses and queries."""

from __future__ import annotations

import dataclasses
from typing import NotRequired, TypedDict

from rest_framework import serializers

from catalogue.facts import Fact, Pack
from catalogue.search.index import MAX_QUERY
from mordheim_site.api import fields
from mordheim_site.api.paging import PageQuery
from mordheim_site.api.typed_fields import TypedField

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
    """Filters of a list of facts."""

    warband_type = fields.RegexField(
        SLUG, max_length=64, required=False, help_text="Only facts of this warband list, by code."
    )
    skill_list = fields.RegexField(SLUG, max_length=64, required=False, help_text="Only skills of this list, by code.")
    spell_list = fields.RegexField(SLUG, max_length=64, required=False, help_text="Only spells of this list, by code.")
    item_class = fields.RegexField(SLUG, max_length=64, required=False, help_text="Only items of this class.")
    tier = fields.QueryInteger(
        required=False, min_value=1, max_value=3, help_text="Only facts of publications of this tier."
    )


def query_of(fact: type[Fact]) -> type[FactsQuery]:
    """The filters of a list of facts: those for which this kind has a field."""
    known = {field.name for field in dataclasses.fields(fact)} | {"tier"}
    others = {name: None for name in FactsQuery._declared_fields if name not in known}
    return type(f"{fact.__name__}Query", (FactsQuery,), others)


def list_of(fact: type[Fact]) -> type[serializers.Serializer[dict[str, object]]]:
    """All facts of one kind, in the shape of the pack files (`guides/?name=packs-schema`)."""
    fields_of_list = {"count": serializers.IntegerField(), "results": TypedField(list[fact])}  # type: ignore[valid-type]
    text = f"Facts of the kind {fact.__name__}, in the shape of the pack files."
    return type(f"{fact.__name__}Results", (serializers.Serializer,), {**fields_of_list, "__doc__": text})


class FlatRecord(TypedDict):
    """One statement of the books. The other fields depend on `kind`: `guides/?name=catalogue-json` lists them."""

    kind: str
    code: NotRequired[str]
    name: NotRequired[str]
    tier: NotRequired[int]
    pack: NotRequired[str]


class RecordsSerializer(serializers.Serializer[dict[str, object]]):
    """A page of flat records; `count` is the number on all pages together."""

    count = serializers.IntegerField()
    results = TypedField(list[FlatRecord])


class InstalledPacksSerializer(serializers.Serializer[dict[str, object]]):
    """The installed packs."""

    results = TypedField(list[Pack])


class RecordsQuery(PageQuery):
    """Filters for flat records: kind, warband list (including the list's own record), and page."""

    kind = fields.RegexField(SLUG, max_length=64, required=False, help_text="Only records of this kind.")
    warband = fields.RegexField(SLUG, max_length=64, required=False, help_text="The code of a warband list.")


class SearchQuery(fields.QuerySerializer):
    """The query of a search."""

    q = fields.CharField(max_length=MAX_QUERY, help_text="Words to look for; typing errors are forgiven.")


class HitSerializer(serializers.Serializer[dict[str, object]]):
    """One search result."""

    name = serializers.CharField()
    url = serializers.CharField()
    about = serializers.CharField()
    note = serializers.CharField()
    score = serializers.FloatField()


class SectionSerializer(serializers.Serializer[dict[str, object]]):
    """Search results of one kind."""

    title = serializers.CharField()
    total = serializers.IntegerField()
    hits = HitSerializer(many=True)
