"""Who may read a post."""

from __future__ import annotations

from django.http import Http404

from campaigns.core.permissions import CampaignAccess
from campaigns.models import Post
from campaigns.posts.selectors import post_of


def post_to_read(access: CampaignAccess, pid: str) -> Post:
    """A post that the reader may see: only its author and the arbitrators see a hidden one. Raises Http404."""
    post = post_of(access.campaign, pid)
    is_own = post is not None and access.user_id is not None and post.author_id == access.user_id
    if post is None or (post.hidden_at is not None and not (is_own or access.runs_it)):
        raise Http404
    return post
