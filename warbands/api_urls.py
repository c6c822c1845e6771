"""API URLs of the warbands app."""

from django.urls import URLPattern, URLResolver, path

from mordheim_site.operations.api import operation_view
from warbands.builder.draft_operations import CopyWarband
from warbands.builder.favourites import FavouritesView
from warbands.exchange import api as exchange_api
from warbands.exchange.operations import ImportWarband, ReadRosterFile
from warbands.operations import ACTIONS
from warbands.portraits.operations import RemovePortrait, SetPortrait
from warbands.roster import api as core_api
from warbands.roster import offers_api
from warbands.templates import api as templates_api
from warbands.templates.operations import StartFromTemplate

urlpatterns: list[URLPattern | URLResolver] = [
    path("warbands/", core_api.WarbandsView.as_view(), name="api-warbands"),
    path("warbands/favourites/", FavouritesView.as_view(), name="api-warbands-favourites"),
    path("warbands/import/", operation_view(post=ImportWarband).as_view(), name="api-warbands-import"),
    path("warbands/import/read/", operation_view(post=ReadRosterFile).as_view(), name="api-warbands-read-file"),
    path("warbands/templates/", templates_api.TemplatesView.as_view(), name="api-templates"),
    path("warbands/templates/<pid:tid>/", templates_api.TemplateView.as_view(), name="api-template"),
    path(
        "warbands/templates/<pid:tid>/start/",
        operation_view(post=StartFromTemplate).as_view(),
        name="api-template-begin",
    ),
    path("warbands/<pid:pid>/", core_api.RosterView.as_view(), name="api-warband"),
    path("warbands/<pid:pid>/copy/", operation_view(post=CopyWarband).as_view(), name="api-warband-copy"),
    path(
        "warbands/<pid:pid>/warriors/<pid:wid>/portrait/",
        operation_view(put=SetPortrait, delete=RemovePortrait).as_view(),
        name="api-warrior-portrait",
    ),
    path("warbands/<pid:pid>/export/", exchange_api.ExportView.as_view(), name="api-warband-export"),
    path("warbands/<pid:pid>/settings/", core_api.SettingsView.as_view(), name="api-warband-settings"),
    path("warbands/<pid:pid>/offers/", offers_api.OffersView.as_view(), name="api-warband-offers"),
    path("warbands/<pid:pid>/history/", core_api.HistoryView.as_view(), name="api-warband-history"),
    *(
        path(
            f"warbands/<pid:pid>/actions/{verb}/",
            operation_view(post=operation).as_view(),
            name=f"api-warband-{verb}",
        )
        for verb, operation in ACTIONS.items()
    ),
]
