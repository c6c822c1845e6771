"""Admin pages to find and view jobs; only services write the job table."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from jobs.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    list_display = ("kind", "key", "state", "attempts", "sentence", "created_at")
    list_filter = ("state", "kind")
    search_fields = ("key", "public_id")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
