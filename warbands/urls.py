"""URLs of the warbands app."""

from django.urls import URLPattern, URLResolver, path

from warbands.exchange import link_preview_views
from warbands.exchange import views as exchange_views
from warbands.portraits import views as portraits_views
from warbands.roster import action_views, earlier_history_views
from warbands.roster import views as roster_views
from warbands.templates import views as templates_views

app_name = "warbands"

urlpatterns: list[URLPattern | URLResolver] = [
    path("warbands/", roster_views.warband_list, name="list"),
    path("dashboard/warbands/", roster_views.dashboard_section, name="dashboard_section"),
    path("warbands/import/", exchange_views.import_page, name="import"),
    path("warbands/blank/<slug:form>/", exchange_views.blank, name="blank"),
    path("warbands/schema.json", exchange_views.save_schema, name="schema"),
    path("warbands/templates/", templates_views.template_list, name="templates"),
    path("warbands/templates/<pid:tid>/", templates_views.template, name="template"),
    path("warbands/templates/<pid:tid>/start/", templates_views.start, name="begin"),
    path("warbands/<pid:pid>/save-as-template/", templates_views.save, name="keep"),
    path("warbands/new/", roster_views.new, name="new"),
    path("warbands/new/<slug:code>/", roster_views.start, name="start"),
    path("warbands/new/<slug:code>/favourite/", roster_views.favourite, name="favourite"),
    path("warbands/<pid:pid>/", roster_views.roster, name="roster"),
    path("warbands/<pid:pid>/draft/", roster_views.draft, name="draft"),
    path("warbands/<pid:pid>/trade/", roster_views.trade, name="trade"),
    path("warbands/<pid:pid>/history/", roster_views.history, name="history"),
    path("warbands/<pid:pid>/print/", roster_views.print_page, name="print"),
    path("warbands/<pid:pid>/settings/", roster_views.settings, name="settings"),
    path("warbands/<pid:pid>/export/<slug:form>/", exchange_views.export, name="export"),
    path("warbands/<pid:pid>/preview.png", link_preview_views.preview, name="preview"),
    path("warbands/<pid:pid>/copy/", roster_views.copy, name="copy"),
    path("warbands/<pid:pid>/delete/", roster_views.delete, name="delete"),
    path("warbands/<pid:pid>/warriors/<pid:wid>/", roster_views.warrior, name="warrior"),
    path("warbands/<pid:pid>/warriors/<pid:wid>/portrait/", portraits_views.change, name="portrait"),
    path("warbands/portraits/<pid:pid>/", portraits_views.picture, name="picture"),
    path("warbands/<pid:pid>/earlier-history/", earlier_history_views.overview, name="past"),
    path("warbands/<pid:pid>/warriors/<pid:wid>/earlier-history/", earlier_history_views.warrior, name="warrior_past"),
    path("warbands/<pid:pid>/act/<slug:verb>/", action_views.act, name="act"),
]
