"""Declares the refusals of reads for the schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mordheim_site.refusals import Refusal

AnyHandler = TypeVar("AnyHandler", bound=Callable[..., Any])


def refuses(*kinds: type[Refusal]) -> Callable[[AnyHandler], AnyHandler]:
    """Decorator that declares the refusals of a view's method that reads; operations declare theirs in `errors`."""

    def declare(handler: AnyHandler) -> AnyHandler:
        handler.refusals = kinds  # type: ignore[attr-defined]
        return handler

    return declare
