"""Addresses below /api/v1/: the schema, its reader's page, then each room's own."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from mordheim_site.api_docs import ApiDocsView

urlpatterns = [
    path("", ApiDocsView.as_view(url_name="api-schema"), name="api-docs"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("", include("jobs.bundle_api")),
    path("", include("catalogue.api.urls")),
    path("", include("warbands.api.urls")),
    path("", include("campaigns.api.urls")),
    path("", include("battles.api.urls")),
]
