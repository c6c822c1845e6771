"""Addresses of the catalogue room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from catalogue.api import own, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("catalogue/", views.KindsView.as_view(), name="api-catalogue"),
    path("catalogue/search/", views.SearchView.as_view(), name="api-catalogue-search"),
    path("catalogue/records/", views.RecordsView.as_view(), name="api-catalogue-records"),
    path("catalogue/packs/", views.PacksView.as_view(), name="api-catalogue-packs"),
    path("catalogue/tables/", views.TablesView.as_view(), name="api-catalogue-tables"),
    path("packs/", own.PacksView.as_view(), name="api-packs"),
    path("packs/check/", own.CheckView.as_view(), name="api-packs-check"),
    path("packs/<pid:pid>/", own.PackView.as_view(), name="api-pack"),
    path("packs/<pid:pid>/release/", own.ReleaseView.as_view(), name="api-pack-release"),
    path("packs/<pid:pid>/share/", own.ShareView.as_view(), name="api-pack-share"),
    path("packs/<pid:pid>/fork/", own.ForkView.as_view(), name="api-pack-fork"),
    path("packs/<pid:pid>/<int:number>/", own.VersionView.as_view(), name="api-pack-version"),
    path("catalogue/<slug:kind>/", views.FactsView.as_view(), name="api-catalogue-kind"),
    path("catalogue/<slug:kind>/<slug:code>/", views.FactView.as_view(), name="api-catalogue-fact"),
]
