"""The warbands room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WarbandsConfig(AppConfig):
    name = "warbands"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Warbands")

    def ready(self) -> None:
        from accounts import leaving, taking_along
        from catalogue import search
        from warbands import searching, waiting
        from warbands import taking_along as given
        from warbands.services import owned

        waiting.register()
        search.register(searching.warbands_found)
        leaving.register(owned.wipe)
        taking_along.register(given.warbands_given)
        taking_along.register(given.templates_given)
