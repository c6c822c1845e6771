"""API shapes for files of warbands."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from mordheim_site.api.typed_fields import TypedField
from warbands.exchange.save import Save


class GuessOut(serializers.Serializer[dict[str, Any]]):
    """A name that was taken for a similar name."""

    name = serializers.CharField()
    read_as = serializers.CharField()


class LeftOutOut(serializers.Serializer[dict[str, Any]]):
    """A name that means nothing on this site, with its place in the file."""

    place = serializers.CharField()
    name = serializers.CharField()


class ReadingOut(serializers.Serializer[dict[str, Any]]):
    """One warband of a file, and how much of it was understood."""

    source = serializers.CharField(help_text="The format of the file.")  # type: ignore[assignment]
    document = TypedField(Save, help_text="The warband; see `/warbands/schema.json`.")
    matched = serializers.IntegerField(help_text="How many names were found.")
    guessed = GuessOut(many=True)
    left_out = LeftOutOut(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    breaches = serializers.ListField(child=serializers.CharField(), help_text="What is against the rules.")


class UnreadableOut(serializers.Serializer[dict[str, Any]]):
    """A warband of a file that cannot be read."""

    name = serializers.CharField()
    reason = serializers.CharField()


class FileReportOut(serializers.Serializer[dict[str, Any]]):
    """All warbands of a file."""

    warbands = ReadingOut(many=True)
    refused = UnreadableOut(many=True)
