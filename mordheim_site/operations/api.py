"""The API of operations: one handler for each, with permission, rate limit, Idempotency-Key and documentation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import ValidationError
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.idempotency import LONGEST, BadKey, IdempotencyKeyReused, answered_once, idempotent
from accounts.models import ApiKey, User
from mordheim_site.api.fields import ErrorOut
from mordheim_site.api.schema import ERRORS
from mordheim_site.operations import schema  # noqa: F401 - describes operations in the API schema
from mordheim_site.operations.base import Call, Declaration, Operation
from mordheim_site.operations.messages import InvalidInput, fields_of
from mordheim_site.refusals import Refusal

IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": "^[!-~]([ -~]*[!-~])?$"},
    OpenApiParameter.HEADER,
    description="Requests with the same key are carried out once.",
)
AnyOperation = TypeVar("AnyOperation", bound=Operation)
Handler = Callable[..., Response]


def read_json(operation: type[AnyOperation], body: Any) -> AnyOperation:
    """The operation with the values of a JSON body. Raises InvalidInput with a sentence for each field.

    For combined operations the status is 422, because their schema does not state which fields each action needs.
    """
    try:
        values = operation.model_validate(dict(body) if isinstance(body, Mapping) else body, strict=True)
    except ValidationError as invalid:
        raise InvalidInput(fields=fields_of(invalid.errors(include_url=False), operation)) from invalid
    try:
        values.resolved()
    except ValidationError as invalid:
        fields = fields_of(invalid.errors(include_url=False), operation)
        raise InvalidInput(status=422, fields=fields) from invalid
    return values


def source_key(request: Request) -> str:
    """The idempotency key of the request, which makes a repeated request act only once; "" if it has none."""
    key = request.headers.get("Idempotency-Key", "")[:64]
    return f"api:{key}" if key else ""


def handler_of(operation: type[Operation]) -> Handler:
    """The method of an API view that carries out an operation, with its description for the schema."""
    declared = operation.declaration

    def handle(view: APIView, request: Request, /, **address: Any) -> Response:
        actor = request.user
        if not isinstance(actor, User):
            raise NotAuthenticated
        target = operation.target_for(actor, **address)
        values = read_json(operation, request.data)
        if declared.guest_limit:
            limits.count_guest_request(request, declared.guest_limit, actor)
        if values.rate_limit:
            limits.count_request(request, values.rate_limit, actor)
        scopes = frozenset(request.auth.scopes) if isinstance(request.auth, ApiKey) else None
        call = Call(actor, timezone.now(), source_key(request), scopes)
        try:
            with operation.surroundings(request, target, actor):
                result = values.carry_out(target, call)
        except Refusal as refusal:
            refusal.name_field(values.model_fields_set)
            refusal.name_field(operation.model_fields)
            raise
        return Response(operation.response_of(target, result, call), status=operation.status_of(result))

    keyed = idempotent(handle) if declared.knows_keys else answered_once(handle, declared.secrets)
    keyed.operation = operation  # type: ignore[attr-defined]
    responses = {declared.status: declared.response, **responses_of(declared)}
    if operation.status_of.__func__ is not Operation.status_of.__func__:  # type: ignore[attr-defined]
        responses[200] = OpenApiResponse(
            declared.response, description="The same key was used before: nothing new was done."
        )
    described: Handler = extend_schema(
        operation_id=declared.name,
        deprecated=declared.is_combined or None,
        summary=declared.summary.splitlines()[0],
        description=description_of(declared),
        parameters=[IDEMPOTENCY],
        request=operation if operation.model_fields else None,
        responses=responses,
        examples=[OpenApiExample("Example", value=dict(declared.example), request_only=True)]
        if operation.model_fields
        else [],
    )(keyed)
    return described


def description_of(declared: Declaration) -> str:
    """The description for the schema: the docstring of the operation, and who may use it."""
    return f"{declared.summary}\n\nFor {declared.who}."


def responses_of(declared: Declaration) -> dict[int, OpenApiResponse]:
    """The expected refusals by HTTP status, each with its code and its meaning."""
    kinds: tuple[type[Refusal], ...] = (*declared.errors, IdempotencyKeyReused, BadKey)
    by_status: dict[int, list[str]] = defaultdict(list)
    for kind in dict.fromkeys(kinds):
        by_status[kind.status].extend(f"* `{code}`: {meaning}" for code, meaning in kind.meanings().items())
    return {
        status: OpenApiResponse(
            declared.error_shapes.get(status, ErrorOut), description="\n".join([ERRORS[status], "", *sorted(lines)])
        )
        for status, lines in by_status.items()
    }


class OperationView(APIView):
    """A view of the API that only carries out operations."""

    permission_classes = (IsAuthenticated,)


def operation_view(**methods: type[Operation]) -> type[OperationView]:
    """Create an API view that carries out an operation for each HTTP method: `operation_view(post=Buy)`."""
    first = next(iter(methods.values()))
    parts = {method: handler_of(operation) for method, operation in methods.items()}
    return type(f"{first.__name__}View", (OperationView,), {**parts, "__doc__": first.__doc__})
