"""What users do with their API keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NamedTuple

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _
from pydantic import Field
from rest_framework.request import Request

from accounts.adapter import API_KEYS_APP
from accounts.api_keys import services
from accounts.api_keys.serializers import NewKeyOut, new_key_json
from accounts.models import ApiKey, User
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import choice, text
from mordheim_site.refusals import Refusal


class PasswordRequired(Refusal):
    """Creating the first key from a browser session requires the password."""

    code = "password_needed"
    message = _("Create the key in your settings, where you enter your password, or send the request with a key.")
    status = 403


class CreatedApiKey(NamedTuple):
    """A new key row and the text of the key, which is not stored."""

    row: ApiKey
    text: str


class CreateApiKey(
    Operation,
    name="account_create_key",
    who="everyone with an account",
    knows_keys=False,
    secrets=("key",),
    status=201,
    response=NewKeyOut,
    example={"name": "Discord bot", "scopes": ["campaigns"]},
    errors=(services.GuestsCannotUseKeys, services.TooManyKeys, services.NotInScope, PasswordRequired),
):
    """Create an API key. A program cannot grant more scopes than its own key has."""

    name: Annotated[str, *text(60)] = ""
    scopes: Annotated[
        list[Annotated[str, *choice(services.Scope.values)]],
        Field(max_length=len(services.Scope), description="What the key may change; reading needs no scope."),
    ] = []

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        """No target: the key does not exist yet."""

    @classmethod
    @contextmanager
    def surroundings(cls, request: HttpRequest, target: None, actor: User) -> Iterator[None]:
        """Raises PasswordRequired for a request to the API from a session without a recent password."""
        is_session = isinstance(request, Request) and request.auth is None
        if is_session and is_reauthentication_required(request._request, app=API_KEYS_APP):
            raise PasswordRequired
        yield

    def carry_out(self, target: None, call: Call) -> CreatedApiKey:
        if call.scopes is not None and not set(self.scopes) <= call.scopes:
            raise services.NotInScope
        key = services.create_key(user_id=call.actor.pk, name=self.name, scopes=self.scopes)
        return CreatedApiKey(ApiKey.objects.get(digest=services.digest_of(key)), key)

    @classmethod
    def response_of(cls, target: None, result: CreatedApiKey, call: Call) -> dict[str, Any]:
        return new_key_json(result.row, result.text)


class RevokeApiKey(Operation, name="account_revoke_key", who="the owner of the key", knows_keys=False, status=204):
    """Revoke an API key permanently."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> str:
        """The id of a key of the caller. Raises Http404."""
        if not ApiKey.objects.filter(user=actor, public_id=address["pid"]).exists():
            raise Http404
        return str(address["pid"])

    def carry_out(self, target: str, call: Call) -> None:
        services.revoke_key(user_id=call.actor.pk, public_id=target)


OPERATIONS = (CreateApiKey, RevokeApiKey)
