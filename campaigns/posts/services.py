"""News, battle reports with pictures, comments, and hiding them. Rule: LG-WRITE-01"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.core.arbitrators import is_run_by, locked_for_arbitrator
from campaigns.core.events import earlier_submission, record
from campaigns.core.refusals import (
    GuestsCannotRunLeagues,
    NotAMember,
    NothingWritten,
    NotTheArbitrator,
    NotYours,
    ReasonNeeded,
    TooManyPictures,
)
from campaigns.models import Campaign, Comment, Match, Picture, Post, PostKind
from campaigns.posts.match_photos import photos_named
from mordheim_site.pictures import StoredPicture, re_encode

MOST_PICTURES = 6
MOST_IN_CAMPAIGN = 300
PHOTO_POINTS = 1280


def _member(campaign: Campaign, actor_id: int) -> None:
    member = campaign.memberships.filter(user_id=actor_id, left_at__isnull=True).select_related("user").first()
    if member is None:
        raise NotAMember
    if member.user.is_guest:
        raise GuestsCannotRunLeagues(message=_("You need an account to write. Sign up, and you keep your warbands."))


@transaction.atomic
def publish(
    *,
    campaign_id: int,
    actor_id: int,
    title: str,
    body: str,
    now: datetime,
    match_id: int | None = None,
    photos: Sequence[tuple[bytes, str]] = (),
    match_photos: Sequence[str] = (),
    source_key: str = "",
) -> Post:
    """Publish a report of a match as a member, or news as an arbitrator. `photos` are uploads with their descriptions,
    `match_photos` the ids of photos that the author took during the match (`match_photos.py`); they are copied. A
    second call with the same `source_key` returns the first post.

    Raises NotAMember, GuestsCannotRunLeagues, NotTheArbitrator, NothingWritten, TooManyPictures, NotAPicture,
    PictureTooLarge, NoSuchPhoto.
    """
    if len(photos) + len(match_photos) > MOST_PICTURES:
        raise TooManyPictures
    redrawn = _redrawn([*photos_named(match_id, actor_id, match_photos), *photos])
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    earlier = earlier_submission(campaign, source_key)
    if earlier is not None:
        return Post.objects.get(campaign=campaign, public_id=earlier.post)
    _member(campaign, actor_id)
    match = Match.objects.filter(campaign=campaign, pk=match_id).first() if match_id is not None else None
    if match is None and not is_run_by(campaign_id, actor_id):
        raise NotTheArbitrator
    _check(title, body)
    if redrawn and campaign.pictures.count() + len(redrawn) > MOST_IN_CAMPAIGN:
        raise TooManyPictures
    post = Post.objects.create(
        campaign=campaign,
        match=match,
        kind=PostKind.NEWS if match is None else PostKind.REPORT,
        author_id=actor_id,
        title=title.strip()[:120],
        body=body[:20000],
        at=now,
        changed_at=now,
    )
    _keep(post, redrawn, actor_id, now)
    record(
        campaign,
        "post_published",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        post=post.public_id,
        title=post.title,
        is_report=match is not None,
    )
    return post


def _check(title: str, body: str) -> None:
    if not title.strip() or not body.strip():
        raise NothingWritten


def _redrawn(photos: Sequence[tuple[bytes, str]]) -> list[tuple[StoredPicture, str]]:
    return [(re_encode(upload, longest=PHOTO_POINTS), words[:200]) for upload, words in photos]


def _keep(post: Post, redrawn: Sequence[tuple[StoredPicture, str]], actor_id: int, now: datetime) -> None:
    for picture, words in redrawn:
        Picture.objects.create(
            campaign_id=post.campaign_id,
            post=post,
            uploader_id=actor_id,
            content=picture.content,
            media_type=picture.media_type,
            width=picture.width,
            height=picture.height,
            description=words,
            at=now,
        )


@transaction.atomic
def change(*, post_id: int, actor_id: int, title: str, body: str, now: datetime) -> Post:
    """Edit a post as its author. Raises NotYours, NothingWritten."""
    post = Post.objects.select_for_update().get(pk=post_id)
    if post.author_id != actor_id:
        raise NotYours
    _check(title, body)
    post.title, post.body, post.changed_at = title.strip()[:120], body[:20000], now
    post.save(update_fields=["title", "body", "changed_at"])
    return post


@transaction.atomic
def comment(
    *,
    campaign_id: int,
    actor_id: int,
    body: str,
    now: datetime,
    post_id: int | None = None,
    match_id: int | None = None,
    source_key: str = "",
) -> Comment:
    """Comment on a post or a match as a member. A second call with the same `source_key` returns the first comment.

    Raises NotAMember, GuestsCannotRunLeagues, NothingWritten.
    """
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    earlier = earlier_submission(campaign, source_key)
    if earlier is not None:
        return Comment.objects.get(campaign=campaign, public_id=earlier.comment)
    _member(campaign, actor_id)
    if not body.strip():
        raise NothingWritten
    post = Post.objects.get(pk=post_id, campaign=campaign) if post_id is not None else None
    match = Match.objects.get(pk=match_id or 0, campaign=campaign) if post is None else None
    row = Comment.objects.create(
        campaign=campaign, post=post, match=match, author_id=actor_id, body=body.strip()[:2000], at=now
    )
    about = {"post": post.public_id} if post is not None else {"match": match.public_id if match else ""}
    record(
        campaign,
        "comment_written",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        comment=row.public_id,
        title=post.title if post is not None else _("a match of yours"),
        **about,
    )
    return row


@transaction.atomic
def flag(*, comment_id: int, actor_id: int, now: datetime) -> Comment:
    """Report a comment to the arbitrator as a member. Calling it again changes nothing. Raises NotAMember."""
    row = Comment.objects.select_for_update().get(pk=comment_id)
    _member(row.campaign, actor_id)
    if row.reported_at is None:
        row.reported_at = now
        row.save(update_fields=["reported_at"])
    return row


@transaction.atomic
def hide(*, campaign_id: int, actor_id: int, public_id: str, reason: str, now: datetime) -> Post | Comment:
    """Hide a post or a comment. Its author may do so at any time, an arbitrator with a reason that the author can read.
    An empty reason for something hidden shows it again (arbitrators only). Raises NotYours, ReasonNeeded."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    row: Post | Comment | None = campaign.comments.filter(public_id=public_id).first()
    row = row or campaign.posts.filter(public_id=public_id).first()
    is_arbitrator = is_run_by(campaign_id, actor_id)
    if row is None or not (is_arbitrator or row.author_id == actor_id):
        raise NotYours
    if row.hidden_at is not None and is_arbitrator and not reason:
        row.hidden_at, row.hidden_because = None, ""
    elif row.hidden_at is None:
        if row.author_id != actor_id and not reason.strip():
            raise ReasonNeeded(message=_("To hide another user's text, enter a reason. The author can read it."))
        row.hidden_at, row.hidden_because = now, reason.strip()[:200]
    row.save(update_fields=["hidden_at", "hidden_because"])
    if isinstance(row, Post):
        events = campaign.events.filter(kind="post_published", data__post=row.public_id)
        events.update(is_revoked=row.hidden_at is not None)
    return row


@transaction.atomic
def set_logo(*, campaign_id: int, actor_id: int, upload: bytes | None, now: datetime) -> Campaign:
    """Set the league's logo, re-encoded with at most 256 pixels; None removes it. Raises NotTheArbitrator, NotAPicture,
    PictureTooLarge."""
    picture = re_encode(upload, longest=256) if upload is not None else None
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if campaign.logo_id is not None:
        Picture.objects.filter(pk=campaign.logo_id).delete()
        campaign.logo = None
    if picture is not None:
        campaign.logo = Picture.objects.create(
            campaign=campaign,
            uploader_id=actor_id,
            content=picture.content,
            media_type=picture.media_type,
            width=picture.width,
            height=picture.height,
            at=now,
        )
    campaign.save(update_fields=["logo"])
    return campaign
