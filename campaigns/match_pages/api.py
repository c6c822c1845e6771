"""API of the list of matches, and of challenges."""

from __future__ import annotations

from rest_framework.permissions import IsAuthenticatedOrReadOnly

from campaigns.administration.campaigns_api import MatchesView
from campaigns.match_pages.operations import Challenge
from mordheim_site.operations.api import handler_of


class MatchListView(MatchesView):
    """The matches of a campaign. A POST challenges one warband, or up to five, to a match."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    post = handler_of(Challenge)
