"""The campaigns room, as Django knows it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Campaigns")

    def ready(self) -> None:
        """Say at the desk what waits, hand over what guests hold, open packs to who plays with them."""
        from accounts import desk, guests, leaving, taking_along
        from campaigns import claims, searching, waiting  # noqa: F401 - waiting registers on import
        from campaigns import taking_along as given
        from campaigns.selectors import packing
        from campaigns.services import departing
        from catalogue import search
        from catalogue.own import permissions
        from warbands.services import owned

        permissions.readable_too(packing.plays_with)
        desk.register_section(order=20, url_name="campaigns:desk_section")
        guests.register_claim(claims.hand_over, claims.describe)
        search.register(searching.leagues_found)
        search.register(searching.people_found)
        leaving.register(departing.wipe, obstacles=departing.leagues_run, at_once=departing.end_at_once)
        owned.register_need(departing.in_leagues)
        for giver in (given.leagues_given, given.matches_given, given.writing_given, given.notices_given):
            taking_along.register(giver)
