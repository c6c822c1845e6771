"""URLs of the jobs app."""

from django.urls import path

from jobs import export_views, views

app_name = "jobs"

urlpatterns = [
    path("accounts/export/", export_views.bundle, name="bundle"),
    path("accounts/export/file/", export_views.bundle_file, name="bundle_file"),
    path("jobs/<pid:public_id>/", views.progress, name="progress"),
    path("jobs/<pid:public_id>/card/", views.fragment, name="fragment"),
    path("jobs/<pid:public_id>/retry/", views.retry, name="retry"),
]
