"""URLs of the rules pages."""

from django.urls import URLPattern, path

from battles.rules import views

urlpatterns: list[URLPattern] = [
    path("rules/", views.index, name="rules"),
    path("rules/<slug:code>/", views.chapter, name="rules_chapter"),
]
