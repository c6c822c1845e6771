"""The figures behind a key moment: the scores that its rolls needed, the probability of all of them together, the
wounds lost and the injury roll."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.core.dice_text import INJURIES, purpose_word, score_of
from battles.engine import events as log
from battles.log.luck import odds_of

DECODED: Final = frozenset({"Attacked", "Rolled", "WoundsLost", "TurnBegan"})
"""Names of the events that the figures depend on, besides the moments themselves."""
ATTACKS: Final = frozenset({"hit", "hit2", "wound", "wound2"})
"""Purposes of rolls that an attack passes, in an attack that succeeds."""
SAVES: Final = frozenset({"armour", "ward", "regen", "helmet"})
"""Purposes of rolls of the target, which fail in an attack that succeeds."""


class MomentFigures:
    """Reads the events of a battle in order. `of_loss` and `of_rout` describe the latest rolls as text."""

    def __init__(self) -> None:
        self._rolls: dict[str, log.Rolled] = {}
        """The last decisive roll of each purpose in the current attack."""
        self._wounds: dict[str, int] = {}
        """Wounds lost in the current attack, by model."""
        self._injury = 0
        self._rout: dict[str, log.Rolled] = {}
        """The last Rout test of each side."""

    def read(self, event: log.Event) -> None:
        """Take an event into account."""
        match event:
            case log.Attacked() | log.TurnBegan():
                self._clear()
            case log.WoundsLost():
                self._wounds[event.who] = self._wounds.get(event.who, 0) + event.lost
            case log.Rolled() if event.purpose in INJURIES:
                self._injury = max(self._injury, *event.faces)
            case log.Rolled() if event.about == "rout":
                self._rout[event.who[:1]] = event
            case log.Rolled() if event.purpose in ATTACKS and event.passed:
                self._rolls[event.purpose] = event
            case log.Rolled() if event.purpose in SAVES and event.passed is False:
                self._rolls[event.purpose] = event

    def _clear(self) -> None:
        self._rolls, self._wounds, self._injury = {}, {}, 0

    def of_loss(self, model_id: str) -> str:
        """The rolls that took a model out of action: "To hit 4+, to wound 5+: 17 % chance; 1 wound; injury 6"."""
        parts = []
        chances = [
            (1 - chance if roll.purpose in SAVES else chance, roll)
            for roll in self._rolls.values()
            if (chance := odds_of(roll)) is not None
        ]
        if chances:
            together = 1.0
            for chance, _roll in chances:
                together *= chance
            scores = ", ".join(f"{purpose_word(roll.purpose)} {score_of(roll)}" for _chance, roll in chances)
            parts.append(_("%(scores)s: %(percent)d %% chance") % {"scores": scores, "percent": round(100 * together)})
        if lost := self._wounds.get(model_id, 0):
            parts.append(ngettext("%(n)d wound", "%(n)d wounds", lost) % {"n": lost})
        if self._injury:
            parts.append(_("injury roll %(n)d") % {"n": self._injury})
        self._clear()
        return "; ".join(parts)

    def of_rout(self, side: str) -> str:
        """The Rout test that a side failed: "Needed 7 or less on 2D6, 58 % chance; rolled 9"; "" without a test."""
        roll = self._rout.get(side)
        chance = odds_of(roll) if roll is not None and roll.passed is False else None
        if roll is None or chance is None:
            return ""
        return _("needed %(score)s: %(percent)d %% chance; rolled %(total)d") % {
            "score": score_of(roll),
            "percent": round(100 * chance),
            "total": sum(roll.faces),
        }
