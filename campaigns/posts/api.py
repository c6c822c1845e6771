"""API of news, reports, comments, moderation and notifications."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.idempotency import idempotent
from campaigns.core.permissions import CampaignAccess, access_to_read, post_to_read
from campaigns.deals import serializers as said
from campaigns.deals.api import KEY, actor_of, checked, source_key
from campaigns.deals.api_shapes import choices_shape, comment_shape, device_shape, notice_shape, post_shape
from campaigns.models import Comment, Match, Post
from campaigns.notices import mail, push
from campaigns.notices.selectors import choice_of, inbox_of
from campaigns.posts import services
from campaigns.posts.selectors import comments_of, match_named, posts_of
from mordheim_site.api.fields import read_query


class PostsView(APIView):
    """News and battle reports; a new one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.PostShape(many=True), operation_id="campaigns_posts")
    def get(self, request: Request, slug: str) -> Response:
        seat = access_to_read(request.user, slug)
        return Response([post_shape(post) for post in posts_of(seat.campaign, sees_hidden=seat.runs_it)])

    @extend_schema(
        request=said.PostRequest, responses={201: said.PostShape}, operation_id="campaigns_publish", parameters=[KEY]
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        seat, wanted = access_to_read(request.user, slug), checked(said.PostRequest, request)
        match = _match(seat, wanted["match"]) if wanted.get("match") else None
        limits.count_request(request, "words")
        post = services.publish(
            campaign_id=seat.campaign.pk,
            actor_id=actor_of(request).pk,
            title=wanted["title"],
            body=wanted["body"],
            match_id=match.pk if match is not None else None,
            now=timezone.now(),
            source_key=source_key(request),
        )
        return Response(post_shape(post), status=201)


class PostView(APIView):
    """One post; its author can edit it."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.PostShape, operation_id="campaigns_post")
    def get(self, request: Request, slug: str, pid: str) -> Response:
        return Response(post_shape(post_to_read(access_to_read(request.user, slug), pid)))

    @extend_schema(request=said.PostRequest, responses=said.PostShape, operation_id="campaigns_post_change")
    def put(self, request: Request, slug: str, pid: str) -> Response:
        found = post_to_read(access_to_read(request.user, slug), pid)
        wanted = checked(said.PostRequest, request)
        changed = services.change(
            post_id=found.pk,
            actor_id=actor_of(request).pk,
            title=wanted["title"],
            body=wanted["body"],
            now=timezone.now(),
        )
        return Response(post_shape(changed))


class CommentsView(APIView):
    """Comments below a post or a match (`?post=` or `?match=`); a new one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        parameters=[said.CommentsQuery],
        responses=said.CommentShape(many=True),
        operation_id="campaigns_comments",
    )
    def get(self, request: Request, slug: str) -> Response:
        seat = access_to_read(request.user, slug)
        post, match = _about(seat, **read_query(said.CommentsQuery, request))
        found = comments_of(
            seat.user_id,
            runs_it=seat.runs_it,
            is_member=seat.is_member,
            post=post,
            match=match.pk if match is not None else None,
        )
        return Response([comment_shape(one.row) for one in found])

    @extend_schema(
        request=said.CommentRequest,
        responses={201: said.CommentShape},
        operation_id="campaigns_comment",
        parameters=[KEY],
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        seat, wanted = access_to_read(request.user, slug), checked(said.CommentRequest, request)
        post, match = _about(seat, wanted.get("post", ""), wanted.get("match", ""))
        limits.count_request(request, "words")
        row = services.comment(
            campaign_id=seat.campaign.pk,
            actor_id=actor_of(request).pk,
            body=wanted["body"],
            post_id=post.pk if post is not None else None,
            match_id=match.pk if match is not None else None,
            now=timezone.now(),
            source_key=source_key(request),
        )
        return Response(comment_shape(row), status=201)


class ModerateView(APIView):
    """Ask the arbitrator to look at a comment; hide a post or a comment, or show it again."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=said.ModerateRequest, responses={204: None}, operation_id="campaigns_moderate")
    def post(self, request: Request, slug: str) -> Response:
        seat, wanted = access_to_read(request.user, slug), checked(said.ModerateRequest, request)
        who, now = actor_of(request).pk, timezone.now()
        if wanted["act"] == "flag":
            row = get_object_or_404(Comment, campaign=seat.campaign, public_id=wanted["what"])
            services.flag(comment_id=row.pk, actor_id=who, now=now)
        else:
            what, reason = wanted["what"], wanted["reason"]
            services.hide(campaign_id=seat.campaign.pk, actor_id=who, public_id=what, reason=reason, now=now)
        return Response(status=204)


def _match(seat: CampaignAccess, public_id: str) -> Match:
    found = match_named(seat.campaign, public_id[:12])
    if found is None:
        raise Http404
    return found


def _about(seat: CampaignAccess, post: str, match: str) -> tuple[Post | None, Match | None]:
    """The commented object: a post, else a match. Raises Http404 without either."""
    if post:
        return post_to_read(seat, post[:12]), None
    return None, _match(seat, match)


class NoticesView(APIView):
    """My inbox, newest first; `?before=` goes on. Posting marks all of it read."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(parameters=[said.InboxQuery], responses=said.InboxShape, operation_id="notices_list")
    def get(self, request: Request) -> Response:
        rows, older = inbox_of(actor_of(request).pk, read_query(said.InboxQuery, request)["before"])
        return Response({"results": [notice_shape(row) for row in rows], "older": older})

    @extend_schema(request=None, responses={204: None}, operation_id="notices_read")
    def post(self, request: Request) -> Response:
        mail.mark_read(user_id=actor_of(request).pk, now=timezone.now())
        return Response(status=204)


class NoticeChoicesView(APIView):
    """Notification settings: which events, and whether by mail."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=said.ChoicesShape, operation_id="notices_choices")
    def get(self, request: Request) -> Response:
        return Response(choices_shape(choice_of(actor_of(request).pk)))

    @extend_schema(request=said.ChoicesShape, responses=said.ChoicesShape, operation_id="notices_choose")
    def put(self, request: Request) -> Response:
        wanted = checked(said.ChoicesShape, request)
        row = mail.choose(user_id=actor_of(request).pk, muted=wanted["muted"], rhythm=wanted["rhythm"])
        return Response(choices_shape(row))


class DevicesView(APIView):
    """Devices subscribed to web push, and the key of this site; POST adds one."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=said.DevicesShape, operation_id="notices_devices")
    def get(self, request: Request) -> Response:
        rows = push.devices_of(actor_of(request).pk)
        return Response({"key": push.public_key(), "devices": [device_shape(row) for row in rows]})

    @extend_schema(
        request=said.DeviceRequest,
        responses={201: said.DeviceShape},
        operation_id="notices_device_on",
        parameters=[KEY],
    )
    def post(self, request: Request) -> Response:
        wanted = checked(said.DeviceRequest, request)
        limits.count_request(request, "words")
        row = push.switch_on(user_id=actor_of(request).pk, now=timezone.now(), **wanted)
        return Response(device_shape(row), status=201)


class DeviceView(APIView):
    """One device; DELETE unsubscribes it."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={204: None}, operation_id="notices_device_off")
    def delete(self, request: Request, pid: str) -> Response:
        push.switch_off(user_id=actor_of(request).pk, device=pid)
        return Response(status=204)
