"""The quick reference as PDF: of a ruleset, and of a league with its house rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from accounts.limits import limited
from battles.engine.rulesets.keys import CODES
from battles.tabletop.quick_reference.pdf import quick_reference_pdf
from campaigns.core.permissions import access_to_read
from campaigns.house_rules.text import differences


@require_safe
@limited("computations")
def of_ruleset(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Two A4 pages with the tables and rules of a ruleset. 404 for an unknown one."""
    if ruleset not in CODES:
        raise Http404
    url = request.build_absolute_uri(reverse("catalogue:rules"))
    return _answer(quick_reference_pdf(ruleset, url=url, on=timezone.localdate()), ruleset)


@require_safe
@limited("computations")
def of_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Two A4 pages with the tables and rules of a league's ruleset, and its house rules."""
    campaign = access_to_read(request.user, slug).campaign
    body = quick_reference_pdf(
        campaign.ruleset,
        url=request.build_absolute_uri(reverse("campaigns:rules", args=[campaign.slug])),
        on=timezone.localdate(),
        league=campaign.name,
        house_rules=campaign.house_rules,
        differences=differences(campaign),
    )
    return _answer(body, slugify(campaign.name) or "league")


def _answer(body: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}-quick-reference.pdf"'
    return answer
