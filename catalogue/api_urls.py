"""API URLs of the catalogue app."""

from django.urls import URLPattern, URLResolver, path

from catalogue.custom_packs import api as custom_packs_api
from catalogue.custom_packs import operations
from catalogue.packs.kinds import KIND_PAGES
from catalogue.pages import api as pages_api
from catalogue.rules import api as rules_api
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern | URLResolver] = [
    path("catalogue/", pages_api.KindsView.as_view(), name="api-catalogue"),
    path("catalogue/search/", pages_api.SearchView.as_view(), name="api-catalogue-search"),
    path("catalogue/records/", pages_api.RecordsView.as_view(), name="api-catalogue-records"),
    path("catalogue/packs/", pages_api.PacksView.as_view(), name="api-catalogue-packs"),
    path("catalogue/tables/", pages_api.TablesView.as_view(), name="api-catalogue-tables"),
    path("rules/", rules_api.RulesView.as_view(), name="api-rules"),
    path("rules/<slug:code>/", rules_api.ChapterView.as_view(), name="api-rules-chapter"),
    path("packs/", custom_packs_api.PacksView.as_view(), name="api-packs"),
    path("packs/check/", operation_view(post=operations.CheckPack).as_view(), name="api-packs-check"),
    path("packs/<pid:pid>/", custom_packs_api.PackView.as_view(), name="api-pack"),
    path("packs/<pid:pid>/release/", operation_view(post=operations.ReleasePack).as_view(), name="api-pack-release"),
    path("packs/<pid:pid>/share/", operation_view(post=operations.SharePack).as_view(), name="api-pack-share"),
    path("packs/<pid:pid>/fork/", operation_view(post=operations.ForkPack).as_view(), name="api-pack-fork"),
    path("packs/<pid:pid>/<int:number>/", custom_packs_api.VersionView.as_view(), name="api-pack-version"),
]
for page in KIND_PAGES.values():
    facts_view, fact_view = pages_api.views_of(page)
    urlpatterns += [
        path(f"catalogue/{page.slug}/", facts_view.as_view(), name=f"api-catalogue-{page.slug}"),
        path(f"catalogue/{page.slug}/<slug:code>/", fact_view.as_view(), name=f"api-catalogue-{page.slug}-one"),
    ]
