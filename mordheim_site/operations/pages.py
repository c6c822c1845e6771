"""Operations on pages: a submitted form is converted to the same object as a request to the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import ValidationError

from accounts import limits
from accounts.models import User
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.messages import NotUnderstood, fields_of, is_typed

AnyOperation = TypeVar("AnyOperation", bound=Operation)
View = TypeVar("View", bound=Callable[..., Any])


def read_form(operation: type[AnyOperation], form: Mapping[str, str]) -> AnyOperation:
    """The operation with the values of a form. Raises NotUnderstood with a sentence for each field."""
    return _validated(operation, operation.values_of_form(form))


def _validated(operation: type[AnyOperation], values: Mapping[str, Any]) -> AnyOperation:
    try:
        data = operation.model_validate(dict(values))
        data.resolved()
    except ValidationError as invalid:
        errors = invalid.errors(include_url=False)
        fields = fields_of(errors, operation)
        if all(map(is_typed, errors)):
            raise NotUnderstood(message=_("Nothing was changed. Correct what you entered:"), fields=fields) from invalid
        raise NotUnderstood from invalid
    return data


def source_key_of(request: HttpRequest) -> str:
    """The idempotency key in the form, which makes a form that is sent twice act only once; "" if it has none."""
    key = request.POST.get("idempotency_key", "")[:64]
    return f"form:{key}" if key else ""


def call_of(request: HttpRequest, actor: User, source_key: str | None = None) -> Call:
    """The caller of an operation on a page."""
    return Call(actor, timezone.now(), source_key if source_key is not None else source_key_of(request))


def user_of(request: HttpRequest) -> User:
    """The signed-in user, for a page that needs one."""
    user = request.user
    assert isinstance(user, User)
    return user


def perform(
    request: HttpRequest,
    operation: type[Operation],
    target: Any,
    *,
    actor: User | None = None,
    form: Mapping[str, str] | None = None,
    values: Mapping[str, Any] | None = None,
    source_key: str | None = None,
) -> Any:
    """Carry out an operation with the submitted form, as the signed-in user or as `actor`, and return its result.
    `form` replaces the submitted form; `values` are fields that a Django form has already validated; `source_key`
    replaces the key of the form, for forms that act several times. Raises NotUnderstood, RateLimitExceeded, and the
    operation's errors."""
    user = actor if actor is not None else user_of(request)
    if values is None:
        sent = read_form(operation, request.POST.dict() if form is None else form)
    else:
        sent = _validated(operation, values)
    if operation.declaration.guest_limit:
        limits.count_guest_request(request, operation.declaration.guest_limit, user)
    if sent.rate_limit:
        limits.count_request(request, sent.rate_limit, user)
    with operation.surroundings(request, target, user):
        return sent.carry_out(target, call_of(request, user, source_key))


def carries_out(*operations: type[Operation]) -> Callable[[View], View]:
    """Decorator of a page view that states which operations it carries out. Tests use this to find the page of each
    operation."""

    def decorate(view: View) -> View:
        view.operations = operations  # type: ignore[attr-defined]
        return view

    return decorate
