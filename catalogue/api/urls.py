"""Addresses of the catalogue room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from catalogue.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("catalogue/", views.KindsView.as_view(), name="api-catalogue"),
    path("catalogue/search/", views.SearchView.as_view(), name="api-catalogue-search"),
    path("catalogue/records/", views.RecordsView.as_view(), name="api-catalogue-records"),
    path("catalogue/packs/", views.PacksView.as_view(), name="api-catalogue-packs"),
    path("catalogue/tables/", views.TablesView.as_view(), name="api-catalogue-tables"),
    path("catalogue/<slug:kind>/", views.FactsView.as_view(), name="api-catalogue-kind"),
    path("catalogue/<slug:kind>/<slug:code>/", views.FactView.as_view(), name="api-catalogue-fact"),
]
