"""Django system check that every special piece of the terrain pack is implemented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from mordheim_site.checks import START_UP


@register(START_UP)
def pieces_act_in_battle(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """An error for each piece of terrain that the engine does not implement."""
    from battles.engine import all_rules as _all_rules  # noqa: F401 - registers every hook
    from battles.engine.terrain.implemented_kinds import faults

    return [Error(sentence, id="battles.E010") for sentence in faults()]
