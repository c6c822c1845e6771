"""API of news, reports, comments, moderation and notifications."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.core.permissions import CampaignAccess, access_to_read
from campaigns.deals import serializers as said
from campaigns.deals.api import actor_of
from campaigns.deals.api_shapes import choices_shape, comment_shape, device_shape, notice_shape, post_shape
from campaigns.models import Match, Post
from campaigns.notices import push
from campaigns.notices.operations import AddDevice, ChooseNotices, MarkRead
from campaigns.notices.selectors import choice_of, inbox_of
from campaigns.posts.operations import EditPost, Publish, WriteComment, check_subject, match_in
from campaigns.posts.permissions import post_to_read
from campaigns.posts.selectors import COMMENTS, SHOWN, comment_rows, posts_of
from mordheim_site.api.fields import read_query
from mordheim_site.api.paging import ArrayPagination, pages_of
from mordheim_site.operations.api import handler_of


class PostsView(APIView):
    """News and battle reports. A POST publishes one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = pages_of(SHOWN, ArrayPagination)

    @extend_schema(responses=said.PostShape(many=True), operation_id="campaigns_posts")
    def get(self, request: Request, slug: str) -> Response:
        access = access_to_read(request.user, slug)
        pages = self.pagination_class()
        rows = pages.paginate_queryset(posts_of(access.campaign, sees_hidden=access.runs_it), request)
        return pages.get_paginated_response([post_shape(post) for post in rows])

    post = handler_of(Publish)


class PostView(APIView):
    """One post; its author can edit it."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=said.PostShape, operation_id="campaigns_post")
    def get(self, request: Request, slug: str, pid: str) -> Response:
        return Response(post_shape(post_to_read(access_to_read(request.user, slug), pid)))

    put = handler_of(EditPost)


class CommentsView(APIView):
    """Comments on a post or a match (`?post=` or `?match=`). A POST adds one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = pages_of(COMMENTS, ArrayPagination)

    @extend_schema(
        parameters=[said.CommentsQuery],
        responses=said.CommentShape(many=True),
        operation_id="campaigns_comments",
    )
    def get(self, request: Request, slug: str) -> Response:
        access = access_to_read(request.user, slug)
        post, match = _about(access, **read_query(said.CommentsQuery, request))
        rows = comment_rows(
            access.user_id, runs_it=access.runs_it, post=post, match=match.pk if match is not None else None
        )
        pages = self.pagination_class()
        found = pages.paginate_queryset(rows, request)
        return pages.get_paginated_response([comment_shape(row) for row in found])

    post = handler_of(WriteComment)


def _about(access: CampaignAccess, post: str, match: str) -> tuple[Post | None, Match | None]:
    """The post or match that is commented on. Raises OneSubjectNeeded, or Http404 if it does not exist."""
    check_subject(post, match)
    if post:
        return post_to_read(access, post[:12]), None
    return None, match_in(access, match)


class NoticesView(APIView):
    """The caller's inbox, newest first; `?before=` loads the next page. A POST marks all notices as read."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(parameters=[said.InboxQuery], responses=said.InboxShape, operation_id="notices_list")
    def get(self, request: Request) -> Response:
        rows, older = inbox_of(actor_of(request).pk, read_query(said.InboxQuery, request).get("before", 0))
        return Response({"results": [notice_shape(row) for row in rows], "older": older or None})

    post = handler_of(MarkRead)


class NoticeChoicesView(APIView):
    """Notification settings: which events, and whether by mail."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=said.ChoicesShape, operation_id="notices_choices")
    def get(self, request: Request) -> Response:
        return Response(choices_shape(choice_of(actor_of(request).pk)))

    put = handler_of(ChooseNotices)


class DevicesView(APIView):
    """Devices subscribed to web push, and the public key of this site. A POST adds a device."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=said.DevicesShape, operation_id="notices_devices")
    def get(self, request: Request) -> Response:
        rows = push.devices_of(actor_of(request).pk)
        return Response({"key": push.public_key(), "devices": [device_shape(row) for row in rows]})

    post = handler_of(AddDevice)
