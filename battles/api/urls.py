"""Addresses of the battles room below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from battles.api import odds, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("odds/", odds.OddsView.as_view(), name="api-odds"),
    path("battles/", views.BattlesView.as_view(), name="api-battles"),
    path("battles/<pid:pid>/", views.BattleView.as_view(), name="api-battle"),
    path("battles/<pid:pid>/join/", views.JoinView.as_view(), name="api-battle-join"),
    path("battles/<pid:pid>/orders/", views.OrdersView.as_view(), name="api-battle-orders"),
    path("battles/<pid:pid>/undo/", views.UndoView.as_view(), name="api-battle-undo"),
    path("battles/<pid:pid>/events/", views.EventsView.as_view(), name="api-battle-events"),
    path("battles/<pid:pid>/choices/<slug:who>/", views.ChoicesView.as_view(), name="api-battle-choices"),
]
