"""The steps of a battle, which the board plays back and lists. A step is one action or one event: who acted, where they
went, their target, every roll with the score needed, and the results. Distances are in hundredths of an inch. The
events of a battle become steps in `step_writer.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from battles.core.dice_text import INJURIES

Spot = tuple[int, int]

ANSWERED_BY: Final = {"hit": "miss", "hit2": "miss", "wound": "no_wound", "wound2": "no_wound"}
"""The result to show for a failed roll with this purpose, if the attack had no other result."""
SAVES: Final = frozenset({"armour", "ward", "regen"})
TONES: Final = {
    "out": "bad", "fled": "bad", "routed": "bad", "knocked_down": "bad", "stunned": "bad", "wound": "bad",
    "flees": "bad", "stands": "good", "rallies": "good",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StepRoll:
    """One roll of a step. `need` is the score as text, or ""; `modifiers` are its modifiers as text; `outcome` is
    "pass", "fail" or ""."""

    name: str
    faces: tuple[int, ...]
    need: str
    outcome: str
    rule: str
    side: str
    purpose: str
    modifiers: str = ""
    total: str = ""
    """The sum of several dice, if the sum counts."""

    @property
    def look(self) -> str:
        """How the roll is coloured: pass, fail, injury (a die that harms) or plain."""
        return self.outcome or ("injury" if self.purpose in INJURIES else "plain")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a step for one model."""

    who: str
    code: str
    """knocked_down, stunned, stands, out, fled, routed, wound, flees, rallies."""
    text: str


@dataclass(slots=True, kw_only=True)
class Step:
    """One step. `seq` is that of its first event; `side` the side that acts, or ""."""

    seq: int
    kind: str
    """turn, phase, move, attack, test, change, note, setup, rout or end."""
    text: str
    side: str = ""
    who: str = ""
    whom: str = ""
    manner: str = ""
    at: Spot | None = None
    """Position of `who` at the beginning of the step."""
    to: Spot | None = None
    """Position of `whom`."""
    path: tuple[Spot, ...] = ()
    """The path of a move, from the old position to the new one."""
    rolls: list[StepRoll] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    conclusion: str = ""
    """What the rolls of a roll-off decide, as a sentence."""
    reason: str = ""
    """Why a bot, the clock or a default decision acted."""
    leader: str = ""
    """The name of the leader who is taken out of action in this step, or ""."""

    is_remark: bool = False
    """Whether it only says that a phase is skipped, and nothing that anyone did."""
    is_lent: bool = False
    """Whether it only says whose Leadership the next test uses."""

    @property
    def ribbon(self) -> str:
        """The result in one or two words for the board, or ""."""
        if self.results:
            return ribbon_word(max(self.results, key=lambda result: ORDER.index(result.code)).code)
        if self.kind != "attack" or not self.rolls:
            return ""
        if any(roll.purpose in SAVES and roll.outcome == "pass" for roll in self.rolls):
            return ribbon_word("saved")
        last = next((roll for roll in reversed(self.rolls) if roll.purpose in ANSWERED_BY), None)
        return ribbon_word(ANSWERED_BY[last.purpose]) if last is not None and last.outcome == "fail" else ""

    @property
    def tone(self) -> str:
        """The tone of the result: "bad" if a model is hurt or runs, "good" if one recovers, else ""."""
        tones = [TONES[result.code] for result in self.results]
        return "bad" if "bad" in tones else tones[0] if tones else ""

    @property
    def outcome(self) -> str:
        """The results as sentences; a result that is already the headline is not repeated."""
        texts = [result.text for result in self.results if result.text != self.text]
        return " ".join(filter(None, [*texts, *(note for note in self.notes if note != self.text), self.conclusion]))

    @property
    def beyond_ribbon(self) -> str:
        """Everything that the ribbon does not show: results of other models, and notes. Without a ribbon, all
        results."""
        gravest = max(self.results, key=lambda result: ORDER.index(result.code), default=None)
        if gravest is None:
            return self.outcome
        others = [result.text for result in self.results if result.who != gravest.who and result.text != self.text]
        return " ".join([*others, *(note for note in self.notes if note != self.text)])

    def as_json(self) -> dict[str, Any]:
        """What the script needs to play the step; positions are in inches."""
        return {
            "seq": self.seq,
            "kind": self.kind,
            "side": self.side,
            "text": self.text,
            "who": self.who,
            "whom": self.whom,
            "manner": self.manner,
            "at": _inches(self.at),
            "to": _inches(self.to),
            "path": [_inches(spot) for spot in self.path],
            "rolls": len(self.rolls),
            "results": [{"who": result.who, "code": result.code, "text": result.text} for result in self.results],
            "ribbon": self.ribbon,
            "outcome": self.outcome,
            "tone": self.tone,
            "leader": self.leader,
        }


ORDER: Final = ("stands", "rallies", "wound", "flees", "knocked_down", "stunned", "routed", "fled", "out")
"""Codes of results, the most serious last."""


def ribbon_word(code: str) -> str:
    """A result in one or two words."""
    return {
        "stands": _("Stands up"), "rallies": _("Rallies"), "wound": _("Wounded"), "flees": _("Flees"),
        "knocked_down": _("Knocked down"), "stunned": _("Stunned"), "routed": _("Routs"), "fled": _("Fled the field"),
        "out": _("Out of action"), "saved": _("Saved"), "miss": _("Miss"), "no_wound": _("No wound"),
    }[code]  # fmt: skip


def _inches(spot: Spot | None) -> list[float] | None:
    return None if spot is None else [spot[0] / 100, spot[1] / 100]
