"""API URLs of the accounts app."""

from django.urls import path

from accounts.api_keys import api as keys_api
from accounts.api_keys.operations import RevokeApiKey
from accounts.moderation.operations import ReadRemoval, RemoveContent, RestoreContent
from accounts.problem_reports.operations import SendProblemReport
from accounts.settings.api import BoardSettingsView
from accounts.settings.operations import ChangeSettings
from mordheim_site.operations.api import operation_view

urlpatterns = [
    path("me/", keys_api.CallerView.as_view(), name="api-me"),
    path("account/settings/", operation_view(patch=ChangeSettings).as_view(), name="api-account-settings"),
    path("account/board/", BoardSettingsView.as_view(), name="api-account-board"),
    path("account/keys/", keys_api.KeysView.as_view(), name="api-account-keys"),
    path("account/keys/<pid:pid>/", operation_view(delete=RevokeApiKey).as_view(), name="api-account-key"),
    path("problem-reports/", operation_view(post=SendProblemReport).as_view(), name="api-problem-reports"),
    path("removals/", operation_view(post=RemoveContent).as_view(), name="api-removals"),
    path("removals/<pid:pid>/restore/", operation_view(post=RestoreContent).as_view(), name="api-removal-restore"),
    path("removals/<pid:pid>/read/", operation_view(post=ReadRemoval).as_view(), name="api-removal-read"),
]
