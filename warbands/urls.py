"""Pages of the warbands room."""

from django.urls import URLPattern, URLResolver

app_name = "warbands"

urlpatterns: list[URLPattern | URLResolver] = []
