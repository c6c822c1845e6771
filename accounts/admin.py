"""Admin pages to find and view users."""

from django.contrib import admin

from accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("username", "display_name", "is_guest", "guest_expires_at", "date_joined", "is_staff")
    list_filter = ("is_guest", "is_staff")
    search_fields = ("username", "display_name", "email", "public_id")
    readonly_fields = ("public_id", "password", "last_login", "date_joined")
