"""Every bot by its name. A new bot is imported here."""

from __future__ import annotations

from battles.engine.bots import random, soldier, tactician
from battles.engine.bots.base import Bot, registered

MODULES = (random, soldier, tactician)
"""Each registers its bot when it is imported."""


def bot_called(name: str) -> Bot:
    """The bot of that name. Raises KeyError."""
    return registered()[name]


def bot_names() -> tuple[str, ...]:
    """Every known name, sorted."""
    return tuple(sorted(registered()))
