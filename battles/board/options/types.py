"""What a choice on the board is made of: options, and the verbs that hold them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from accounts.settings import board_keys

ACT_OF = {"crawl": "walk", "deploy": "walk"}
"""Verbs whose key is that of another act of the board (`accounts.settings.board_keys`); the others have their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that can be chosen: words, the command as plain data, where or at whom, and whether it is final."""

    label: str
    command: dict[str, Any]
    note: str = ""
    is_final: bool = False
    """A die, a check or another side's answer follows: it cannot be undone."""
    target: str = ""
    spot: tuple[float, float, float] | None = None
    odds: dict[str, Any] | None = None

    @property
    def json(self) -> str:
        """The command as the text of a form's value."""
        return json.dumps(self.command, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One kind of thing to do; `why` says why it cannot be done now, and then there are no options."""

    code: str
    label: str
    options: tuple[Option, ...] = ()
    why: str = ""
    rule: str = ""
    is_listed: bool = True
    """False while there are options that are listed only when somebody opens the verb: `listed` does."""

    @property
    def key(self) -> str:
        """The usual key, as it is read."""
        return board_keys.usual().get(ACT_OF.get(self.code, self.code), "").upper()
