"""A bot's choice that always comes: a bot that fails is replaced for one command, and the error is logged."""

from __future__ import annotations

import logging

from battles.engine.battle import Battle
from battles.engine.bots.base import Bot, Chosen
from battles.engine.bots.registry import bot_called

_log = logging.getLogger(__name__)


def choose(bot: str | Bot, battle: Battle, side: str, *, instead: str) -> Chosen:
    """The bot's command, or that of the bot named `instead` if it raises an error."""
    try:
        return (bot_called(bot) if isinstance(bot, str) else bot).choose(battle, side)
    except Exception:
        name = bot if isinstance(bot, str) else type(bot).__name__
        _log.exception("the bot %s could not choose a command; %s chooses instead", name, instead)
        return bot_called(instead).choose(battle, side)
