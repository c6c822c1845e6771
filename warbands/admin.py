"""Read-only admin pages; all changes are made by services."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from warbands.models import LedgerEntry, Template, Warband, Warrior


class ReadOnly(admin.ModelAdmin):
    """Makes an admin page read-only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Warband)
class WarbandAdmin(ReadOnly):
    list_display = ("name", "owner", "warband_type_code", "status", "treasury_gc", "version", "changed_at")
    list_filter = ("status", "visibility", "warband_type_code")
    search_fields = ("name", "public_id", "owner__username")
    list_select_related: Any = ("owner",)


@admin.register(Template)
class TemplateAdmin(ReadOnly):
    list_display = ("name", "owner", "warband_type_code", "audience", "models_count", "cost_gc", "uses", "created_at")
    list_filter = ("audience", "warband_type_code")
    search_fields = ("name", "public_id", "owner__username")
    list_select_related: Any = ("owner",)


@admin.register(Warrior)
class WarriorAdmin(ReadOnly):
    list_display = ("name", "warband", "kind", "warrior_type_code", "status", "experience")
    list_filter = ("kind", "status")
    search_fields = ("name", "public_id", "warband__name")
    list_select_related: Any = ("warband",)


@admin.register(LedgerEntry)
class LedgerAdmin(ReadOnly):
    list_display = ("warband", "number", "kind", "actor", "at", "gold_delta_gc", "shards_delta")
    list_filter = ("kind",)
    search_fields = ("warband__name", "warband__public_id", "source_key")
    list_select_related: Any = ("warband", "actor")
