"""Admin pages to find and view users."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.models import AuditEntry, User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("username", "display_name", "is_guest", "guest_expires_at", "date_joined", "is_staff")
    list_filter = ("is_guest", "is_staff")
    search_fields = ("username", "display_name", "email", "public_id")
    readonly_fields = ("public_id", "password", "last_login", "date_joined")


@admin.register(AuditEntry)
class AuditEntryAdmin(admin.ModelAdmin):
    """The audit log: staff with the permission to view it read it, nobody changes it."""

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
