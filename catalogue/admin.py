"""Admin pages of packs. They are read-only, because packs change only through their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from catalogue.models import CustomPack, PackEntry, PackRelease, PackRow

if TYPE_CHECKING:
    ReadOnlyBase = admin.ModelAdmin[PackRow | PackEntry | CustomPack | PackRelease]
else:
    ReadOnlyBase = admin.ModelAdmin


class ReadOnly(ReadOnlyBase):
    """Makes an admin page read-only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(PackRow)
class PackAdmin(ReadOnly):
    list_display = ("name", "code", "tier", "publication", "loaded_at")
    search_fields = ("name", "code")


@admin.register(PackEntry)
class PackEntryAdmin(ReadOnly):
    list_display = ("name", "kind", "code", "tier", "is_disputed")
    list_filter = ("kind", "tier", "is_disputed")
    list_select_related = ("pack",)
    search_fields = ("name", "code", "search_text")


@admin.register(CustomPack)
class CustomPackAdmin(ReadOnly):
    list_display = ("name", "owner", "visibility", "key", "changed_at", "archived_at")
    list_filter = ("visibility",)
    list_select_related = ("owner",)
    search_fields = ("name", "key", "public_id")


@admin.register(PackRelease)
class PackReleaseAdmin(ReadOnly):
    list_display = ("name", "number", "pack", "released_at", "checksum")
    list_select_related = ("pack",)
    search_fields = ("name", "pack__key", "checksum")
