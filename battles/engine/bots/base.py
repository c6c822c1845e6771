"""Interface of a bot: it looks at a battle and returns one legal command with a reason.

Bots use only `awaiting` and `legal` of the battle, register under a name, and are found with `bot_called`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from battles.engine.bots.reasons import Reason
from battles.engine.registry import Registry

if TYPE_CHECKING:
    from battles.engine.battle import Battle
    from battles.engine.commands import Command


class Chosen(NamedTuple):
    """A bot's command with the reason for it."""

    command: Command
    reason: Reason


class Asked(NamedTuple):
    """A decision in the middle of an action that a bot has to make."""

    battle: Battle
    keys: list[str]
    """Keys of the options, at least one."""
    who: str = ""
    """Id of the model that the decision is about; "" for none."""
    charger: str = ""
    """Id of the charging model, in a decision about interception."""
    wanted: str = ""
    """Key of the option that makes full use of an optional ability."""


class Bot(Protocol):
    """Interface of a bot, which is called each time its side may give a command."""

    def choose(self, battle: Battle, side: str) -> Chosen:
        """A legal command for `side`, which is one of `battle.awaiting()`."""
        ...


BOTS: Registry[Bot] = Registry("bot")
"""The bots by name; each bot's module adds its own on import."""
