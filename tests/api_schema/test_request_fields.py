"""Request fields of the API are our own classes, whose schema states exactly what they accept."""

from collections.abc import Iterator

from django.urls import get_resolver
from rest_framework.fields import _UnvalidatedField
from rest_framework.serializers import BaseSerializer, Field, ListSerializer

from mordheim_site.api.fields import RequestSerializer
from mordheim_site.operations.base import OPERATIONS

ANYTHING = (BaseSerializer, ListSerializer, _UnvalidatedField)
"""Parts that state their own fields, or that accept any JSON."""


def requests_of(kind: type[RequestSerializer]) -> Iterator[type[RequestSerializer]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from requests_of(subclass)


def parts(field: Field, path: str) -> Iterator[tuple[str, Field]]:
    """The field and the fields it contains: items of a list, values of an object."""
    yield path, field
    child = getattr(field, "child", None)
    if child is not None:
        yield from parts(child, f"{path}.*")


def test_every_request_field_states_in_the_schema_what_it_accepts() -> None:
    get_resolver().url_patterns  # noqa: B018  Importing every URL imports every serializer.
    kinds = list(requests_of(RequestSerializer))
    assert len(kinds) + len(OPERATIONS) > 90
    foreign = [
        f"{kind.__module__}.{kind.__name__}.{path}: {type(part).__module__}.{type(part).__name__}"
        for kind in kinds
        for name, field in kind().fields.items()
        for path, part in parts(field, name)
        if type(part).__module__.startswith("rest_framework.") and not isinstance(part, ANYTHING)
    ]
    assert not foreign, "\n".join(foreign)
