"""Types of the board's choices: options, and the actions that group them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from accounts.settings import board_keys
from battles.board.previews.attack_odds import Chain

ACT_OF = {"crawl": "walk", "deploy": "walk"}
"""Actions that share the key of another action of the board (`accounts.settings.board_keys`)."""

ANY_TARGET = "?"
"""Stands for the target in a probe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: its label, the command as plain data, its place or target, and whether it is final."""

    label: str
    command: dict[str, object]
    note: str = ""
    is_final: bool = False
    """A die, a test or another side's answer follows: it cannot be undone."""
    target: str = ""
    spot: tuple[float, float, float] | None = None
    odds: Chain | None = None

    @property
    def json(self) -> str:
        """The command as JSON text for a form field."""
        return json.dumps(self.command, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One kind of action; `why` says why it is unavailable now, and then it has no options."""

    code: str
    label: str
    options: tuple[Option, ...] = ()
    why: str = ""
    rule: str = ""
    is_listed: bool = True
    """False when its options are listed only when it is opened, by `listed`."""
    probe: str = ""
    """An attack as JSON text with `ANY_TARGET` for the enemy's id: `check/` says why an enemy is no target."""

    @property
    def key(self) -> str:
        """The default key, as shown."""
        return board_keys.default_keys().get(ACT_OF.get(self.code, self.code), "").upper()
