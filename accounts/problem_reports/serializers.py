"""Shape of a problem report in the API."""

from rest_framework import serializers


class ProblemReportShape(serializers.Serializer[None]):
    """A report as it was stored."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    page = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    version = serializers.CharField(allow_blank=True, help_text="Version of the site when the report was sent.")
