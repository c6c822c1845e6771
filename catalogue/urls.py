"""URLs of the catalogue app."""

from django.urls import URLPattern, URLResolver, path

from catalogue.custom_packs import editor_views
from catalogue.custom_packs import views as custom_packs_views
from catalogue.custom_packs.scenarios import views as scenarios_views
from catalogue.pages import pack_views
from catalogue.pages import views as pages_views
from catalogue.rules import views as rules_views
from catalogue.search import views as search_views

app_name = "catalogue"

urlpatterns: list[URLPattern | URLResolver] = [
    path("packs/", pack_views.pack_list, name="packs"),
    path("packs/own/", custom_packs_views.custom_pack_list, name="custom_packs"),
    path("packs/own/new/", editor_views.new, name="own_new"),
    path("packs/own/schema.json", custom_packs_views.schema_file, name="own_schema"),
    path("packs/own/<pid:pid>/", custom_packs_views.custom_pack_page, name="own_pack"),
    path("packs/own/<pid:pid>/edit/", editor_views.edit, name="own_edit"),
    path("packs/own/<pid:pid>/check/", editor_views.check, name="own_check"),
    path("packs/own/<pid:pid>/scenario/", scenarios_views.add, name="own_scenario"),
    path("packs/own/<pid:pid>/scenario/check/", scenarios_views.check, name="own_scenario_check"),
    path("packs/own/<pid:pid>/release/", editor_views.release, name="own_release"),
    path("packs/own/<pid:pid>/share/", custom_packs_views.share, name="own_share"),
    path("packs/own/<pid:pid>/fork/", custom_packs_views.fork, name="own_fork"),
    path("packs/own/<pid:pid>/<int:number>.yaml", custom_packs_views.download, name="own_file"),
    path("packs/<slug:code>/", pack_views.pack_page, name="pack"),
    path("catalogue/", pages_views.home, name="home"),
    path("catalogue/<slug:slug>/", pages_views.kind_page, name="kind"),
    path("catalogue/<slug:slug>/<slug:code>/", pages_views.fact_page, name="fact"),
    path("rules/", rules_views.index, name="rules"),
    path("rules/<slug:code>/", rules_views.chapter, name="rules_chapter"),
    path("search/", search_views.search_page, name="search"),
]
