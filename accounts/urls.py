"""Pages of the accounts room: the front page with the desk, settings, guest things. Sign-in and keys are allauth's."""

from django.urls import path

from accounts.views import desk, hand_over, keys, leaving, settings

app_name = "accounts"

urlpatterns = [
    path("", desk.front, name="front"),
    path("accounts/settings/", settings.edit, name="settings"),
    path("accounts/keys/", keys.edit, name="keys"),
    path("accounts/api-key/", settings.api_key, name="api_key"),
    path("accounts/hand-over/", hand_over.hand_over, name="hand_over"),
    path("accounts/close/", leaving.close, name="close"),
    path("theme/", settings.theme, name="theme"),
]
