"""Pages of the catalogue room."""

from django.urls import URLPattern, URLResolver, path

from catalogue.views import browse, own, own_editor, own_scenario, packs, searching

app_name = "catalogue"

urlpatterns: list[URLPattern | URLResolver] = [
    path("packs/", packs.pack_list, name="packs"),
    path("packs/own/", own.own_list, name="own_packs"),
    path("packs/own/new/", own_editor.new, name="own_new"),
    path("packs/own/schema.json", own.schema_file, name="own_schema"),
    path("packs/own/<pid:pid>/", own.own_page, name="own_pack"),
    path("packs/own/<pid:pid>/edit/", own_editor.edit, name="own_edit"),
    path("packs/own/<pid:pid>/check/", own_editor.check, name="own_check"),
    path("packs/own/<pid:pid>/scenario/", own_scenario.add, name="own_scenario"),
    path("packs/own/<pid:pid>/scenario/check/", own_scenario.check, name="own_scenario_check"),
    path("packs/own/<pid:pid>/release/", own_editor.release, name="own_release"),
    path("packs/own/<pid:pid>/share/", own.share, name="own_share"),
    path("packs/own/<pid:pid>/fork/", own.fork, name="own_fork"),
    path("packs/own/<pid:pid>/<int:number>.yaml", own.download, name="own_file"),
    path("packs/<slug:code>/", packs.pack_page, name="pack"),
    path("catalogue/", browse.home, name="home"),
    path("catalogue/<slug:slug>/", browse.kind_page, name="kind"),
    path("catalogue/<slug:slug>/<slug:code>/", browse.fact_page, name="fact"),
    path("search/", searching.search_page, name="search"),
]
