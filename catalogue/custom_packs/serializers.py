"""API shapes of custom packs: queries and responses."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from catalogue.custom_packs.reader import CustomPackReading
from catalogue.models import CustomPack, PackRelease
from mordheim_site.api import fields
from mordheim_site.api.times import UtcDateTimeField
from mordheim_site.api.typed_fields import TypedField


class ListQuery(fields.QuerySerializer):
    """Filter of the list of packs."""

    public = fields.QueryFlag(help_text="Shared packs instead of the caller's.")
    q = fields.CharField(
        max_length=60, default="", allow_blank=True, help_text="Words in the names of shared packs or their authors."
    )


class ProblemOut(serializers.Serializer[dict[str, Any]]):
    """One mistake."""

    line = serializers.IntegerField()
    path = serializers.CharField()
    sentence = serializers.CharField()


class RemarkOut(serializers.Serializer[dict[str, Any]]):
    """One piece of advice about a scenario."""

    name = serializers.CharField()
    rule = serializers.CharField()
    sentence = serializers.CharField()


class CheckOut(serializers.Serializer[dict[str, Any]]):
    """The mistakes of a text, all at once, and advice from the guidelines."""

    is_sound = serializers.BooleanField()
    name = serializers.CharField()
    problems = ProblemOut(many=True)
    remarks = RemarkOut(many=True)


class VersionOut(serializers.Serializer[dict[str, Any]]):
    """One version in a list."""

    number = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    note = serializers.CharField()
    checksum = serializers.CharField()
    released_at = UtcDateTimeField()


class WholeVersionOut(VersionOut):
    """One version with its text, and with its facts in the shape of a pack file."""

    text = serializers.CharField()
    facts = TypedField(
        dict[str, Any], help_text="The facts, in the structure of a pack file: `guides/?name=packs-schema`."
    )


class PackCardOut(serializers.Serializer[dict[str, Any]]):
    """A pack in a list; `latest` is null before the first release."""

    public_id = serializers.CharField()
    code = serializers.CharField()
    name = serializers.CharField()
    author = serializers.CharField()
    visibility = serializers.CharField()
    is_mine = serializers.BooleanField()
    is_put_away = serializers.BooleanField()
    latest = serializers.IntegerField(allow_null=True)
    changed_at = UtcDateTimeField()


class PackOut(PackCardOut):
    """A pack with its versions; the draft, its edition and its mistakes are only for its author."""

    versions = VersionOut(many=True)
    forked_from = serializers.CharField(allow_null=True)
    edition = serializers.IntegerField(required=False)
    text = serializers.CharField(required=False)
    check = CheckOut(required=False)


def card_shape(pack: CustomPack, reader_id: int | None, latest: int | None) -> dict[str, Any]:
    """A pack as lists show it."""
    return {
        "public_id": pack.public_id,
        "code": pack.code,
        "name": pack.name,
        "author": pack.owner.shown_name if pack.owner is not None else "",
        "visibility": pack.visibility,
        "is_mine": pack.owner_id == reader_id and reader_id is not None,
        "is_put_away": pack.archived_at is not None,
        "latest": latest,
        "changed_at": pack.changed_at,
    }


def version_shape(release: PackRelease) -> dict[str, Any]:
    """A version without its text; the pack must be loaded."""
    return {
        "number": release.number,
        "code": release.code,
        "name": release.name,
        "note": release.note,
        "checksum": release.checksum,
        "released_at": release.released_at,
    }


def check_shape(reading: CustomPackReading) -> dict[str, Any]:
    """The result of reading a text."""
    return {
        "is_sound": reading.is_sound,
        "name": reading.name,
        "problems": [
            {"line": problem.line, "path": problem.path, "sentence": str(problem.sentence)}
            for problem in reading.problems
        ],
        "remarks": [
            {"name": remark.name, "rule": remark.rule, "sentence": str(remark.sentence)} for remark in reading.remarks
        ],
    }
