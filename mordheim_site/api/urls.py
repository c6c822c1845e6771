"""URLs below /api/v1/: the schema, its documentation page, then the URLs of each app."""

from django.urls import URLPattern, URLResolver, include, path

from battles import urls as battle_urls
from mordheim_site.api.docs import ApiDocsView, SchemaView
from mordheim_site.api.guides import GuideView
from mordheim_site.api.old_paths import aliases

_current: list[URLPattern | URLResolver] = [
    path("", ApiDocsView.as_view(), name="api-docs"),
    path("schema/", SchemaView.as_view(), name="api-schema"),
    path("guides/", GuideView.as_view(), name="api-guides"),
    path("", include("accounts.api_urls")),
    path("", include("jobs.export_api")),
    path("", include("catalogue.api_urls")),
    path("", include("warbands.api_urls")),
    path("", include("campaigns.api_urls")),
    path("", include(battle_urls.api_urlpatterns)),
]

urlpatterns = [*_current, *aliases(_current)]
