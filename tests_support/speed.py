"""Work that all tests of a process share instead of repeating it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Search for garbage neither while tests are collected nor among what is there afterwards: modules and thousands of
    tests that all stay to the end. Tests build worlds and throw them away whole, so a search pays off later than
    Python assumes."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_listed_once() -> Iterator[None]:
    """Every test client has a middleware of WhiteNoise, which lists the files of all static folders when it is made.
    Those with the same settings share one list."""
    from django.conf import settings
    from whitenoise.middleware import WhiteNoiseMiddleware

    listed: dict[str, dict[str, Any]] = {}
    list_files = WhiteNoiseMiddleware.add_files_from_finders

    def shared(self: Any) -> None:
        key = repr([
            self.static_prefix, self.max_age, self.allow_all_origins, self.charset, settings.STATICFILES_DIRS,
            settings.STATICFILES_FINDERS, settings.INSTALLED_APPS, settings.STORAGES,
        ])  # fmt: skip
        if key not in listed:
            before, self.files = self.files, {}
            list_files(self)
            listed[key], self.files = self.files, before
        self.files.update(listed[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", shared)
        yield
