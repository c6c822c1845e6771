"""Addresses of battles on pages and in the API; each feature has its own module."""

from django.urls import URLPattern

from battles.aftermath import urls as aftermath
from battles.board.scene import urls as scene
from battles.log import urls as log
from battles.odds import urls as odds
from battles.play import urls as play
from battles.play.page import urls as board
from battles.setup import urls as setup
from battles.setup.training import urls as training
from battles.simulation.solo import urls as solo
from battles.tables import urls as tables
from battles.tabletop import urls as tabletop

app_name = "battles"
urlpatterns: list[URLPattern] = [
    *board.urlpatterns,
    *play.urlpatterns,
    *solo.urlpatterns,
    *training.urlpatterns,
    *setup.urlpatterns,
    *odds.urlpatterns,
    *tables.urlpatterns,
    *scene.urlpatterns,
    *aftermath.urlpatterns,
    *tabletop.urlpatterns,
    *log.urlpatterns,
]
api_urlpatterns: list[URLPattern] = [
    *solo.api_urlpatterns,
    *training.api_urlpatterns,
    *setup.api_urlpatterns,
    *log.api_urlpatterns,
    *odds.api_urlpatterns,
    *tables.api_urlpatterns,
    *play.api_urlpatterns,
    *scene.api_urlpatterns,
    *aftermath.api_urlpatterns,
    *tabletop.api_urlpatterns,
]
