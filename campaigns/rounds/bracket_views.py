"""The page with the knock-out bracket and the groups of a league."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.core.permissions import access_to_read
from campaigns.matches import view_data
from campaigns.rounds.bracket_layout import draw_bracket, draw_groups
from campaigns.rounds.bracket_selectors import bracket_of, games_of, groups_of
from campaigns.standings.selectors import standings_of


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of the knock-out, and the groups."""
    access = access_to_read(request.user, slug)
    games = games_of(access.campaign)
    tree = bracket_of(games)
    groups = draw_groups(groups_of(access.campaign, games, tree, standings_of(access.campaign)))
    return view_data.league_page(
        request, "campaigns/rounds/bracket.html", access, "matches", bracket=draw_bracket(tree), groups=groups
    )
