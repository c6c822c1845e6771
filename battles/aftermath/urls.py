"""URLs of the aftermath pages and API operations."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from battles.aftermath import api, operations, views
from battles.aftermath.restore import views as restore_views
from battles.aftermath.restore.operations import RestoreRoster
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/aftermath/", views.page, name="aftermath"),
    path("battles/<pid:pid>/aftermath/choose/", views.choose, name="aftermath_choose"),
    path("battles/<pid:pid>/aftermath/decide/", views.decide, name="aftermath_decide"),
    path("warbands/<pid:pid>/restore/", restore_views.restore, name="restore"),
    path("battles/<pid:pid>/aftermath/rule/", views.rule, name="aftermath_rule"),
]


def _post(operation: type[operations.AftermathOperation]) -> Callable[..., HttpResponseBase]:
    return operation_view(post=operation).as_view()


api_urlpatterns: list[URLPattern] = [
    path(
        "warbands/<pid:pid>/restore/",
        operation_view(post=RestoreRoster).as_view(),
        name="api-warband-restore-roster",
    ),
    path("battles/<pid:pid>/aftermath/", api.AftermathView.as_view(), name="api-aftermath"),
    path("battles/<pid:pid>/aftermath/answers/", _post(operations.AnswerChoice), name="api-aftermath-answers"),
    path("battles/<pid:pid>/aftermath/actions/", _post(operations.ActOnAftermath), name="api-aftermath-acts"),
    path("battles/<pid:pid>/aftermath/rulings/", _post(operations.RuleOnAftermath), name="api-aftermath-rulings"),
]
