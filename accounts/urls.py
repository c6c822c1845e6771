"""Pages of the accounts room: the front page with the desk, settings, guest things. Sign-in and keys are allauth's."""

from django.urls import path

from accounts.views import desk, settings

app_name = "accounts"

urlpatterns = [
    path("", desk.front, name="front"),
    path("accounts/settings/", settings.edit, name="settings"),
    path("theme/", settings.theme, name="theme"),
]
