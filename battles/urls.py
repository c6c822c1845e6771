"""Addresses of battles, page and API: each feature has its own."""

from django.urls import URLPattern

from battles.aftermath import urls as aftermath
from battles.board import urls as board
from battles.log import urls as log
from battles.odds import urls as odds
from battles.play import urls as play
from battles.rules import urls as rules
from battles.setup import urls as setup
from battles.tables import urls as tables
from battles.tabletop import urls as tabletop

app_name = "battles"
urlpatterns: list[URLPattern] = [
    *setup.urlpatterns,
    *rules.urlpatterns,
    *odds.urlpatterns,
    *tables.urlpatterns,
    *play.urlpatterns,
    *board.urlpatterns,
    *aftermath.urlpatterns,
    *tabletop.urlpatterns,
    *log.urlpatterns,
]
api_urlpatterns: list[URLPattern] = [
    *setup.api_urlpatterns,
    *odds.api_urlpatterns,
    *tables.api_urlpatterns,
    *play.api_urlpatterns,
    *aftermath.api_urlpatterns,
    *tabletop.api_urlpatterns,
]
