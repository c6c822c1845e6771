"""The knock-out and the groups of a league as a drawing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.core import view_data
from campaigns.core.permissions import access_to_read
from campaigns.rounds.bracket_layout import draw_bracket, draw_groups
from campaigns.rounds.bracket_selectors import bracket_of, games_of, groups_of
from campaigns.standings.selectors import standings_of


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of the knock-out, and the groups."""
    seat = access_to_read(request.user, slug)
    games = games_of(seat.campaign)
    tree = bracket_of(games)
    groups = draw_groups(groups_of(seat.campaign, games, tree, standings_of(seat.campaign)))
    return view_data.league_page(
        request, "campaigns/rounds/bracket.html", seat, "matches", bracket=draw_bracket(tree), groups=groups
    )
