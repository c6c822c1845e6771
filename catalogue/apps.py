"""The catalogue room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogueConfig(AppConfig):
    name = "catalogue"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Catalogue")

    def ready(self) -> None:
        """Register the start-up checks, and let Book and search find own packs."""
        from accounts import leaving, taking_along
        from catalogue import checks, search, topics  # noqa: F401 - the checks register themselves
        from catalogue.own import departing, library, searching  # noqa: F401 - the library registers itself
        from catalogue.own import taking_along as given

        search.register(topics.topics_found)
        search.register(searching.packs_found)
        leaving.register(departing.wipe)
        taking_along.register(given.packs_given)
