"""The catalogue room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogueConfig(AppConfig):
    name = "catalogue"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Catalogue")

    def ready(self) -> None:
        """Register the start-up checks, and let the Book find own packs."""
        from catalogue import checks  # noqa: F401 - registers itself
        from catalogue.own import library  # noqa: F401 - registers itself
