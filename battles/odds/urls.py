"""Addresses of the odds pages and API operations."""

from django.urls import URLPattern, path

from battles.odds import api, views

urlpatterns: list[URLPattern] = [
    path("odds/", views.odds, name="odds_page"),
    path("odds/duel/", views.duel, name="odds_duel"),
]
api_urlpatterns: list[URLPattern] = [
    path("odds/", api.OddsView.as_view(), name="api-odds"),
]
