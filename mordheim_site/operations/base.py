"""An operation is something a person or a program can do, declared once: its input as fields, and one function.

    class Buy(WarbandOperation, name="warband_buy", example={"item": "sword"}, errors=(NotForSale,)):
        '''Buy an item for a warrior or the stash.'''

        item: Code
        count: Count = 1

        def perform(self, warband_id: int, context: ActionContext) -> LedgerResult: ...

The page, the API endpoint and its documentation derive from it: see `pages.py`, `api.py` and `schema.py`.
"""

from __future__ import annotations

import datetime
import inspect
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.http import HttpRequest
from pydantic import BaseModel, ConfigDict

from accounts.models import User
from mordheim_site.refusals import Refusal
from mordheim_site.registry import Registry


@dataclass(frozen=True, slots=True)
class Call:
    """The caller of an operation, and the time. A second call of the same user with the same `source_key` does nothing;
    "" means no key. `scopes` are those of the API key in the request, or None without an API key."""

    actor: User
    at: datetime.datetime
    source_key: str = ""
    scopes: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Callback:
    """A POST that the site sends later because of an operation, for the API schema. `url` is an OpenAPI runtime
    expression; `body` a serializer. `headers` and `responses` have a meaning for each name or status."""

    name: str
    url: str
    summary: str
    body: Any
    headers: Mapping[str, str]
    responses: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Everything that pages, API and documentation need to know about an operation, in addition to its input.

    `name` identifies it in the API schema. `who` completes "For ...". `limit` is a key of settings.LIMITS,
    `guest_limit` one of settings.GUEST_LIMITS. `errors` are the refusals that a caller should expect. `response` is a
    serializer, or None for an empty response; `status` is that of a success. With `knows_keys`, the service itself
    finds the result of an earlier request with the same Idempotency-Key. Otherwise the API stores the response under
    the key and sends it again, with the fields in `secrets` empty. `component` is the name of the input in the API
    schema, by default the class name with Request. `callbacks` are requests that the site sends later. `error_shapes`
    are serializers of errors with further fields, by status. `is_combined` marks an operation that only passes on to
    others (`combined.py`); its API address is deprecated.
    """

    name: str
    summary: str
    who: str
    limit: str = ""
    guest_limit: str = ""
    knows_keys: bool = True
    secrets: tuple[str, ...] = ()
    status: int = 200
    response: Any = None
    component: str = ""
    is_combined: bool = False
    error_shapes: Mapping[int, Any] = field(default_factory=dict)
    callbacks: tuple[Callback, ...] = ()
    errors: tuple[type[Refusal], ...] = ()
    example: Mapping[str, Any] = field(default_factory=dict)


class Operation(BaseModel):
    """Base of all operations. A subclass with a `name` is a declared operation; a subclass without one is a base of
    others. The other class arguments are those of `Declaration`. Arguments that a subclass leaves out are inherited,
    and `errors` are added to the inherited ones."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    declaration: ClassVar[Declaration]
    declared: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls, *, name: str = "", errors: tuple[type[Refusal], ...] = (), **declared: Any) -> None:
        super().__init_subclass__()
        inherited = [getattr(base, "declared", {}) for base in reversed(cls.__bases__)]
        kinds = [kind for values in inherited for kind in values.get("errors", ())]
        merged = {name: value for values in inherited for name, value in values.items()}
        cls.declared = {**merged, **declared, "errors": tuple(dict.fromkeys((*kinds, *errors)))}
        if name:
            cls.declaration = Declaration(name=name, summary=inspect.cleandoc(cls.__doc__ or ""), **cls.declared)

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Any:
        """The object that the operation acts on, found with the values in the address. Raises Http404, or a Refusal."""
        raise NotImplementedError

    @classmethod
    def surroundings(cls, request: HttpRequest, target: Any, actor: User) -> AbstractContextManager[None]:
        """Context manager within which the operation is carried out, such as a limit that is uncounted if the operation
        has no effect."""
        return nullcontext()

    def resolved(self) -> Operation:
        """The operation to carry out: this one, or for a combined operation the one that its fields select."""
        return self

    def carry_out(self, target: Any, call: Call) -> Any:
        """Perform the operation and return its result. Raises its `errors`."""
        raise NotImplementedError

    @property
    def rate_limit(self) -> str:
        """The limit that this request counts towards, a key of settings.LIMITS; "" for none."""
        return self.declaration.limit

    @classmethod
    def response_of(cls, target: Any, result: Any, call: Call) -> Any:
        """The JSON body of a successful response of the API; None if it is empty."""
        return None

    @classmethod
    def status_of(cls, result: Any) -> int:
        """The HTTP status of a successful response."""
        return cls.declaration.status

    @classmethod
    def values_of_form(cls, form: Mapping[str, str]) -> dict[str, Any]:
        """The values of a submitted form by field. Empty texts become the default, unknown names are ignored."""
        return {
            name: form[name]
            for name, info in cls.model_fields.items()
            if name in form and (form[name] != "" or info.is_required())
        }


OPERATIONS: Registry[str, type[Operation]] = Registry("operation")


def register(*operations: type[Operation]) -> None:
    """Add declared operations to the registry. Call it in AppConfig.ready."""
    for operation in operations:
        OPERATIONS.add(operation.declaration.name, operation)
