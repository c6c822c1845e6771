"""Types for what a model may do: options, and the actions that group them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypedDict

from accounts.settings import board_keys
from battles.board.previews.attack_odds import Chain
from battles.engine.commands import CommandData

ACT_OF = {"crawl": "walk", "deploy": "walk"}
"""Actions that share the shortcut key of another action (`accounts.settings.board_keys`)."""

ANY_TARGET = "?"
"""Placeholder for the target's id in `Verb.probe`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: its label, the command as plain data, its place or target, and whether it can be undone."""

    label: str
    command: CommandData
    note: str = ""
    is_final: bool = False
    """Whether a die, a test or an answer of the other side follows, so that the option cannot be undone."""
    target: str = ""
    spot: tuple[float, float, float] | None = None
    odds: Chain | None = None

    @property
    def json(self) -> str:
        """The command as JSON text for a form field."""
        return json.dumps(self.command, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """One kind of action. If it is unavailable now, `why` is the reason and it has no options."""

    code: str
    label: str
    options: tuple[Option, ...] = ()
    why: str = ""
    rule: str = ""
    is_listed: bool = True
    """False if the options are listed only when the action is opened, by `model_options.listed`."""
    probe: str = ""
    """An attack as JSON text with `ANY_TARGET` instead of the enemy's id. `check/` uses it to say why an enemy is not a
    valid target."""

    @property
    def key(self) -> str:
        """The default shortcut key as displayed."""
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
    """One kind of action; `why` and `rule` are the reason if it is unavailable."""

    code: str
    label: str
    key: str
    why: str
    rule: str
    listed: bool
    probe: str
    options: list[OptionJson]


class ReachJson(TypedDict):
    """Where a model can go, as path data in inches. Labels are [x, y, cost], hiding places [x, y]."""

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
    """The choices of a model with the position in the log for which they are valid. Send it as `expected_seq`."""

    seq: int
