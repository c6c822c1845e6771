"""The campaigns room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """Say at the desk what waits, and hand over what guests hold."""
        from accounts import desk, guests
        from campaigns import claims, waiting  # noqa: F401 - registers on import

        desk.register_section(order=20, url_name="campaigns:desk_section")
        guests.register_claim(claims.hand_over, claims.describe)
