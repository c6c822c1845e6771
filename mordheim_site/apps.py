"""Django configuration of the project: registers the URL converter and the start-up checks."""

from django.apps import AppConfig
from django.urls import register_converter

# Makes this the application that `shared_task` uses, in every process.
from mordheim_site.celery import app as celery_app  # noqa: F401
from mordheim_site.public_ids import PublicIdConverter

# At import, not in ready(): URL patterns may be read as soon as the settings are.
register_converter(PublicIdConverter, "pid")


class MordheimSiteConfig(AppConfig):
    name = "mordheim_site"
    verbose_name = "Mordheim"

    def ready(self) -> None:
        from mordheim_site import checks  # noqa: F401 - registers on import
