"""Everything that one model may do, and the labels of the actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from battles.board.options.types import ChoicesJson, Option, OptionJson, OptionOddsJson, Verb
from battles.board.reach import areas
from battles.board.text.commands import command_label
from battles.core.engine_text import translate
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Command
from battles.engine.errors import IllegalAction


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Everything that one selected model may do."""

    who: str
    name: str
    verbs: tuple[Verb, ...] = ()
    reach: dict[str, areas.ReachDrawing] = field(default_factory=dict)
    """For each manner of moving: how far the model can go, what is there, and what it costs."""

    def as_json(self) -> ChoicesJson:
        """Plain values for the API and the script."""
        return {
            "who": self.who,
            "name": self.name,
            "reach": {code: drawn.as_json() for code, drawn in self.reach.items()},
            "verbs": [
                {
                    "code": verb.code,
                    "label": verb.label,
                    "key": verb.key,
                    "why": verb.why,
                    "rule": verb.rule,
                    "listed": verb.is_listed,
                    "probe": verb.probe,
                    "options": [_option_json(option) for option in verb.options],
                }
                for verb in self.verbs
            ],
        }


def _option_json(option: Option) -> OptionJson:
    found = option.odds
    odds: OptionOddsJson | None = None
    if found is not None:
        odds = {"says": found["says"], "short": found["short"], "needs": found["needs"], "reasons": found["reasons"]}
    return {
        "label": option.label,
        "command": option.command,
        "note": option.note,
        "final": option.is_final,
        "target": option.target,
        "spot": list(option.spot) if option.spot is not None else None,
        "odds": odds,
    }


_LABELS: dict[str, Callable[[], str]] = {
    "walk": lambda: _("Walk"), "run": lambda: _("Run"), "crawl": lambda: _("Crawl"), "hide": lambda: _("Hide"),
    "charge": lambda: _("Charge"), "shoot": lambda: _("Shoot"), "search": lambda: _("Search"),
    "deploy": lambda: _("Place"), "leap": lambda: _("Leap"), "enter": lambda: _("Enter"),
    "leave": lambda: _("Leave"), "mount": lambda: _("Mount"), "dismount": lambda: _("Dismount"),
    "other": lambda: _("Other actions"),
}  # fmt: skip


def label_of(code: str) -> str:
    """The button label of an action."""
    return _LABELS[code]()


def refused_verb(code: str, refusal: IllegalAction) -> Verb:
    """An unavailable action, with the sentence and the rule."""
    return Verb(code=code, label=label_of(code), why=translate(refusal.sentence), rule=refusal.rule)


def reason_against(check: Callable[[], Any]) -> IllegalAction | None:
    """Why a check of the rules fails; None if it succeeds."""
    try:
        check()
    except IllegalAction as refusal:
        return refusal
    return None


def plain_verbs(engine: EngineBattle, found: Sequence[Command]) -> list[Verb]:
    """Other options of the engine as one action, in a list; empty if there are none."""
    if not found:
        return []
    made = tuple(
        Option(
            label=command_label(engine.game, engine.state, command),
            command=commands.to_data(command),
            is_final=True,
            target=getattr(command, "target", ""),
        )
        for command in found
    )
    return [Verb(code="other", label=label_of("other"), options=made)]
