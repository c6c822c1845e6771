"""The catalogue room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogueConfig(AppConfig):
    name = "catalogue"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Catalogue")

    def ready(self) -> None:
        """Register the start-up checks, and let Book and search find own packs."""
        from catalogue import checks, search  # noqa: F401 - the checks register themselves
        from catalogue.own import library, searching  # noqa: F401 - the library registers itself

        search.register(searching.packs_found)
