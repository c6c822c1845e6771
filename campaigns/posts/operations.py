"""Operations of members on news, reports and comments, and of arbitrators who moderate them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from pydantic import BaseModel, ConfigDict, Field

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import CampaignOperation
from campaigns.core.permissions import CampaignAccess, access_to_read
from campaigns.deals.api_shapes import comment_shape, post_shape
from campaigns.deals.serializers import CommentShape, PostShape
from campaigns.models import Comment, Match, Post
from campaigns.posts import services
from campaigns.posts.match_photos import NoSuchPhoto
from campaigns.posts.permissions import post_to_read
from campaigns.posts.selectors import match_named
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.combined import CombinedOperation
from mordheim_site.operations.types import FileContent, Key, OptionalKey, choice, required_text, text
from mordheim_site.refusals import Refusal, concerning

WRITER_ERRORS = (refusals.NotAMember, refusals.GuestsCannotRunLeagues, refusals.NothingWritten)
Title = Annotated[str, *required_text(120)]
Body = Annotated[str, *required_text(20000), Field(description="Plain text or Markdown.")]


def match_in(access: CampaignAccess, public_id: str) -> Match:
    """A match of the campaign. Raises Http404."""
    found = match_named(access.campaign, public_id)
    if found is None:
        raise Http404
    return found


class Photo(BaseModel):
    """A picture of a post, with a description of what it shows."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    content: FileContent
    description: Annotated[str, *text(200)] = ""


class Publish(
    CampaignOperation,
    name="campaigns_publish",
    who="members (reports of a match) and arbitrators (news)",
    component="PostRequest",
    limit="messages",
    status=201,
    response=PostShape,
    example={"title": "The bridge is ours", "body": "It took *all day*."},
    errors=(*WRITER_ERRORS, refusals.NotTheArbitrator, refusals.TooManyPictures, NoSuchPhoto),
):
    """Publish news, or a report of a match."""

    title: Title
    body: Body
    match: OptionalKey = ""
    photos: Annotated[list[Photo], Field(max_length=3)] = []
    match_photos: Annotated[
        list[Key],
        Field(
            max_length=6, description="Ids of photos that you added to tracked battles of the match; they are copied."
        ),
    ] = []

    def carry_out(self, target: CampaignAccess, call: Call) -> Post:
        with concerning("match"):
            match = match_in(target, self.match) if self.match else None
        return services.publish(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            title=self.title,
            body=self.body,
            match_id=match.pk if match is not None else None,
            photos=[(photo.content, photo.description) for photo in self.photos],
            match_photos=self.match_photos,
            now=call.at,
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Post, call: Call) -> dict[str, Any]:
        return post_shape(result)


class EditPost(
    CampaignOperation,
    name="campaigns_post_change",
    who="the author",
    knows_keys=False,
    response=PostShape,
    example={"title": "The bridge is ours", "body": "It took *two days*."},
    errors=(refusals.NotYours, refusals.NothingWritten, refusals.PostKeepsMatch),
):
    """Edit a post. Its match and its pictures cannot be changed."""

    title: Title
    body: Body
    match: Annotated[
        OptionalKey,
        Field(description="The match of the post. It cannot be changed; leave it out, or send the same one."),
    ] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Post:
        """The post. Raises Http404."""
        return post_to_read(access_to_read(actor, address["slug"]), address["pid"])

    def carry_out(self, target: Post, call: Call) -> Post:
        if "match" in self.model_fields_set and self.match != (target.match.public_id if target.match else ""):
            raise refusals.PostKeepsMatch
        return services.change(post_id=target.pk, actor_id=call.actor.pk, title=self.title, body=self.body, now=call.at)

    @classmethod
    def response_of(cls, target: Post, result: Post, call: Call) -> dict[str, Any]:
        return post_shape(result)


class OneSubjectNeeded(Refusal):
    """A comment is about one post or one match: neither is named, or both are."""

    code = "one_subject_needed"
    about = ("post", "match")
    message = gettext_lazy("Specify what the comment is about: either a post or a match.")

    def __init__(self) -> None:
        super().__init__(fields={name: [self.message] for name in self.about})


def check_subject(post: str, match: str) -> None:
    """Raise OneSubjectNeeded unless exactly one of the two is named."""
    if bool(post) == bool(match):
        raise OneSubjectNeeded


class WriteComment(
    CampaignOperation,
    name="campaigns_comment",
    who="members",
    component="CommentRequest",
    limit="messages",
    status=201,
    response=CommentShape,
    example={"body": "Well fought.", "match": "4kPq8ZxTn2Lw"},
    errors=(*WRITER_ERRORS, OneSubjectNeeded),
):
    """Comment on a post or on a match: exactly one of them is given."""

    body: Annotated[str, *required_text(2000)]
    post: OptionalKey = ""
    match: OptionalKey = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> Comment:
        check_subject(self.post, self.match)
        with concerning("post"):
            post = post_to_read(target, self.post) if self.post else None
        with concerning("match"):
            match = match_in(target, self.match) if post is None else None
        return services.comment(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            body=self.body,
            post_id=post.pk if post is not None else None,
            match_id=match.pk if match is not None else None,
            now=call.at,
            source_key=call.source_key,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Comment, call: Call) -> dict[str, Any]:
        return comment_shape(result)


class ModerationOperation(
    CampaignOperation, status=204, knows_keys=False, errors=(refusals.NotAMember, refusals.GuestsCannotRunLeagues)
):
    """Base of operations on a post or a comment (`what`)."""

    what: Key


class FlagComment(ModerationOperation, name="campaigns_flag_comment", who="members", example={"what": "4kPq8ZxTn2Lw"}):
    """Report a comment to the arbitrators."""

    def carry_out(self, target: CampaignAccess, call: Call) -> None:
        with concerning("what"):
            comment = get_object_or_404(Comment, campaign=target.campaign, public_id=self.what)
        services.flag(comment_id=comment.pk, actor_id=call.actor.pk, now=call.at)


class HidePost(
    ModerationOperation,
    name="campaigns_hide_post",
    who="the author and arbitrators",
    example={"what": "4kPq8ZxTn2Lw", "reason": "Off the point."},
    errors=(refusals.NotYours, refusals.ReasonNeeded),
):
    """Hide a post or a comment, or show a hidden one again."""

    reason: Annotated[str, *text(200)] = ""

    def carry_out(self, target: CampaignAccess, call: Call) -> None:
        with concerning("what"):
            services.hide(
                campaign_id=target.campaign.pk,
                actor_id=call.actor.pk,
                public_id=self.what,
                reason=self.reason,
                now=call.at,
            )


MODERATION: Final[Mapping[str, type[ModerationOperation]]] = {"flag": FlagComment, "hide": HidePost}


class Moderate(
    CombinedOperation,
    ModerationOperation,
    name="campaigns_moderate",
    who="members (`flag`), the author and arbitrators (`hide`)",
    component="ModerateRequest",
    example={"what": "4kPq8ZxTn2Lw", "act": "flag"},
    errors=(refusals.NotYours, refusals.ReasonNeeded),
):
    """Flag a comment or hide a post, by `act`."""

    acts: ClassVar = MODERATION
    act: Annotated[str, *choice(list(MODERATION))]
    reason: Annotated[str, *text(200)] = ""


OPERATIONS: tuple[type[Operation], ...] = (Publish, EditPost, WriteComment, *MODERATION.values(), Moderate)
