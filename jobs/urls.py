"""Pages of the jobs room."""

from django.urls import path

from jobs import views

app_name = "jobs"

urlpatterns = [
    path("jobs/<pid:public_id>/", views.progress, name="progress"),
    path("jobs/<pid:public_id>/card/", views.fragment, name="fragment"),
    path("jobs/<pid:public_id>/retry/", views.retry, name="retry"),
]
