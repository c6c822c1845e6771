"""API keys: creation, scopes and authentication. Only a digest of a key is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import models, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import TokenAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts.audit.services import record
from accounts.models import ApiKey, AuditEvent, User
from mordheim_site.refusals import Refusal
from mordheim_site.reuse.prepared_queries import PreparedQuery


class Scope(models.TextChoices):
    """What a key may change. Every key can read the game data that its owner can read; the account's own data needs
    ACCOUNT."""

    WARBANDS = "warbands", _("change warbands")
    CAMPAIGNS = "campaigns", _("run and join leagues")
    BATTLES = "battles", _("fight battles, create tables")
    PACKS = "packs", _("write packs")
    ACCOUNT = "account", _("manage this account: notices, devices, personal data")


ROOMS: Final[dict[str, Scope | None]] = {
    "warbands": Scope.WARBANDS,
    "campaigns": Scope.CAMPAIGNS,
    "solo-campaigns": Scope.CAMPAIGNS,
    "battles": Scope.BATTLES,
    "tables": Scope.BATTLES,
    "packs": Scope.PACKS,
    "odds": None,
    "rules": None,
    "people": None,
    "me": None,
    "catalogue": None,
    "schema": None,
    "": None,
}
"""The API scope that a writing request needs, by the first path segment below /api/v1/; None where nothing is stored. A
path that is not listed needs ACCOUNT, for reading too."""
MOST: Final = 10
SEEN_EVERY: Final = timedelta(minutes=10)
_key_of_digest = PreparedQuery(lambda digest: ApiKey.objects.select_related("user").filter(digest=digest), str)
"""A key with its user. Every request with a key asks this, so its SQL is built once."""
KEY_HEADER: Final = re.compile(rb"\w+ +[!-~]+ *")
"""An Authorization header with one key."""


class GuestsCannotUseKeys(Refusal):
    """Guests cannot have API keys, because a key would outlive the browser session."""

    code = "guests_have_no_key"
    message = _("API keys need an account. Sign up first; you keep everything you made.")
    status = 403


class TooManyKeys(Refusal):
    """The account has the maximum number of keys."""

    code = "too_many_keys"
    message = _("You can have at most ten API keys. Revoke one you no longer need.")


class NotInScope(Refusal):
    """The key does not include the scope."""

    code = "not_in_scope"
    message = _("This API key may not do that. Create a key in your settings that includes it.")
    status = 403


def digest_of(key: str) -> str:
    """The stored digest. Keys are long and random, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


@transaction.atomic
def create_key(*, user_id: int, name: str = "", scopes: list[str] | None = None) -> str:
    """Create a key and return it; it cannot be read later. Without `scopes` it may do everything. Raises
    GuestsCannotUseKeys, TooManyKeys."""
    user = User.objects.select_for_update().get(pk=user_id)
    if user.is_guest:
        raise GuestsCannotUseKeys
    if ApiKey.objects.filter(user=user).count() >= MOST:
        raise TooManyKeys
    chosen = [scope.value for scope in Scope if scopes is None or scope.value in scopes]
    key = secrets.token_hex(20)
    ApiKey.objects.create(user=user, name=name.strip()[:60], digest=digest_of(key), scopes=chosen)
    record(AuditEvent.KEY_CREATED, user=user, scopes=", ".join(chosen))
    return key


@transaction.atomic
def revoke_key(*, user_id: int, public_id: str = "") -> None:
    """Revoke the key with this id, or all keys of the user if the id is "". A second call changes nothing."""
    keys = ApiKey.objects.filter(user_id=user_id)
    revoked, _each = (keys.filter(public_id=public_id) if public_id else keys).delete()
    if revoked:
        record(AuditEvent.KEY_REVOKED, user=User.objects.get(pk=user_id), count=revoked)


def keys_of(user_id: int) -> list[ApiKey]:
    """The keys of a user, oldest first. One query."""
    return list(ApiKey.objects.filter(user_id=user_id))


def scope_asked(method: str, path: str) -> Scope | None:
    """The scope that a request needs; None for reading anything except the account's own data."""
    room = path.partition("/api/v1/")[2].partition("/")[0]
    if room in ROOMS and method in SAFE_METHODS:
        return None
    return ROOMS.get(room, Scope.ACCOUNT)


class KeyAuthentication(TokenAuthentication):
    """`Authorization: Bearer KEY`, or `Token KEY`. A key without the needed scope is refused before the view runs."""

    def authenticate(self, request: Request) -> tuple[Any, ApiKey] | None:
        scheme = get_authorization_header(request).partition(b" ")[0].lower()
        # A new instance authenticates each request.
        self.keyword = "Bearer" if scheme == b"bearer" else "Token"
        if scheme in (b"bearer", b"token") and not KEY_HEADER.fullmatch(get_authorization_header(request)):
            raise AuthenticationFailed(
                _("This header contains no valid key. Send one key: `Authorization: Bearer KEY`.")
            )
        known: tuple[Any, ApiKey] | None = super().authenticate(request)
        if known is not None:
            scope = scope_asked(request.method or "", request.path_info)
            if scope is not None and scope not in known[1].scopes:
                raise NotInScope
        return known

    def authenticate_header(self, request: Request) -> str:
        """`WWW-Authenticate` of a response with 401: both schemes."""
        return "Bearer, Token"

    def authenticate_credentials(self, key: str) -> tuple[Any, ApiKey]:
        found = _key_of_digest.first(digest_of(key))
        if found is None or not found.user.is_active:
            raise AuthenticationFailed(_("This API key is not valid. Create a new one in your settings."))
        _seen(found, timezone.now())
        return found.user, found


def user_of_header(header: str) -> User | None:
    """The user of an Authorization header, `Bearer KEY` or `Token KEY`, for connections that are not API requests."""
    scheme, _space, key = header.strip().partition(" ")
    if scheme.lower() not in ("bearer", "token") or not key:
        return None
    try:
        user: User = KeyAuthentication().authenticate_credentials(key.strip())[0]
    except AuthenticationFailed:
        return None
    return user


def is_valid_header(header: str) -> bool:
    """Whether the key of an Authorization header still exists and its user is active. One query."""
    key = header.strip().partition(" ")[2].strip()
    return ApiKey.objects.filter(digest=digest_of(key), user__is_active=True).exists()


def _seen(key: ApiKey, now: datetime) -> None:
    """Record that the key was used, at most once in a while."""
    if key.used_at is None or now - key.used_at > SEEN_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(used_at=Now())
