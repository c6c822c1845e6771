"""Addresses of the odds pages and API operations."""

from django.urls import URLPattern, path

from battles.odds import api, track_sheet, views

urlpatterns: list[URLPattern] = [
    path("odds/", views.odds, name="odds_page"),
    path("battles/track/<pid:pid>/odds/", track_sheet.track_odds, name="track_odds"),
    path("odds/duel/", views.duel, name="odds_duel"),
]
api_urlpatterns: list[URLPattern] = [
    path("odds/", api.OddsView.as_view(), name="api-odds"),
]
