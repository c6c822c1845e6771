"""Admin pages to find and view users."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import AuditEntry, ProblemReport, Removal, User
from accounts.problem_reports import services as report_services


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("username", "display_name", "is_guest", "guest_expires_at", "date_joined", "is_staff")
    list_filter = ("is_guest", "is_staff")
    search_fields = ("username", "display_name", "email", "public_id")
    readonly_fields = ("public_id", "password", "last_login", "date_joined")


@admin.register(AuditEntry)
class AuditEntryAdmin(admin.ModelAdmin):
    """The audit log. Staff with the permission can view it; nobody can change it."""

    list_display = ("at", "event", "user_name", "actor", "address", "detail")
    list_filter = ("event", "at")
    search_fields = ("user_name", "address", "request_id")
    list_select_related = ("actor",)
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(ProblemReport)
class ProblemReportAdmin(admin.ModelAdmin):
    """Staff read reports, write a note and mark them as done."""

    list_display = ("at", "page", "text_start", "user", "version", "done_at", "moderation")
    list_filter = (("done_at", admin.EmptyFieldListFilter), "at", "version")
    search_fields = ("page", "text", "note", "user__username")
    list_select_related = ("user",)
    date_hierarchy = "at"
    readonly_fields = ("at", "user", "page", "text", "browser", "version", "done_at")
    fields = (*readonly_fields, "note")
    actions = ("mark_as_done",)

    @admin.display(description=_("text"))
    def text_start(self, report: ProblemReport) -> str:
        return str(report)

    @admin.display(description=_("moderation"))
    def moderation(self, report: ProblemReport) -> str:
        """Link to the moderation page of the page that was reported."""
        if not report.page:
            return ""
        address = f"{reverse('accounts:moderate')}?{urlencode({'page': report.page})}"
        return format_html('<a href="{}">{}</a>', address, _("Remove something"))

    @admin.action(description=_("Mark as done"), permissions=["change"])
    def mark_as_done(self, request: HttpRequest, queryset: QuerySet[ProblemReport]) -> None:
        n = report_services.finish(queryset, at=timezone.now())
        words = ngettext("%(n)d report is done.", "%(n)d reports are done.", n)
        self.message_user(request, words % {"n": n}, messages.SUCCESS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Removal)
class RemovalAdmin(admin.ModelAdmin):
    """What staff removed, and why. Removing and restoring are done at /moderation/."""

    list_display = ("at", "item", "owner", "reason", "by", "restored_at")
    list_filter = ("kind", "at")
    search_fields = ("item", "reason", "owner__username")
    list_select_related = ("owner", "by")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
