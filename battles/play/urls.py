"""URLs of the play pages and API operations."""

from django.urls import URLPattern, path

from battles.play import api, command_views, list_views, operations, option_views
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("battles/", list_views.battles, name="list"),
    path("dashboard/battles/", list_views.dashboard_section, name="dashboard_section"),
    path("battles/<pid:pid>/commands/", command_views.order, name="order"),
    path("battles/<pid:pid>/typed/", command_views.typed, name="typed"),
    path("battles/<pid:pid>/typed/lines/", command_views.completed, name="completed"),
    path("battles/<pid:pid>/undo/", command_views.undo, name="undo"),
    path("battles/<pid:pid>/hint/", option_views.hint, name="hint"),
    path("battles/<pid:pid>/chat/", command_views.say, name="say"),
    path("battles/<pid:pid>/clock/", option_views.clock, name="clock"),
    path("battles/<pid:pid>/draw/", option_views.draw, name="draw"),
    path("battles/<pid:pid>/annotations/", option_views.annotate, name="point"),
    path("battles/<pid:pid>/default-decisions/", option_views.standing, name="standing"),
    path("battles/<pid:pid>/events/", command_views.events, name="events"),
]


def _post(address: str, operation: type[operations.BattleOperation], name: str) -> URLPattern:
    return path(f"battles/<pid:pid>/{address}/", operation_view(post=operation).as_view(), name=f"api-battle-{name}")


api_urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/", api.BattleView.as_view(), name="api-battle"),
    path("battles/<pid:pid>/typed/", api.TypedView.as_view(), name="api-battle-typed"),
    path("battles/<pid:pid>/annotations/", api.MarksView.as_view(), name="api-battle-marks"),
    path("battles/<pid:pid>/events/", api.EventsView.as_view(), name="api-battle-events"),
    path("battles/<pid:pid>/choices/<slug:model_id>/", api.ChoicesView.as_view(), name="api-battle-choices"),
    _post("clock", operations.ChangeClock, "clock"),
    _post("default-decisions", operations.SetDefaultDecisions, "standing"),
    _post("draw", operations.AnswerDraw, "draw"),
    _post("commands", operations.SendCommand, "orders"),
    _post("undo", operations.Undo, "undo"),
    _post("hint", operations.AskForHint, "hint"),
    _post("chat", operations.PostMessage, "chat"),
]
