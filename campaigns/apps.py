"""Django configuration of the campaigns app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        """Register the app's dashboard lines, guest claim, and read access to custom packs."""
        from accounts import offline_pages as offline_registry
        from accounts.dashboard import lines as dashboard_lines
        from accounts.data_export import registry
        from accounts.deletion import services as deletion_services
        from accounts.guests import services as guests_services
        from campaigns import operations
        from campaigns.administration import dashboard
        from campaigns.city import services as city_services
        from campaigns.matches import results
        from campaigns.members import fragments
        from campaigns.notices import delivery, mail, questions
        from campaigns.packs import selectors as packs_selectors
        from campaigns.providers import account_deletion, guest_claim, moderation, offline_pages
        from campaigns.providers import data_export as given
        from campaigns.providers import search as core_search
        from campaigns.webhooks import services as webhooks_services
        from catalogue.custom_packs import permissions
        from catalogue.search import index as search_index
        from jobs import outgoing
        from mordheim_site.operations import base as operations_base
        from warbands.providers import account_deletion as core_account_deletion
        from warbands.roster import sections

        operations_base.register(*operations.OPERATIONS)
        moderation.register()
        results.CHANGES_BY_RESULT.add("city", city_services.after_result)
        delivery.CHANNELS.add("webhooks", webhooks_services.request_deliveries)
        outgoing.ON_RESTORE.add("digests", mail.hold_digests)
        outgoing.ON_RESTORE.add("reminders", delivery.hold_reminders)
        permissions.EXTRA_READERS.add("campaigns", packs_selectors.uses_pack)
        dashboard.register()
        sections.SECTIONS.add("campaigns", fragments.roster_section)
        questions.PROVIDERS.add("leagues", questions.league_invitations)
        dashboard_lines.PROVIDERS.add("questions", questions.questions_waiting)
        dashboard_lines.SECTIONS.add(
            "campaigns",
            dashboard_lines.Section(order=20, url_name="campaigns:dashboard_section", link=_("Show your leagues")),
        )
        guests_services.CLAIMS.add("campaigns", guests_services.GuestClaim(guest_claim.hand_over, guest_claim.describe))
        offline_registry.PROVIDERS.add("campaigns", offline_pages.pages_of)
        search_index.PROVIDERS.add("leagues", core_search.leagues_found)
        search_index.PROVIDERS.add("people", core_search.people_found)
        deletion_services.APPS.add(
            "campaigns",
            deletion_services.AppDeletion(
                account_deletion.delete_user_data,
                obstacles=account_deletion.leagues_run,
                at_once=account_deletion.end_league_activities,
            ),
        )
        core_account_deletion.NEEDS.add("campaigns", account_deletion.in_leagues)
        registry.EXPORTERS.add("leagues", given.leagues_given)
        registry.EXPORTERS.add("matches", given.matches_given)
        registry.EXPORTERS.add("writing", given.writing_given)
        registry.EXPORTERS.add("notices", given.notices_given)
