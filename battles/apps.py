"""The battles room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BattlesConfig(AppConfig):
    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Battles")

    def ready(self) -> None:
        """Tell the desk what waits here, and have the start-up check registered."""
        from battles import checks, desk, terrain_checks  # noqa: F401 - the checks register themselves
        from battles.services import paper
        from campaigns.services import results

        desk.register()
        if paper.match_counted not in results.COUNTED:
            results.COUNTED.append(paper.match_counted)
