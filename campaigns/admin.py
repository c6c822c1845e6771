"""Read-only admin pages. Campaigns are changed on their own pages, which notify the members."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.models import Campaign, CampaignEvent, Entry, Match, MatchSide, Membership


class ReadOnly:
    """Makes an admin page read-only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MembershipInline(ReadOnly, admin.TabularInline):
    model = Membership
    extra = 0


class EntryInline(ReadOnly, admin.TabularInline):
    model = Entry
    extra = 0


class MatchSideInline(ReadOnly, admin.TabularInline):
    model = MatchSide
    extra = 0


@admin.register(Campaign)
class CampaignAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "slug", "status", "audience", "ruleset", "created_by", "created_at")
    list_filter = ("status", "audience", "ruleset", "preset")
    search_fields = ("name", "slug", "public_id", "created_by__username")
    list_select_related = ("created_by",)
    inlines = (MembershipInline, EntryInline)


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "campaign", "round", "status", "how", "played_at", "reported_by")
    list_filter = ("status", "how", "is_bye")
    search_fields = ("public_id", "campaign__name")
    list_select_related = ("campaign", "round", "reported_by")
    inlines = (MatchSideInline,)


@admin.register(CampaignEvent)
class CampaignEventAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("campaign", "kind", "at", "actor", "is_revoked")
    list_filter = ("kind", "is_revoked")
    search_fields = ("campaign__name", "source_key")
    list_select_related = ("campaign", "actor")
