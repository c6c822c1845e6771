"""The printed rosters of a league: one PDF with a sheet for each warband."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from accounts.limits import limited
from campaigns.core.permissions import access_to_read
from campaigns.matches import view_data
from campaigns.standings.selectors import entries_of
from warbands.exchange.pdf_sheets import pdf_of_rosters
from warbands.shared.selectors import warbands_named
from warbands.shared.sheet import roster_of

MOST_ROSTERS: Final = 40


@require_safe
@limited("computations")
def rosters_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster sheets of all members whose rosters the reader may view, on A4 or, with `paper=a5`, on A5."""
    access = access_to_read(request.user, slug)
    urls = {
        entry.warband_public_id: request.build_absolute_uri(url)
        for entry in entries_of(access.campaign)
        if not entry.is_withdrawn and (url := view_data.roster_url(entry, access))
    }
    rows = warbands_named(list(urls)[:MOST_ROSTERS])
    rosters = [(roster_of(rows[public_id]), url) for public_id, url in urls.items() if public_id in rows]
    if not rosters:
        raise Http404
    paper = "a5" if request.GET.get("paper") == "a5" else "a4"
    body = pdf_of_rosters(rosters, title=access.campaign.name, on=timezone.localdate(), paper=paper)
    answer = HttpResponse(body, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{slugify(access.campaign.name) or "league"}-rosters.pdf"'
    return answer
