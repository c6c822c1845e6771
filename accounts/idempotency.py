"""Idempotency keys: a request that is sent again, even at the same moment, acts once.

A key is claimed by a unique row in the transaction of the request itself. On PostgreSQL a second request with the same
key waits at that row until the first has ended. Then it finds what the first created, or runs itself if the first
failed. SQLite allows one writer at a time anyway.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar, cast

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import RequestKey, User
from mordheim_site.refusals import Refusal

KEPT: Final = datetime.timedelta(days=30)
LONGEST: Final = 56

P = ParamSpec("P")
View = TypeVar("View", bound=APIView)
Handler = Callable[Concatenate[View, Request, P], Response]


class IdempotencyKeyReused(Refusal):
    """The key belongs to a different request."""

    code = "idempotency_key_used"
    message = _("This Idempotency-Key was already used for a different request. Use a new key for a new request.")


class BadKey(Refusal):
    """The key is empty, too long or contains characters that are not allowed.

    It is not shortened, because a truncated key could equal another key.
    """

    code = "bad_idempotency_key"
    message = _("An Idempotency-Key has 1 to 56 printable ASCII characters. Send another one.")


def claim(*, user_id: int, key: str, digest: str = "") -> RequestKey | None:
    """Hold a key until the surrounding transaction ends; call it before any lookup. Without a key nothing is claimed.

    `digest` identifies the request. Returns the stored key. Raises IdempotencyKeyReused when the key was claimed
    with another digest.
    """
    if not key:
        return None
    row, is_new = RequestKey.objects.get_or_create(user_id=user_id, key=key[:160], defaults={"digest": digest})
    if not is_new and digest and row.digest and row.digest != digest:
        raise IdempotencyKeyReused
    return row


def digest_of(request: Request) -> str:
    """SHA-256 over method, address and body; the order of a body's fields does not matter."""
    body = json.dumps(request.data, sort_keys=True, default=str)
    return hashlib.sha256(f"{request.method} {request.path}\n{body}".encode()).hexdigest()


def idempotent(handler: Handler[View, P]) -> Handler[View, P]:
    """Decorate an API handler that reads the header Idempotency-Key.

    Its services find what an earlier request with the key created; here the key is claimed, so that simultaneous
    requests run in sequence, and refused for a different body. Raises BadKey, IdempotencyKeyReused.
    """

    return _claiming(handler)


def answered_once(handler: Handler[View, P], secrets: Sequence[str] = ()) -> Handler[View, P]:
    """Like `idempotent`, for a handler whose service knows no keys: the same request again gets the stored response.

    The fields named by `secrets` are not stored; the second response has them empty.
    """
    return _claiming(handler, keeps_response=True, secrets=secrets)


def _claiming(
    handler: Handler[View, P], *, keeps_response: bool = False, secrets: Sequence[str] = ()
) -> Handler[View, P]:
    @wraps(handler)
    def claimed(view: View, request: Request, *args: P.args, **kwargs: P.kwargs) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None or not isinstance(request.user, User):
            return handler(view, request, *args, **kwargs)
        if not 1 <= len(key) <= LONGEST or not (key.isascii() and key.isprintable()):
            raise BadKey
        with transaction.atomic():
            row = claim(user_id=request.user.pk, key=f"request:{key}", digest=digest_of(request))
            if row is None or not keeps_response:
                return handler(view, request, *args, **kwargs)
            if row.status is not None:
                return Response(row.response, status=row.status)
            response = handler(view, request, *args, **kwargs)
            row.status = response.status_code
            stored = json.loads(JSONRenderer().render(response.data) or b"null")
            row.response = {**stored, **dict.fromkeys(secrets, "")} if secrets else stored
            row.save(update_fields=["status", "response"])
            return response

    return cast(Handler[View, P], claimed)


def sweep(*, now: datetime.datetime) -> int:
    """Delete keys older than KEPT. Returns the number of deleted keys."""
    deleted, _by_model = RequestKey.objects.filter(claimed_at__lt=now - KEPT).delete()
    return deleted
