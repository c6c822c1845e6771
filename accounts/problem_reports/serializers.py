"""Shape of a problem report in the API."""

from rest_framework import serializers

from mordheim_site.api.times import UtcDateTimeField


class ProblemReportShape(serializers.Serializer[None]):
    """A report as it was stored."""

    id = serializers.CharField()
    at = UtcDateTimeField()
    page = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    version = serializers.CharField(allow_blank=True, help_text="Version of the site when the report was sent.")
