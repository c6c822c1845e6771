"""Every operation has a page and an API address, and with a few exceptions nothing else changes data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from mordheim_site.api.old_paths import OLD_PATHS
from mordheim_site.operations.base import OPERATIONS, Operation
from tests.shell.answers import ANSWERS
from tests.shell.world import Route, our_routes

API = "api/v1/"
WRITES = ("post", "put", "patch", "delete")
NOT_OURS = ("accounts/",)
"""Views of a library for signing in and signing up."""
OUR_ACCOUNT_PAGES = ("settings/", "api-key/", "export/", "close/", "keys/", "hand-over/")
"""Account pages of our own."""
NO_OPERATIONS = {
    "page theme/": "stores how this browser shows the pages, for visitors without an account too",
    "page inbox/stop/<pid:key>/": "mail programs call it with the key of a mail; the API changes notices",
    "page accounts/close/": "deleting an account asks for the password",
    "page accounts/keys/": "the keys of the board, for a keyboard",
    "page accounts/hand-over/": "moves what a browser session of a guest made",
    "page jobs/<pid:public_id>/retry/": "repeats a job of the site that failed; a program repeats its own request",
}
"""Changes on pages that are not an operation of the product, with the reason."""


def operations_of_page(route: Route) -> tuple[type[Operation], ...]:
    """The operations that a page view declares to carry out."""
    return tuple(getattr(route.view, "operations", ()))


def methods_of_api(route: Route) -> Iterator[tuple[str, Any]]:
    """The writing methods of an API view."""
    view = getattr(route.view, "cls", None)
    for method in WRITES:
        handler = getattr(view, method, None)
        if handler is not None:
            yield method, handler


def pages() -> list[Route]:
    """All pages that accept a form."""
    return [
        route
        for route in our_routes()
        if (not route.address.startswith((API, *NOT_OURS)) or is_account_page(route.address))
        and accepts_posts(route.address)
    ]


def is_account_page(address: str) -> bool:
    """Whether this is an account page of our own, below accounts/."""
    return address in {f"accounts/{page}" for page in OUR_ACCOUNT_PAGES}


def accepts_posts(address: str) -> bool:
    stated = ANSWERS.get(address)
    return stated is not None and (405 not in stated[3:] or stated[0] == 405)


def api_routes() -> list[Route]:
    old = {API + path for path in OLD_PATHS}
    return [route for route in our_routes() if route.address.startswith(API) and route.address not in old]


def test_every_operation_has_a_page_and_an_api_address() -> None:
    views = [route for route in our_routes() if not route.address.startswith(API)]
    on_pages = {operation for route in views for operation in operations_of_page(route)}
    in_api = {
        handler.operation
        for route in api_routes()
        for _, handler in methods_of_api(route)
        if hasattr(handler, "operation")
    }
    declared = {operation for operation in OPERATIONS.values() if not operation.declaration.is_combined}
    combined = set(OPERATIONS.values()) - declared
    assert combined <= in_api, "an old address stopped working"
    assert len(declared) >= 30
    assert {operation.declaration.name for operation in declared - on_pages} == set(), "without a page"
    assert {operation.declaration.name for operation in declared - in_api} == set(), "without an API address"
    assert {operation.declaration.name for operation in (on_pages | in_api) - declared - combined} == set(), (
        "not registered"
    )


def undeclared() -> list[str]:
    """Pages and API methods that change data and are not a declared operation."""
    found = [f"page {route.address}" for route in pages() if not operations_of_page(route)]
    found = [line for line in found if line not in NO_OPERATIONS]
    for route in api_routes():
        found += [
            f"{method.upper()} {route.address}"
            for method, handler in methods_of_api(route)
            if not hasattr(handler, "operation")
        ]
    return sorted(found)


def test_everything_that_changes_data_is_a_declared_operation() -> None:
    """Declare it as docs/developers/extending.md describes. NO_OPERATIONS has the exceptions, each with its reason."""
    assert undeclared() == []


def test_exceptions_are_pages_that_still_exist() -> None:
    without = {f"page {route.address}" for route in pages() if not operations_of_page(route)}
    assert not set(NO_OPERATIONS) - without


@pytest.mark.parametrize("operation", list(OPERATIONS.values()), ids=list(OPERATIONS))
def test_names_and_documentation(operation: type[Operation]) -> None:
    declared = operation.declaration
    assert declared.summary.splitlines()[0].endswith("."), "one sentence in the first line"
    assert declared.response is not None or declared.status == 204
    assert len({kind.code for kind in declared.errors}) == len(set(declared.errors)), "one meaning for each error code"


def test_every_limit_of_an_operation_is_one_of_the_settings() -> None:
    declared = [operation.declaration for operation in OPERATIONS.values()]
    assert {one.limit for one in declared} <= {"", *settings.LIMITS}
    assert {one.guest_limit for one in declared} <= {"", *settings.GUEST_LIMITS}
