"""Django configuration of the warbands app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WarbandsConfig(AppConfig):
    name = "warbands"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Warbands")

    def ready(self) -> None:
        from accounts import offline_pages as offline_registry
        from accounts.data_export import registry
        from accounts.deletion import services as deletion_services
        from catalogue.search import index as search_index
        from mordheim_site.operations import base as operations_base
        from warbands import operations
        from warbands.providers import account_deletion, dashboard, moderation, offline_pages
        from warbands.providers import data_export as given
        from warbands.providers import search as core_search

        operations_base.register(*operations.OPERATIONS)
        dashboard.register()
        moderation.register()
        offline_registry.PROVIDERS.add("warbands", offline_pages.pages_of)
        search_index.PROVIDERS.add("warbands", core_search.warbands_found)
        deletion_services.APPS.add("warbands", deletion_services.AppDeletion(account_deletion.delete_user_data))
        registry.EXPORTERS.add("warbands", given.warbands_given)
        registry.EXPORTERS.add("templates", given.templates_given)
