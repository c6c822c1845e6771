"""Addresses of the log pages and their API."""

from django.urls import URLPattern, path

from battles.log import api, views

urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/replay/", views.replay, name="replay"),
    path("battles/<pid:pid>/report/", views.report, name="report"),
    path("battles/<pid:pid>/dice/", views.dice, name="dice"),
]
api_urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/replay/", api.ReplayView.as_view(), name="api-battle-replay"),
    path("battles/<pid:pid>/report/", api.ReportView.as_view(), name="api-battle-report"),
    path("battles/<pid:pid>/dice/", api.DiceView.as_view(), name="api-battle-dice"),
]
