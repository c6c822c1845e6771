"""API URLs of the accounts app."""

from django.urls import path

from accounts.problem_reports.operations import SendProblemReport
from mordheim_site.operations.api import operation_view

urlpatterns = [
    path("problem-reports/", operation_view(post=SendProblemReport).as_view(), name="api-problem-reports"),
]
