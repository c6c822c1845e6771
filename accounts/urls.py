"""URLs of the accounts app: front page with the dashboard, settings, guest data. Sign-in and passkeys are allauth's."""

from django.urls import path

from accounts.dashboard import views as dashboard_views
from accounts.deletion import views as deletion_views
from accounts.guests import views as guests_views
from accounts.problem_reports import views as problem_report_views
from accounts.settings import board_key_views
from accounts.settings import views as settings_views

app_name = "accounts"

urlpatterns = [
    path("", dashboard_views.front_page, name="front"),
    path("accounts/settings/", settings_views.edit, name="settings"),
    path("accounts/keys/", board_key_views.edit, name="keys"),
    path("accounts/api-key/", settings_views.api_key, name="api_key"),
    path("accounts/hand-over/", guests_views.hand_over, name="hand_over"),
    path("accounts/close/", deletion_views.close, name="close"),
    path("report/", problem_report_views.report, name="report"),
    path("theme/", settings_views.theme, name="theme"),
]
