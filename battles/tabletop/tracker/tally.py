"""A tabletop battle as plain values: the line-up, its events, and the resulting state of every side. It uses no
database. A new event that is impossible is refused with a sentence; stored events are applied without this check.
Rules: AF-TRACK-01, AF-TRACK-02, TURN-SEQ-01, PSY-ROUT-01, PSY-ROUT-02, ALLY-FORMAL-03, SCN-TOKEN-01"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from battles.engine.rulesets.keys import Rules
from battles.engine.rulesets.phases import phase_titles
from mordheim_site.refusals import Refusal, Sentence

STANDING, KNOCKED_DOWN, STUNNED, FLEEING = "standing", "knocked_down", "stunned", "fleeing"
POSTURES: Final = (STANDING, KNOCKED_DOWN, STUNNED, FLEEING)
NOBODY: Final = ""
MODEL: Final = "~"
"""Separates a roster line in a query string from the id of one of its models."""
PICK_UP, DROP, PASS_ON, LOSE = "pick_up", "drop", "pass_on", "lose"
MOST_NOTES: Final = 60
MOST_CARRIED: Final = 12
"""Number of objects of one kind that one miniature can carry."""


class ImpossibleEvent(Refusal):
    """The event does not fit what happened before it."""

    code = "not_so"
    about = ("data",)
    rule_id = "AF-TRACK-01"
    status = 409

    def __init__(self, message: Sentence, field: str = "") -> None:
        """`field` is the field of the event's data that is wrong."""
        super().__init__(message=message, fields={f"data.{field}": [message]} if field else None)


@dataclass(slots=True)
class Piece:
    """One miniature. `key` is its roster line; `by` is the line that put it out of action ("" if unknown)."""

    id: str
    side: str
    key: str
    name: str
    leadership: int
    wounds: int
    is_leader: bool = False
    posture: str = STANDING
    lost: int = 0
    is_out: bool = False
    by: str = NOBODY
    killing_blow: bool = False
    line: list[int] = field(default_factory=list)
    """The nine characteristics at the start; empty for older battles, which did not store them."""
    save: str = ""
    things: list[list[str]] = field(default_factory=list)
    """Items of the warrior that last for one battle, as [code, name]."""
    used: list[str] = field(default_factory=list)
    """Codes of used items."""
    is_hero: bool = False
    """False for battles that began before this was stored."""
    may_carry: bool = True
    """Whether it can carry objects. Animals cannot."""
    carried: list[str] = field(default_factory=list)
    """Codes of the objects of the scenario that it carries."""

    @property
    def state(self) -> tuple[str, int]:
        """Posture and Wounds lost: what odds depend on besides the roster line."""
        return self.posture, self.lost

    @property
    def is_able(self) -> bool:
        """Whether the model is standing and not fleeing."""
        return not self.is_out and self.posture == STANDING


@dataclass(frozen=True, slots=True)
class RoutTestDue:
    """A Rout test that is due now: `lost` of `started` models are out of action; the Leadership of `name` is used."""

    side: str
    lost: int
    started: int
    name: str
    leadership: int


@dataclass(slots=True)
class Tally:
    """The state of the battle. `turn` counts from 1 for all sides together; `phase` is an index into `phases`; sides
    with the same word in `teams` are allies."""

    names: dict[str, str]
    phases: tuple[str, ...]
    first: str
    active: str
    pieces: dict[str, Piece]
    teams: dict[str, str] = field(default_factory=dict)
    turn: int = 1
    phase: int = 0
    routed: list[str] = field(default_factory=list)
    departures: list[list[str]] = field(default_factory=list)
    """Sides that left the table, in order. Sides that left because of the same event are in the same list."""
    tested: set[tuple[str, int]] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    objects: Mapping[str, int] = field(default_factory=dict)
    """Objects that can be carried in this scenario: code -> how many there are, 0 if the number is open."""
    dropped: list[str] = field(default_factory=list)
    """Codes of the objects that lie on the table because their carrier dropped them. Rule: SCN-TOKEN-01"""
    brought: list[tuple[str, str]] = field(default_factory=list)
    """(side, code) of each object that a side was the first to carry, without those permanently lost."""

    @property
    def moment(self) -> dict[str, Any]:
        """The turn, the active side and the phase, in the form of the turn's events."""
        return {"turn": self.turn, "side": self.active, "phase": self.phase}

    def of(self, side: str) -> list[Piece]:
        """The miniatures of a side, in the order of its roster."""
        return [piece for piece in self.pieces.values() if piece.side == side]

    def lost(self, side: str) -> tuple[int, int]:
        """(models out of action, models at the start) of a side."""
        mine = self.of(side)
        return sum(1 for piece in mine if piece.is_out), len(mine)

    def party(self, side: str) -> list[str]:
        """The side and its allies, in the order of the letters."""
        mine = self.teams.get(side, "")
        return [name for name in self.names if name == side or (mine and self.teams.get(name, "") == mine)]

    def enemies(self, side: str) -> list[str]:
        """All other sides, in the order of the letters."""
        return [name for name in self.names if name not in self.party(side)]

    def is_gone(self, side: str) -> bool:
        """Whether the side has routed or has no models left."""
        return side in self.routed or all(piece.is_out for piece in self.of(side))

    @property
    def left(self) -> list[str]:
        """Sides that are still on the table."""
        return [side for side in self.names if not self.is_gone(side)]

    @property
    def is_over(self) -> bool:
        """Whether at most one party is left on the table."""
        return not self.left or all(side in self.party(self.left[0]) for side in self.left)

    def places(self) -> dict[str, int]:
        """The ranking of a battle with several sides: those that stayed longer are ahead. Empty with two sides or
        before the end. Rule: AF-TRACK-02"""
        if len(self.names) < 3 or not self.is_over:
            return {}
        standing = [sides for sides in (self.left, *reversed(self.departures)) if sides]
        return {side: place for place, sides in enumerate(standing, 1) for side in sides}

    def after(self, side: str) -> str:
        """The side that has the next turn, in the order of the sides. Sides that left the table are skipped."""
        seats = list(self.names)
        place = seats.index(side)
        round_ = [*seats[place + 1 :], *seats[: place + 1]]
        return next((letter for letter in round_ if not self.is_gone(letter)), round_[0])

    def is_round_over(self, side: str) -> bool:
        """Whether a new turn number begins after this side's turn, because it is the last side."""
        seats = [*list(self.names)[list(self.names).index(self.first) :], *list(self.names)]
        return seats.index(self.after(side)) <= seats.index(side)


def tally_of(
    setup: Mapping[str, Any],
    rules: Rules,
    steps: Iterable[tuple[str, Mapping[str, Any]]],
    objects: Mapping[str, int] | None = None,
) -> Tally:
    """Apply the events (kind, data) to the line-up. `objects` are those that can be carried (see `Tally.objects`)."""
    tally = Tally(
        names={letter: str(side["name"]) for letter, side in setup["sides"].items()},
        teams=dict(setup.get("teams", {})),
        phases=phase_titles(rules),
        first=str(setup["first"]),
        active=str(setup["first"]),
        pieces={
            piece["id"]: Piece(side=letter, used=[], **piece)
            for letter, side in setup["sides"].items()
            for piece in side["pieces"]
        },
        objects=objects or {},
    )
    for kind, data in steps:
        apply(tally, kind, data)
    return tally


def apply(tally: Tally, kind: str, data: Mapping[str, Any]) -> None:
    """Apply one event. Raises ImpossibleEvent if it does not fit, KeyError for an unknown kind."""
    before = tally.left
    _ACTS[kind](tally, data)
    if gone := [side for side in before if tally.is_gone(side)]:
        tally.departures.append(gone)


def _piece(tally: Tally, data: Mapping[str, Any]) -> Piece:
    piece = tally.pieces.get(str(data.get("piece", "")))
    if piece is None:
        raise ImpossibleEvent(_("This miniature is not on the table."), "piece")
    return piece


def _out(tally: Tally, data: Mapping[str, Any]) -> None:
    piece, by = _piece(tally, data), str(data.get("by", NOBODY))
    if piece.is_out:
        raise ImpossibleEvent(_("%(name)s is already out of action.") % {"name": piece.name}, "piece")
    if by and by not in {other.key for enemy in tally.enemies(piece.side) for other in tally.of(enemy)}:
        raise ImpossibleEvent(_("Choose which enemy did it, or that it is not known."), "by")
    piece.is_out, piece.by, piece.killing_blow = True, by, bool(data.get("killing_blow"))
    tally.dropped += piece.carried
    piece.carried = []


def _posture(tally: Tally, data: Mapping[str, Any]) -> None:
    piece, posture = _piece(tally, data), str(data.get("posture"))
    if piece.is_out:
        raise ImpossibleEvent(_("%(name)s is already out of action.") % {"name": piece.name}, "piece")
    if posture not in POSTURES:
        raise ImpossibleEvent(_("A model cannot be in that state."), "posture")
    piece.posture = posture


def _wounds(tally: Tally, data: Mapping[str, Any]) -> None:
    piece, lost = _piece(tally, data), data.get("lost")
    if piece.is_out:
        raise ImpossibleEvent(_("%(name)s is already out of action.") % {"name": piece.name}, "piece")
    if type(lost) is not int or not 0 <= lost <= piece.wounds:
        raise ImpossibleEvent(_("%(name)s has %(n)d Wounds.") % {"name": piece.name, "n": piece.wounds}, "lost")
    piece.lost = lost


def _same_moment(tally: Tally, data: Mapping[str, Any]) -> None:
    if missing := [name for name in ("turn", "side", "phase") if name not in data]:
        raise ImpossibleEvent(_("Send the turn, the side and the phase that the player saw."), missing[0])
    seen = (data.get("turn"), data.get("side"), data.get("phase"))
    if seen != (tally.turn, tally.active, tally.phase):
        raise ImpossibleEvent(_("The turn has changed in the meantime. The page now shows the current state."), "turn")


def _phase(tally: Tally, data: Mapping[str, Any]) -> None:
    """Go to the next phase. After the last phase the next side's turn begins. Rule: TURN-SEQ-01"""
    _same_moment(tally, data)
    if tally.phase + 1 < len(tally.phases):
        tally.phase += 1
    else:
        _turn(tally, data)


def _turn(tally: Tally, data: Mapping[str, Any]) -> None:
    _same_moment(tally, data)
    is_new = tally.is_round_over(tally.active)
    tally.active, tally.phase = tally.after(tally.active), 0
    tally.turn += is_new


def _rout(tally: Tally, data: Mapping[str, Any]) -> None:
    """A Rout test of a side and its allies, or a voluntary rout of the side alone (`willing`). Rules: PSY-ROUT-01,
    ALLY-FORMAL-03"""
    side, passed = str(data.get("side")), data.get("passed")
    if side not in tally.names or side in tally.routed:
        raise ImpossibleEvent(_("That side has already left the field."), "side")
    tally.tested.add((side, tally.turn))
    if not passed:
        leaving = [side] if data.get("willing") else tally.party(side)
        tally.routed += [letter for letter in leaving if letter not in tally.routed]


def _used(tally: Tally, data: Mapping[str, Any]) -> None:
    """Record that an item that lasts for one battle was used. Rule: AF-USED-01"""
    piece, item = _piece(tally, data), str(data.get("thing", ""))
    has = [code for code, _name in piece.things]
    if has.count(item) <= piece.used.count(item):
        raise ImpossibleEvent(_("%(name)s has none of that left.") % {"name": piece.name}, "thing")
    piece.used.append(item)


def _carry(tally: Tally, data: Mapping[str, Any]) -> None:
    """A model picks up an object, drops it, passes it on to another model, or permanently loses it. A model that goes
    out of action drops what it carries. Rule: SCN-TOKEN-01"""
    piece, code, act = _piece(tally, data), str(data.get("thing", "")), str(data.get("how"))
    if code not in tally.objects:
        raise ImpossibleEvent(_("This cannot be carried in this scenario."), "thing")
    if act == PICK_UP:
        _take(tally, piece, code)
        if code in tally.dropped:
            tally.dropped.remove(code)
        else:
            tally.brought.append((piece.side, code))
        return
    if code not in piece.carried:
        raise ImpossibleEvent(message=_("%(name)s no longer carries this.") % {"name": piece.name})
    if act == PASS_ON:
        other = tally.pieces.get(str(data.get("to", "")))
        if other is None or other is piece:
            raise ImpossibleEvent(_("Choose who carries it now."), "to")
        piece.carried.remove(code)
        _take(tally, other, code)
    elif act in (DROP, LOSE):
        piece.carried.remove(code)
        tally.dropped += [code] if act == DROP else []
        if act == LOSE and (piece.side, code) in tally.brought:
            tally.brought.remove((piece.side, code))
    else:
        raise ImpossibleEvent(message=_("This kind of event is unknown."))


def _take(tally: Tally, piece: Piece, code: str) -> None:
    """Let a model carry one more object. Raises ImpossibleEvent."""
    if piece.is_out:
        raise ImpossibleEvent(_("%(name)s is already out of action.") % {"name": piece.name}, "piece")
    if not piece.may_carry:
        raise ImpossibleEvent(message=_("%(name)s is an animal and cannot carry this.") % {"name": piece.name})
    carriers = [other for other in tally.pieces.values() for held in other.carried if held == code]
    if 0 < tally.objects[code] <= len(carriers):
        raise ImpossibleEvent(
            message=_("%(name)s already carries it. Record there that it is passed on or dropped.")
            % {"name": carriers[0].name}
        )
    if piece.carried.count(code) >= MOST_CARRIED:
        raise ImpossibleEvent(message=_("%(name)s cannot carry more.") % {"name": piece.name})
    piece.carried.append(code)


def _note(tally: Tally, data: Mapping[str, Any]) -> None:
    text = str(data.get("text", "")).strip()
    if not text or len(tally.notes) >= MOST_NOTES:
        raise ImpossibleEvent(
            message=_("Enter a note first. A battle can have up to %(most)d notes.") % {"most": MOST_NOTES}
        )
    tally.notes.append(text[:300])


_ACTS: Final = {
    "out": _out, "posture": _posture, "wounds": _wounds, "phase": _phase, "turn": _turn, "rout": _rout, "note": _note,
    "used": _used, "carry": _carry,
}  # fmt: skip
KINDS: Final = frozenset(_ACTS)


def rout_due(tally: Tally, rules: Rules, *, scenario_routs: bool = True) -> RoutTestDue | None:
    """The Rout test that the active side still has to take, or None; the losses of allies are added up. Rules:
    PSY-ROUT-01, PSY-ROUT-02, ALLY-FORMAL-03"""
    side = tally.active
    if tally.is_gone(side):
        return None
    counts = [tally.lost(member) for member in tally.party(side)]
    lost, started = sum(out for out, _all in counts), sum(there for _out, there in counts)
    is_spared = not rules.rout_tests or not scenario_routs or (side, tally.turn) in tally.tested
    if is_spared or tally.is_over or not lost or 4 * lost < started:
        return None
    best = _who_holds_them([piece for member in tally.party(side) for piece in tally.of(member)], rules)
    return RoutTestDue(side, lost, started, best.name if best else "", best.leadership if best else 0)


def _who_holds_them(mine: Sequence[Piece], rules: Rules) -> Piece | None:
    """The miniature whose Leadership is used for the Rout test: the leader unless out of action or stunned, otherwise
    the one with the highest Leadership. None if there is none. Rule: PSY-ROUT-02"""
    there = [piece for piece in mine if not piece.is_out and piece.posture != STUNNED]
    leader = next((piece for piece in there if piece.is_leader), None)
    if leader is not None and not rules.leader_is_highest:
        return leader
    fit = [piece for piece in there if piece.is_able or not rules.rout_substitute_must_be_able]
    return max(fit, key=lambda piece: piece.leadership, default=None)
