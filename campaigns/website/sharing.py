"""The league as a web site: search engines, link previews, embedded standings, and the arbitrator's settings for it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import limited
from campaigns.core.permissions import CampaignAccess, access_to_read, access_to_run
from campaigns.core.selectors import public_addresses
from campaigns.matches import view_data
from campaigns.models import Audience
from campaigns.notices.forms import SiteForm
from campaigns.standings.selectors import standings_of
from campaigns.website.operations import ChangeSite
from campaigns.website.preview_image import preview_png
from mordheim_site.operations.pages import carries_out, perform
from mordheim_site.refusals import Refusal

EMBEDDED_ROWS = 12


@carries_out(ChangeSite)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def site(request: HttpRequest, slug: str) -> HttpResponse:
    """Settings for address, theme, logo and text of the league's site, and how to embed its standings."""
    access = access_to_run(request.user, slug)
    campaign = access.campaign
    now = {"address": campaign.slug, "theme": campaign.theme, "about": campaign.about}
    form, refusal = (
        SiteForm(request.POST if request.method == "POST" else None, request.FILES or None, initial=now),
        None,
    )
    if request.method == "POST" and form.is_valid():
        try:
            address = _keep(request, access, form)
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("The league site is saved."))
            return redirect("campaigns:site", address)
    status = refusal.status if refusal is not None else 422 if form.is_bound and not form.is_valid() else 200
    picture = request.build_absolute_uri(reverse("campaigns:embed", args=[campaign.slug]))
    return view_data.league_page(
        request,
        "campaigns/website/site_form.html",
        access,
        "dashboard",
        form=form,
        refusal=refusal,
        status=status,
        embed=picture,
    )


def _keep(request: HttpRequest, access: CampaignAccess, form: SiteForm) -> str:
    data = form.cleaned_data
    logo = data["logo"].read() if data["logo"] is not None else None
    return str(perform(request, ChangeSite, access, values={**data, "logo": logo}).slug)


def _public(request: HttpRequest, slug: str) -> CampaignAccess:
    """The reader's membership in a public league. Raises Http404 for a private one."""
    access = access_to_read(request.user, slug)
    if access.campaign.audience != Audience.PUBLIC:
        raise Http404
    return access


@require_safe
@limited("computations")
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The preview image of links to the league."""
    access = _public(request, slug)
    rows = standings_of(access.campaign)
    leading = [row.entry.name for row in rows[:3] if row.line.played]
    words = (access.campaign.name, sum(not row.entry.is_withdrawn for row in rows), tuple(leading))
    key = f"preview:{access.campaign.pk}"
    kept = cache.get(key)
    if kept is None or kept[0] != words:
        kept = (words, preview_png(*words))
        cache.set(key, kept, 24 * 3600)
    image = kept[1]
    answer = HttpResponse(image, content_type="image/png")
    patch_cache_control(answer, public=True, max_age=3600)
    return answer


@require_safe
@limited("computations")
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """The top of the standings as an image, for other pages."""
    access = _public(request, slug)
    rows = standings_of(access.campaign)[:EMBEDDED_ROWS]
    answer = render(
        request,
        "campaigns/website/standings.svg",
        {"campaign": access.campaign, "rows": [(50 + 30 * number, row) for number, row in enumerate(rows, 1)],
         "height": 74 + 30 * max(len(rows), 1)},
        content_type="image/svg+xml",
    )  # fmt: skip
    patch_cache_control(answer, public=True, max_age=300)
    return answer


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The sitemap: every public league."""
    pages = ("home", "standings", "statistics", "chronicle")
    urls = [request.build_absolute_uri(reverse("campaigns:list"))]
    for slug in public_addresses():
        urls += [request.build_absolute_uri(reverse(f"campaigns:{page}", args=[slug])) for page in pages]
    return render(request, "campaigns/website/sitemap.xml", {"urls": urls}, content_type="application/xml")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt: the address of the sitemap, and pages that need not be crawled."""
    lines = ["User-agent: *", "Disallow: /accounts/", "Disallow: /join/", "Disallow: /inbox/", "Disallow: /api/", ""]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('campaigns:sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
