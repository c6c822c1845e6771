"""Pages of the catalogue room."""

from django.urls import URLPattern, URLResolver, path

from catalogue.views import browse, packs, searching

app_name = "catalogue"

urlpatterns: list[URLPattern | URLResolver] = [
    path("packs/", packs.pack_list, name="packs"),
    path("packs/<slug:code>/", packs.pack_page, name="pack"),
    path("catalogue/", browse.home, name="home"),
    path("catalogue/<slug:slug>/", browse.kind_page, name="kind"),
    path("catalogue/<slug:slug>/<slug:code>/", browse.fact_page, name="fact"),
    path("search/", searching.search_page, name="search"),
]
