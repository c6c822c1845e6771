"""Django configuration of the jobs app: imports all job handlers when the site starts."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class JobsConfig(AppConfig):
    name = "jobs"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Jobs")

    def ready(self) -> None:
        from accounts.deletion import services as deletion_services
        from accounts.guests import services as guests_services
        from jobs import export_files, guest_claim, operations
        from jobs import mail as _mail  # noqa: F401 - registers its job
        from mordheim_site.operations import base as operations_base

        operations_base.register(*operations.OPERATIONS)
        autodiscover_modules("tasks")
        guests_services.CLAIMS.add("jobs", guests_services.GuestClaim(guest_claim.move_jobs))
        deletion_services.APPS.add("jobs", deletion_services.AppDeletion(export_files.delete_user_data))
