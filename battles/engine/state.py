"""The changing part of a battle: small immutable records in plain dictionaries.

`BattleState` is built only by applying events. A fork is a shallow copy, since a change always replaces a record. What
never changes in a battle (profiles, gear, table, ruleset) is in `game.Game`. Lengths are hundredths of an inch
(GM-UNIT-01).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

STANDING, KNOCKED_DOWN, STUNNED, OUT_OF_ACTION = 0, 1, 2, 3
"""Postures; a higher number is worse. Rule: CONV-STATE-01"""
POSTURE_NAMES = ("standing", "knocked_down", "stunned", "out_of_action")

MOVED = 1 << 0
RAN = 1 << 1
CHARGED = 1 << 2
FAILED_CHARGE = 1 << 3
STOOD_UP = 1 << 4
RALLIED = 1 << 5
FELL = 1 << 6
FLED = 1 << 7
JUMPED_GAP = 1 << 8
DETECT_TRIED = 1 << 9
SHOT = 1 << 10
CAST = 1 << 11
SEARCH_FAILED = 1 << 12
ACTED = 1 << 13
"""Has already moved in this phase."""
DIVED = 1 << 14
STUPID = 1 << 15
"""Failed a stupidity test: does not act until its next turn."""
FEAR_SIX = 1 << 16
"""Hits only on sixes in this combat phase."""
PARRIED = 1 << 17
CRITICAL_USED = 1 << 18
FOUGHT = 1 << 19
HAMMERED = 1 << 20
"""Loses its remaining attacks of this combat phase."""
FIRST_ROUND = 1 << 21
"""In the first round of its combat."""
HIDDEN = 1 << 22
FLEEING = 1 << 23
FRENZIED = 1 << 24
COMPELLED = 1 << 25
"""Must still make a compulsory move this turn."""
ACROSS = 1 << 26
"""Engaged with an enemy across a low obstacle."""

FLAG_NAMES = {
    "moved": MOVED, "ran": RAN, "charged": CHARGED, "failed_charge": FAILED_CHARGE, "stood_up": STOOD_UP, "rallied":
    RALLIED,
    "fell": FELL, "fled": FLED, "jumped_gap": JUMPED_GAP, "detect_tried": DETECT_TRIED, "shot": SHOT, "cast": CAST,
    "search_failed": SEARCH_FAILED, "acted": ACTED, "dived": DIVED, "stupid": STUPID, "fear_six": FEAR_SIX, "parried":
    PARRIED,
    "critical_used": CRITICAL_USED, "fought": FOUGHT, "hammered": HAMMERED, "first_round": FIRST_ROUND, "hidden":
    HIDDEN, "fleeing": FLEEING, "frenzied": FRENZIED, "compelled": COMPELLED, "across": ACROSS,
}  # fmt: skip
TURN_FLAGS = (
    MOVED | RAN | CHARGED | FAILED_CHARGE | STOOD_UP | RALLIED | FELL | FLED | JUMPED_GAP | DETECT_TRIED | SHOT | CAST
    | SEARCH_FAILED | ACTED | DIVED | STUPID | COMPELLED
)  # fmt: skip
"""Flags that are cleared at the start of the owner's turn."""
COMBAT_FLAGS = FEAR_SIX | PARRIED | CRITICAL_USED | FOUGHT | HAMMERED
"""Flags that are cleared at the end of every combat phase."""


def flag_names(flags: int) -> tuple[str, ...]:
    """The names of the flags that are set, in fixed order."""
    return tuple(name for name, bit in FLAG_NAMES.items() if flags & bit)


class Effect(NamedTuple):
    """A lasting effect on a model: a spell, terrain magic, a used item."""

    code: str
    value: int = 0
    until_turn: int = 0
    """Turn number of `owner` at whose start the effect ends; 0 if it lasts all battle."""
    owner: str = ""


class Miniature(NamedTuple):
    """Position and condition of one model: the centre of its base and the height of its feet, in hundredths of an
    inch.
    """

    x: int
    y: int
    z: int
    wounds: int
    posture: int = STANDING
    flags: int = 0
    engaged: tuple[str, ...] = ()
    """Ids of enemies it is engaged with, sorted. Rule: CONV-ENGAGED-01"""
    facing: int = 0
    """Degrees clockwise from +y; used only by mounted models."""
    climbed: int = 0
    loadout: tuple[int, ...] = ()
    """Indices of the weapons in hand in this combat; empty while not engaged. Rule: CC-LOAD-01"""
    gone: str = ""
    """"" on the table, otherwise "out", "fled" or "routed", or "reserve" before it arrives."""
    effects: tuple[Effect, ...] = ()
    used: tuple[tuple[str, int], ...] = ()
    """How often limited items and skills were used in this battle."""

    @property
    def on_table(self) -> bool:
        return self.gone == ""


class SideState(NamedTuple):
    """State of one side."""

    started: int
    """Number of warriors that started the battle, for rout tests. Rule: PSY-ROUT-01"""
    routed: bool = False
    never_routs: bool = False
    """Whether only stubborn or unbreakable models are left, so that the side never routs. Rule: PSY-STUB-01"""
    score: int = 0
    turns_taken: int = 0


class Frame(NamedTuple):
    """One step in progress. `kind` names the step, `stage` the point it has reached; `data` has plain values and is
    never changed in place.
    """

    kind: str
    stage: str = ""
    data: dict[str, Any] = {}
    owner: str = ""
    """The side that must give a command; "" while the engine continues by itself."""


class Outcome(NamedTuple):
    """How the battle ended: the winning sides (several for a shared win, none for a draw) and why."""

    winners: tuple[str, ...]
    reason: str


class BattleState:
    """A position. Change it only through `events.apply`; copy it with `fork`."""

    __slots__ = (
        "active",
        "dice_position",
        "flow",
        "marks",
        "models",
        "order",
        "outcome",
        "phase",
        "sides",
        "snapshot",
        "turn_number",
    )

    def __init__(self) -> None:
        self.models: dict[str, Miniature] = {}
        self.sides: dict[str, SideState] = {}
        self.order: tuple[str, ...] = ()
        """Sides in turn order."""
        self.active: str = ""
        """The side whose turn it is."""
        self.turn_number: int = 0
        """Number of the round, from 1: the first turn of every side is turn 1."""
        self.phase: str = "setup"
        self.flow: tuple[Frame, ...] = ()
        self.dice_position: int = 0
        self.snapshot: dict[str, tuple[int, int, int, int]] = {}
        """Enemies near which a model may not run this turn: id -> (x, y, z, radius). Rule: MV-RUN-03"""
        self.marks: dict[str, Any] = {}
        """Scenario tokens and terrain states: plain values by name. A value is always replaced as a whole."""
        self.outcome: Outcome | None = None

    def fork(self) -> BattleState:
        """An independent copy that shares the immutable records."""
        twin = BattleState.__new__(BattleState)
        twin.models = self.models.copy()
        twin.sides = self.sides.copy()
        twin.order = self.order
        twin.active = self.active
        twin.turn_number = self.turn_number
        twin.phase = self.phase
        twin.flow = self.flow
        twin.dice_position = self.dice_position
        twin.snapshot = self.snapshot
        twin.marks = self.marks.copy()
        twin.outcome = self.outcome
        return twin

    def is_same_as(self, other: BattleState) -> bool:
        """Whether another state is this one or an unchanged copy of it; unchanged records are compared by identity."""
        return self is other or (
            self.models == other.models
            and self.flow == other.flow
            and self.marks == other.marks
            and self.sides == other.sides
            and self.snapshot == other.snapshot
            and self.dice_position == other.dice_position
            and self.active == other.active
            and self.turn_number == other.turn_number
            and self.phase == other.phase
            and self.order == other.order
            and self.outcome == other.outcome
        )

    def to_data(self) -> dict[str, Any]:
        """The state as plain JSON values; `from_data` restores an equal state."""
        return {
            "models": {
                key: [
                    *model[:7],
                    *model[7:11],
                    [list(effect) for effect in model.effects],
                    [list(pair) for pair in model.used],
                ]
                for key, model in self.models.items()
            },
            "sides": {key: list(side) for key, side in self.sides.items()},
            "order": list(self.order),
            "active": self.active,
            "turn_number": self.turn_number,
            "phase": self.phase,
            "flow": [list(frame) for frame in self.flow],
            "dice_position": self.dice_position,
            "snapshot": {key: list(value) for key, value in self.snapshot.items()},
            "marks": self.marks,
            "outcome": None if self.outcome is None else list(self.outcome),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> BattleState:
        """Restore a state from the result of `to_data`."""
        state = cls()
        for key, row in data["models"].items():
            state.models[key] = Miniature._make(
                (
                    *row[:6],
                    tuple(row[6]),
                    row[7],
                    row[8],
                    tuple(row[9]),
                    row[10],
                    tuple(Effect(*effect) for effect in row[11]),
                    tuple((code, count) for code, count in row[12]),
                )
            )
        state.sides = {key: SideState(*row) for key, row in data["sides"].items()}
        state.order = tuple(data["order"])
        state.active = data["active"]
        state.turn_number = data["turn_number"]
        state.phase = data["phase"]
        state.flow = tuple(Frame(*row) for row in data["flow"])
        state.dice_position = data["dice_position"]
        state.snapshot = {key: tuple(row) for key, row in data["snapshot"].items()}
        state.marks = dict(data["marks"])
        state.outcome = None if data["outcome"] is None else Outcome(tuple(data["outcome"][0]), data["outcome"][1])
        return state

    def digest(self) -> str:
        """SHA-256 over the canonical JSON of the state. Equal states have equal digests on every Python version."""
        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()
