"""Pages of the campaigns room."""

from django.urls import URLPattern, URLResolver

app_name = "campaigns"

urlpatterns: list[URLPattern | URLResolver] = []
