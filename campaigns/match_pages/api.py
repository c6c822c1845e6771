"""API of the list of matches, and of challenges."""

from __future__ import annotations

from rest_framework.permissions import IsAuthenticatedOrReadOnly

from campaigns.administration.campaigns_api import MatchesView
from campaigns.match_pages.operations import Challenge
from mordheim_site.operations.api import handler_of


class MatchListView(MatchesView):
    """The matches of a campaign; a challenge between two warbands, or among up to six."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    post = handler_of(Challenge)
