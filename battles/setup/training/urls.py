"""URLs of the first battle and the sandbox."""

from django.urls import URLPattern, path

from battles.setup.training import operations, views
from mordheim_site.operations.api import operation_view

urlpatterns: list[URLPattern] = [
    path("play/first/", views.first_battle, name="first_battle"),
    path("play/sandbox/", views.sandbox, name="sandbox"),
]
api_urlpatterns: list[URLPattern] = [
    path("battles/first/", operation_view(post=operations.BeginFirstBattle).as_view(), name="api-battles-first"),
    path("battles/sandbox/", operation_view(post=operations.BeginSandbox).as_view(), name="api-battles-sandbox"),
]
