"""Django configuration of the accounts app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Connect signals, and register what the app contributes to the dashboard, exports and account deletion."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.api_keys import operations as keys_operations
        from accounts.audit import listeners
        from accounts.audit import services as audit_services
        from accounts.dashboard import lines
        from accounts.data_export import registry
        from accounts.deletion import services as deletion_services
        from accounts.guests import services as guests_services
        from accounts.moderation import operations as moderation_operations
        from accounts.moderation import services as moderation
        from accounts.moderation.kinds import KINDS
        from accounts.moderation.user_names import UserName
        from accounts.problem_reports import operations
        from accounts.problem_reports import services as report_services
        from accounts.settings import operations as settings_operations
        from mordheim_site.operations import base as operations_base

        listeners.connect()
        operations_base.register(
            *operations.OPERATIONS,
            *moderation_operations.OPERATIONS,
            *keys_operations.OPERATIONS,
            *settings_operations.OPERATIONS,
        )
        lines.PROVIDERS.add("problem reports", report_services.reports_to_read)
        guests_services.CLAIMS.add("problem reports", guests_services.GuestClaim(report_services.move))
        registry.EXPORTERS.add("problem reports", report_services.reports_given)
        deletion_services.APPS.add("problem reports", deletion_services.AppDeletion(report_services.delete_user_data))
        KINDS.add("user_name", UserName())
        lines.PROVIDERS.add("removals", moderation.removals_to_read)
        guests_services.CLAIMS.add("removals", guests_services.GuestClaim(moderation.move))
        registry.EXPORTERS.add("removals", moderation.removals_of)
        deletion_services.APPS.add("removals", deletion_services.AppDeletion(moderation.delete_user_data))
        deletion_services.APPS.add("audit", deletion_services.AppDeletion(audit_services.hide_addresses))
        user_logged_in.connect(deletion_services.on_sign_in, dispatch_uid="accounts.open_again")
