"""Start-up checks of the catalogue: the site does not start with broken packs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register


@register()
def packs_are_sound(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Check of Django: one error for each mistake in the packs of the site."""
    from catalogue.packs.installed import book
    from catalogue.packs.loader import PackErrors

    try:
        book()
    except PackErrors as errors:
        return [Error(str(problem), id="catalogue.E001") for problem in errors.problems]
    return []
