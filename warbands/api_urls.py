"""Addresses of the warbands room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from mordheim_site.operations.api import operation_view
from warbands.builder.draft_operations import CopyWarband
from warbands.core import api as core_api
from warbands.operations import ACTIONS
from warbands.templates import api as templates_api
from warbands.templates.operations import StartFromTemplate

urlpatterns: list[URLPattern | URLResolver] = [
    path("warbands/", core_api.WarbandsView.as_view(), name="api-warbands"),
    path("warbands/templates/", templates_api.TemplatesView.as_view(), name="api-templates"),
    path("warbands/templates/<pid:tid>/", templates_api.TemplateView.as_view(), name="api-template"),
    path(
        "warbands/templates/<pid:tid>/start/",
        operation_view(post=StartFromTemplate).as_view(),
        name="api-template-begin",
    ),
    path("warbands/<pid:pid>/", core_api.RosterView.as_view(), name="api-warband"),
    path("warbands/<pid:pid>/copy/", operation_view(post=CopyWarband).as_view(), name="api-warband-copy"),
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
