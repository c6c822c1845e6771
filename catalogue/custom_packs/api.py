"""API of custom packs: the same permissions, limits and services as the pages."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.guests.services import AccountNeeded
from accounts.idempotency import idempotent
from accounts.models import User
from catalogue.custom_packs import selectors, services
from catalogue.custom_packs import serializers as said
from catalogue.custom_packs.permissions import pack_to_edit, pack_to_read
from catalogue.custom_packs.reader import read_own
from catalogue.models import OwnPack, PackRelease
from mordheim_site.api.fields import read_body, read_query
from mordheim_site.refusals import Refusal

LISTED = 60
IDEMPOTENCY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)


def _author(request: Request) -> User:
    """The authenticated user with an account. Raises AccountNeeded for a guest."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        raise AccountNeeded
    return user


def _checked(kind: type[Any], request: Request) -> dict[str, Any]:
    return read_body(kind, request)


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")[:56]
    return f"api:{key}" if key else ""


def pack_shape(pack: OwnPack, request: Request) -> dict[str, Any]:
    """A pack as this reader may see it; its author sees the draft too."""
    releases = selectors.releases_of(pack)
    source = pack.forked_from
    found = {
        **said.card_shape(pack, request.user.pk, releases[0].number if releases else None),
        "versions": [said.version_shape(one) for one in releases],
        "forked_from": source.code if source is not None else None,
    }
    if found["is_mine"]:
        found |= {"edition": pack.edition, "text": pack.text, "check": said.check_shape(read_own(pack.text))}
    return found


class PacksView(APIView):
    """My packs, or the public ones; POST creates one."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="packs_list",
        parameters=[said.ListQuery],
        responses=said.PacksOut,
    )
    def get(self, request: Request) -> Response:
        asked = read_query(said.ListQuery, request)
        if asked.get("public") or not request.user.is_authenticated:
            rows = selectors.public_packs(asked["q"])
        else:
            rows = selectors.packs_of(request.user.pk)
        found = list(rows[:LISTED])
        cards = [said.card_shape(pack, request.user.pk, getattr(pack, "latest", None)) for pack in found]
        return Response({"count": len(cards), "results": cards})

    @extend_schema(
        operation_id="packs_begin", parameters=[IDEMPOTENCY], request=said.TextIn, responses={201: said.PackOut}
    )
    @idempotent
    def post(self, request: Request) -> Response:
        author = _author(request)
        text = _checked(said.TextIn, request)["text"]
        limits.count_request(request, "packs", author)
        pack = services.create_pack(owner_id=author.pk, text=text, at=timezone.now(), source_key=_key(request))
        return Response(pack_shape(pack, request), status=201)


class CheckView(APIView):
    """A dry run: every mistake of a text, and advice. Nothing is saved."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="packs_check", request=said.TextIn, responses=said.CheckOut)
    def post(self, request: Request) -> Response:
        limits.count_request(request, "checks")
        text = _checked(said.TextIn, request)["text"]
        return Response(said.check_shape(read_own(text)))


class PackView(APIView):
    """One pack; PUT saves the draft, DELETE deletes a pack that was never released."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="packs_read", responses=said.PackOut)
    def get(self, request: Request, pid: str) -> Response:
        return Response(pack_shape(pack_to_read(request.user, pid), request))

    @extend_schema(operation_id="packs_keep", request=said.DraftIn, responses=said.PackOut)
    def put(self, request: Request, pid: str) -> Response:
        pack = pack_to_edit(request.user, pid)
        asked = _checked(said.DraftIn, request)
        limits.count_request(request, "orders")
        kept = services.save_draft(pack_id=pack.pk, text=asked["text"], edition=asked["edition"], at=timezone.now())
        return Response(pack_shape(kept, request))

    @extend_schema(operation_id="packs_delete", request=None, responses={204: None})
    def delete(self, request: Request, pid: str) -> Response:
        services.delete(pack_id=pack_to_edit(request.user, pid).pk)
        return Response(status=204)


class ReleaseView(APIView):
    """Freezing the draft as the next version."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="packs_release", request=said.ReleaseIn, responses={201: said.VersionOut})
    def post(self, request: Request, pid: str) -> Response:
        pack = pack_to_edit(request.user, pid)
        asked = _checked(said.ReleaseIn, request)
        limits.count_request(request, "packs")
        made = services.release(pack_id=pack.pk, note=asked["note"], edition=asked["edition"], at=timezone.now())
        return Response(said.version_shape(made), status=201)


class ShareView(APIView):
    """Visibility; archive or restore."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="packs_share", request=said.ShareIn, responses=said.PackOut)
    def post(self, request: Request, pid: str) -> Response:
        pack = pack_to_edit(request.user, pid)
        asked = _checked(said.ShareIn, request)
        if not asked:
            raise Refusal("no_such_choice", _("Send the visibility of the pack, or whether it is archived."))
        if "visibility" in asked:
            pack = services.share(pack_id=pack.pk, visibility=asked["visibility"])
        if "is_put_away" in asked:
            pack = services.archive(pack_id=pack.pk, at=timezone.now() if asked["is_put_away"] else None)
        return Response(pack_shape(pack, request))


class ForkView(APIView):
    """Copy a version as a pack of the user's own."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="packs_fork", parameters=[IDEMPOTENCY], request=said.ForkIn, responses={201: said.PackOut}
    )
    @idempotent
    def post(self, request: Request, pid: str) -> Response:
        pack = pack_to_read(request.user, pid)
        author = _author(request)
        number = _checked(said.ForkIn, request)["number"]
        release = PackRelease.objects.select_related("pack").filter(pack=pack, number=number).first()
        if release is None:
            raise Refusal("no_such_version", _("This version does not exist, so nothing was copied."))
        limits.count_request(request, "packs", author)
        made = services.fork(release=release, owner_id=author.pk, at=timezone.now(), source_key=_key(request))
        return Response(pack_shape(made, request), status=201)


class VersionView(APIView):
    """One version whole."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="packs_version", responses=said.WholeVersionOut)
    def get(self, request: Request, pid: str, number: int) -> Response:
        pack = pack_to_read(request.user, pid)
        release = PackRelease.objects.select_related("pack").filter(pack=pack, number=number).first()
        if release is None:
            raise Http404
        return Response({**said.version_shape(release), "text": release.text, "facts": release.facts})
