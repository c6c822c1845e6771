"""Pages of the warbands room."""

from django.urls import URLPattern, URLResolver, path

from warbands.views import acting, exchange, links, pages, past, portraits, templates

app_name = "warbands"

urlpatterns: list[URLPattern | URLResolver] = [
    path("warbands/", pages.warband_list, name="list"),
    path("warbands/desk/", pages.desk_section, name="desk_section"),
    path("warbands/import/", exchange.bring, name="import"),
    path("warbands/schema.json", exchange.save_schema, name="schema"),
    path("warbands/templates/", templates.template_list, name="templates"),
    path("warbands/templates/<pid:tid>/", templates.template, name="template"),
    path("warbands/templates/<pid:tid>/begin/", templates.begin, name="begin"),
    path("warbands/<pid:pid>/keep/", templates.keep, name="keep"),
    path("warbands/new/", pages.new, name="new"),
    path("warbands/new/<slug:code>/", pages.start, name="start"),
    path("warbands/<pid:pid>/", pages.roster, name="roster"),
    path("warbands/<pid:pid>/draft/", pages.draft, name="draft"),
    path("warbands/<pid:pid>/trade/", pages.trade, name="trade"),
    path("warbands/<pid:pid>/history/", pages.history, name="history"),
    path("warbands/<pid:pid>/print/", pages.print_page, name="print"),
    path("warbands/<pid:pid>/settings/", pages.settings, name="settings"),
    path("warbands/<pid:pid>/export/<slug:form>/", exchange.export, name="export"),
    path("warbands/<pid:pid>/preview.png", links.preview, name="preview"),
    path("warbands/<pid:pid>/copy/", pages.copy, name="copy"),
    path("warbands/<pid:pid>/delete/", pages.delete, name="delete"),
    path("warbands/<pid:pid>/warriors/<pid:wid>/", pages.warrior, name="warrior"),
    path("warbands/<pid:pid>/warriors/<pid:wid>/portrait/", portraits.change, name="portrait"),
    path("warbands/portraits/<pid:pid>/", portraits.picture, name="picture"),
    path("warbands/<pid:pid>/past/", past.overview, name="past"),
    path("warbands/<pid:pid>/warriors/<pid:wid>/past/", past.warrior, name="warrior_past"),
    path("warbands/<pid:pid>/act/<slug:verb>/", acting.act, name="act"),
]
