"""Django configuration of the catalogue app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CatalogueConfig(AppConfig):
    name = "catalogue"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Catalogue")

    modules_that_register_themselves = ("catalogue.custom_packs.library", "catalogue.packs.checks")

    def ready(self) -> None:
        """Register the start-up checks and the operations, and connect the lookup and the search of custom packs."""
        for module in self.modules_that_register_themselves:
            import_module(module)
        from accounts.data_export import registry
        from accounts.deletion import services as deletion_services
        from catalogue.custom_packs import account_deletion, moderation, operations
        from catalogue.custom_packs import data_export as given
        from catalogue.custom_packs import search as custom_packs_search
        from catalogue.rules import search as rules_search
        from catalogue.search import index as search_index
        from catalogue.search import topics
        from mordheim_site.operations import base as operations_base

        operations_base.register(*operations.OPERATIONS)
        search_index.PROVIDERS.add("topics", topics.topics_found)
        search_index.PROVIDERS.add("custom packs", custom_packs_search.packs_found)
        search_index.PROVIDERS.add("rules", rules_search.rules_found)
        deletion_services.APPS.add("catalogue", deletion_services.AppDeletion(account_deletion.delete_user_data))
        moderation.register()
        registry.EXPORTERS.add("packs", given.packs_given)
