"""Types of the board's choices: options, and the actions that group them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypedDict

from accounts.settings import board_keys
from battles.board.previews.attack_odds import Chain
from battles.engine.commands import CommandData

ACT_OF = {"crawl": "walk", "deploy": "walk"}
"""Actions that share the key of another action of the board (`accounts.settings.board_keys`)."""

ANY_TARGET = "?"
"""Placeholder for the target in a probe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: its label, the command as plain data, its place or target, and whether it is final."""

    label: str
    command: CommandData
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


class OptionOddsJson(TypedDict):
    """What an attack needs and how likely it is, as text."""

    says: str
    short: str
    needs: str
    reasons: str


class OptionJson(TypedDict):
    """An option with its command, to be sent as it is. `spot` is [x, y, z] in inches; `final`: it cannot be undone."""

    label: str
    command: CommandData
    note: str
    final: bool
    target: str
    spot: list[float] | None
    odds: OptionOddsJson | None


class VerbJson(TypedDict):
    """One kind of action; `why` and `rule` say why it is unavailable."""

    code: str
    label: str
    key: str
    why: str
    rule: str
    listed: bool
    probe: str
    options: list[OptionJson]


class ReachJson(TypedDict):
    """Where a model can go, as path data in inches. Each label is [x, y, cost], each hiding place [x, y]."""

    area: str
    heights: str
    labels: list[list[float | str]]
    hides: list[list[float]]


class ChoicesJson(TypedDict):
    """What one model may do, by kind of action, and its reach by manner of moving."""

    who: str
    name: str
    reach: dict[str, ReachJson]
    verbs: list[VerbJson]


class ModelChoicesJson(ChoicesJson):
    """The same with the position in the log at which it was read, to be sent as `expected_seq`."""

    seq: int
