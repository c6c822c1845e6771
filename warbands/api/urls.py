"""Addresses of the warbands room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from warbands.api import templates, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("warbands/", views.WarbandsView.as_view(), name="api-warbands"),
    path("warbands/templates/", templates.TemplatesView.as_view(), name="api-templates"),
    path("warbands/templates/<pid:tid>/", templates.TemplateView.as_view(), name="api-template"),
    path("warbands/templates/<pid:tid>/begin/", templates.BeginView.as_view(), name="api-template-begin"),
    path("warbands/<pid:pid>/", views.RosterView.as_view(), name="api-warband"),
    path("warbands/<pid:pid>/history/", views.HistoryView.as_view(), name="api-warband-history"),
    *(
        path(f"warbands/<pid:pid>/actions/{verb}/", views.action_view(verb).as_view(), name=f"api-warband-{verb}")
        for verb in views.SHAPES
    ),
]
