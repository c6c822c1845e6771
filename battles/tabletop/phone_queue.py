"""Entries that were stored on a phone without a network. A script sends them as JSON, with the player who made them. In
the response, `accepted` or `refused` is the id of the entry. If it has neither, the entry was not processed, because
its player is signed out or another user is signed in; then it stays on the phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext_lazy as _

from accounts.idempotency import claim
from accounts.models import User
from mordheim_site.refusals import Refusal


class SignedOut(Refusal):
    code = "signed_out"
    message = _("Nothing was saved because you are signed out. Sign in, then send it again.")
    status = 401


class OtherPlayer(Refusal):
    code = "other_player"
    message = _(
        "Nothing was saved because these entries belong to another player. Sign in as that player to send them."
    )
    status = 403


def id_of(request: HttpRequest) -> str:
    """The id of the entry."""
    return request.POST.get("idempotency_key", "")[:64]


def check_player(request: HttpRequest, user: User | None) -> User:
    """The player of the entry, who must be signed in. Raises SignedOut and OtherPlayer."""
    if user is None:
        raise SignedOut
    if request.POST.get("tapped_by", "") != user.public_id:
        raise OtherPlayer
    return user


def refused(request: HttpRequest, error: Refusal, **more: Any) -> JsonResponse:
    """The response for an entry that the site refuses; `more` are further values about it."""
    return JsonResponse({**error.as_json(), **more, "refused": id_of(request)}, status=error.status)


def answer_once(request: HttpRequest, user: User | None, send: Callable[[], str]) -> JsonResponse:
    """Process an entry once; a second request with its id gets the first response. `send` returns the address of the
    result. Raises SignedOut and OtherPlayer."""
    player, key = check_player(request, user), id_of(request)
    try:
        with transaction.atomic():
            row = claim(user_id=player.pk, key=f"phone:{key}" if key else "")
            if row is not None and row.response is not None:
                return JsonResponse(row.response)
            answer = {"accepted": key, "url": send()}
            if row is not None:
                row.status, row.response = 200, answer
                row.save(update_fields=["status", "response"])
            return JsonResponse(answer)
    except Refusal as error:
        return refused(request, error)
