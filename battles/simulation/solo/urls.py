"""URLs of solo campaigns."""

from django.urls import URLPattern, path

from battles.simulation.solo import views
from battles.simulation.solo.operations import StartSoloCampaign
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("play/solo/", views.solo, name="solo"),
]
api_urlpatterns: list[URLPattern] = [
    path("solo-campaigns/", operation_view(post=StartSoloCampaign).as_view(), name="api-solo-campaigns"),
]
