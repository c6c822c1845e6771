"""Queries for posts and comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.safestring import SafeString

from campaigns.models import Campaign, Comment, Match, Picture, Post
from mordheim_site.look.prose import prose

SHOWN = 30
COMMENTS = 200


@dataclass(frozen=True, slots=True)
class CommentView:
    """A comment. Only its author and the arbitrators see the text of a hidden one."""

    row: Comment
    html: SafeString
    may_hide: bool
    may_flag: bool
    is_shown: bool


def posts_of(campaign: Campaign, *, sees_hidden: bool = False) -> QuerySet[Post]:
    """News and reports, newest first, with `comments_count`. Two queries."""
    rows = Post.objects.filter(campaign=campaign).select_related("author", "match")
    if not sees_hidden:
        rows = rows.filter(hidden_at__isnull=True)
    shown = Count("comments", filter=Q(comments__hidden_at__isnull=True))
    pictures = Prefetch("pictures", Picture.objects.defer("content").order_by("pk"))
    return rows.annotate(comments_count=shown).prefetch_related(pictures).order_by("-at", "-pk")


def post_of(campaign: Campaign, public_id: str) -> Post | None:
    """One post with its pictures. Two queries."""
    pictures = Prefetch("pictures", Picture.objects.defer("content").order_by("pk"))
    rows = Post.objects.filter(campaign=campaign, public_id=public_id).select_related("author", "match")
    return rows.prefetch_related(pictures).first()


def reports_of(match: int) -> list[Post]:
    """Reports of a match. One query."""
    rows = Post.objects.filter(match_id=match, hidden_at__isnull=True).select_related("author")
    return list(rows.order_by("at", "pk"))


def comment_rows(
    reader_id: int | None, *, runs_it: bool, post: Post | None = None, match: int | None = None
) -> QuerySet[Comment]:
    """The comments on a post or a match that a reader may see, oldest first. One query."""
    rows = Comment.objects.filter(post=post) if post is not None else Comment.objects.filter(match_id=match or 0)
    if not runs_it:
        rows = rows.filter(Q(hidden_at__isnull=True) | Q(author_id=reader_id or 0))
    return rows.select_related("author").order_by("at", "pk")


def comments_of(
    reader_id: int | None, *, runs_it: bool, is_member: bool, post: Post | None = None, match: int | None = None
) -> list[CommentView]:
    """The first comments on a post or a match, oldest first, as the page shows them. One query."""
    found = []
    for row in comment_rows(reader_id, runs_it=runs_it, post=post, match=match)[:COMMENTS]:
        is_own = reader_id is not None and row.author_id == reader_id
        found.append(
            CommentView(
                row=row,
                html=prose(row.body),
                may_hide=is_own or runs_it,
                may_flag=is_member and not is_own and row.reported_at is None and row.hidden_at is None,
                is_shown=row.hidden_at is None,
            )
        )
    return found


def flagged(campaign: Campaign) -> Sequence[Comment]:
    """Comments reported to the arbitrator. One query."""
    rows = Comment.objects.filter(campaign=campaign, reported_at__isnull=False, hidden_at__isnull=True)
    return list(rows.select_related("author", "post", "match").order_by("reported_at", "pk")[:20])


def match_named(campaign: Campaign, public_id: str) -> Match | None:
    """A match of the campaign. One query."""
    return Match.objects.filter(campaign=campaign, public_id=public_id).first()


def picture_named(campaign: Campaign, public_id: str) -> Picture:
    """A picture of a campaign with its post. Raises Http404."""
    return get_object_or_404(Picture.objects.select_related("post"), campaign=campaign, public_id=public_id)
