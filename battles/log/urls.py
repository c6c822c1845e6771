"""URLs of the log pages."""

from django.urls import URLPattern, path

from battles.log import views

urlpatterns: list[URLPattern] = [
    path("battles/<pid:pid>/replay/", views.replay, name="replay"),
    path("battles/<pid:pid>/report/", views.report, name="report"),
    path("battles/<pid:pid>/dice/", views.dice, name="dice"),
]
