"""Pages of the catalogue room."""

from django.urls import URLPattern, URLResolver

app_name = "catalogue"

urlpatterns: list[URLPattern | URLResolver] = []
