"""Django configuration of the accounts app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Connect the signal that reopens a closed account on sign-in."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.audit import listeners
        from accounts.audit import services as audit_services
        from accounts.deletion import services as deletion_services

        listeners.connect()
        deletion_services.APPS.add("audit", deletion_services.AppDeletion(audit_services.hide_addresses))
        user_logged_in.connect(deletion_services.on_sign_in, dispatch_uid="accounts.open_again")
