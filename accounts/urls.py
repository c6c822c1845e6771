"""URLs of the accounts app: front page with the dashboard, settings, guest data. Sign-in and passkeys are allauth's."""

from django.urls import path

from accounts import offline_pages
from accounts.dashboard import views as dashboard_views
from accounts.deletion import views as deletion_views
from accounts.guests import views as guests_views
from accounts.moderation import views as moderation_views
from accounts.problem_reports import views as problem_report_views
from accounts.settings import board_key_views, board_setting_views
from accounts.settings import views as settings_views

app_name = "accounts"

urlpatterns = [
    path("", dashboard_views.front_page, name="front"),
    path("offline/pages/", offline_pages.offline_pages, name="offline_pages"),
    path("accounts/settings/", settings_views.edit, name="settings"),
    path("accounts/keys/", board_key_views.edit, name="keys"),
    path("accounts/board/", board_setting_views.edit, name="board"),
    path("accounts/api-key/", settings_views.api_key, name="api_key"),
    path("accounts/hand-over/", guests_views.hand_over, name="hand_over"),
    path("accounts/close/", deletion_views.close, name="close"),
    path("report/", problem_report_views.report, name="report"),
    path("moderation/", moderation_views.moderate, name="moderate"),
    path("moderation/<pid:pid>/restore/", moderation_views.restore, name="restore_removed"),
    path("accounts/removals/", moderation_views.removals, name="removals"),
    path("accounts/removals/<pid:pid>/read/", moderation_views.mark_read, name="removal_read"),
    path("theme/", settings_views.theme, name="theme"),
]
