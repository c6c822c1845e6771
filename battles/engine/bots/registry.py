"""Every bot by its name. Import new bots here."""

from __future__ import annotations

from battles.engine.bots import commander, idle, random, soldier, tactician
from battles.engine.bots.base import BOTS, Bot

MODULES = (commander, idle, random, soldier, tactician)
"""The modules of the bots. Each registers its bot on import."""


def bot_called(name: str) -> Bot:
    """The bot with that name. Raises KeyError."""
    return BOTS[name]


def bot_names() -> tuple[str, ...]:
    """All names, sorted."""
    return tuple(sorted(BOTS))
