"""URLs of the play pages and API operations."""

from django.urls import URLPattern, path

from battles.play import api, api_options, command_views, list_views, option_views

urlpatterns: list[URLPattern] = [
    path("battles/", list_views.battles, name="list"),
    path("dashboard/battles/", list_views.dashboard_section, name="desk_section"),
    path("battles/<pid:pid>/commands/", command_views.order, name="order"),
    path("battles/<pid:pid>/typed/", command_views.typed, name="typed"),
    path("battles/<pid:pid>/typed/lines/", command_views.completed, name="completed"),
    path("battles/<pid:pid>/place/", command_views.place, name="place"),
    path("battles/<pid:pid>/undo/", command_views.undo, name="undo"),
    path("battles/<pid:pid>/chat/", command_views.say, name="say"),
    path("battles/<pid:pid>/clock/", option_views.clock, name="clock"),
    path("battles/<pid:pid>/draw/", option_views.draw, name="draw"),
    path("battles/<pid:pid>/annotations/", option_views.annotate, name="point"),
    path("battles/<pid:pid>/default-decisions/", option_views.standing, name="standing"),
    path("battles/<pid:pid>/events/", command_views.events, name="events"),
]
api_urlpatterns: list[URLPattern] = [
    path("battles/", api.BattlesView.as_view(), name="api-battles"),
    path("battles/<pid:pid>/", api.BattleView.as_view(), name="api-battle"),
    path("battles/<pid:pid>/clock/", api.ClockView.as_view(), name="api-battle-clock"),
    path("battles/<pid:pid>/default-decisions/", api.StandingView.as_view(), name="api-battle-standing"),
    path("battles/<pid:pid>/draw/", api_options.DrawView.as_view(), name="api-battle-draw"),
    path("battles/<pid:pid>/typed/", api_options.TypedView.as_view(), name="api-battle-typed"),
    path("battles/<pid:pid>/annotations/", api_options.MarksView.as_view(), name="api-battle-marks"),
    path("battles/<pid:pid>/nonce/", api.NonceView.as_view(), name="api-battle-nonce"),
    path("battles/<pid:pid>/join/", api.JoinView.as_view(), name="api-battle-join"),
    path("battles/<pid:pid>/commands/", api.OrdersView.as_view(), name="api-battle-orders"),
    path("battles/<pid:pid>/undo/", api.UndoView.as_view(), name="api-battle-undo"),
    path("battles/<pid:pid>/events/", api.EventsView.as_view(), name="api-battle-events"),
    path("battles/<pid:pid>/choices/<slug:who>/", api.ChoicesView.as_view(), name="api-battle-choices"),
]
