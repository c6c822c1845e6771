"""The URL map of the site, which only includes those of the apps. Apps write their addresses in full (`warbands/new/`),
without a prefix here."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from mordheim_site.monitoring import health
from mordheim_site.pages import design, offline
from mordheim_site.pages import views as pages_views

admin.autodiscover()
# Staff sign in like everybody else, so that the second factor and the limits on attempts apply to them, too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    # Battles come early: they send most requests, and the addresses before a match are tried one by one.
    path("", include("mordheim_site.old_addresses")),
    path("", include("battles.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics_page, name="metrics"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("offline/", offline.fallback, name="offline"),
    path("design/", design.gallery, name="design"),
    path("help/", pages_views.help_index, name="help"),
    path("help/first-battle/", pages_views.first_battle, name="first_battle"),
    path("changes/", pages_views.changes, name="changes"),
    # The admin's own page does not limit how often a password can be tried.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("mordheim_site.api.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("jobs.urls")),
    path("", include("catalogue.urls")),
    path("", include("warbands.urls")),
    path("", include("campaigns.urls")),
]

handler400 = "mordheim_site.errors.bad_request"
handler403 = "mordheim_site.errors.forbidden"
handler404 = "mordheim_site.errors.not_found"
handler429 = "mordheim_site.errors.too_many"
handler500 = "mordheim_site.errors.server_error"
