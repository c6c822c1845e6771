"""What happened, in the past tense, and the only code that changes a state.

An event is a small named tuple of plain values. `apply(state, event)` folds it in; `to_data` and `from_data` give the
compact JSON form
`[code, field, ...]` that the log stores. Setup plus events give the battle; dice faces are inside `Rolled`, so a
replay needs no dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from battles.engine.state import (
    COMBAT_FLAGS,
    FLEEING,
    FRENZIED,
    HIDDEN,
    KNOCKED_DOWN,
    OUT_OF_ACTION,
    STANDING,
    TURN_FLAGS,
    BattleState,
    Effect,
    Frame,
    Miniature,
    Outcome,
    SideState,
)


class Modifier(NamedTuple):
    """One reason why a score is not the plain one."""

    reason: str
    """A word of the modifier vocabulary: "cover", "long_range", "moved" ..."""
    by: int
    """Added to the roll; minus makes it harder."""
    rule: str = ""


class Rolled(NamedTuple):
    """Dice were rolled. `need` is the score needed (0 when none applies), `passed` None when there is nothing to
    pass."""

    purpose: str
    who: str
    """The model the roll is for, or a side."""
    faces: tuple[int, ...]
    need: int = 0
    passed: bool | None = None
    mods: tuple[Modifier, ...] = ()
    against: str = ""
    rule: str = ""


class Placed(NamedTuple):
    """A model was set down: deployment, reinforcement, or a correction."""

    who: str
    x: int
    y: int
    z: int


class Moved(NamedTuple):
    """A model went along a path. Segments are (kind, x, y, z) from its old place; the last gives the new one."""

    who: str
    manner: str
    """walk, run, charge, failed_charge, crawl, flee, stagger, random, push, fall, follow, intercept."""
    path: tuple[tuple[str, int, int, int], ...]
    spent: int
    climbed: int = 0


class Flagged(NamedTuple):
    """Bits of `state.FLAG_NAMES` were set and cleared on one model."""

    who: str
    on: int = 0
    off: int = 0
    why: str = ""


class Engaged(NamedTuple):
    """Two enemies are now engaged with each other."""

    who: str
    whom: str
    across: bool = False


class Separated(NamedTuple):
    """Two models are no longer engaged."""

    who: str
    whom: str


class LoadoutTaken(NamedTuple):
    """A model took these weapons (indices) in hand for the combat."""

    who: str
    weapons: tuple[int, ...]


class Attacked(NamedTuple):
    """A model began an attack: for the reader; changes nothing."""

    who: str
    whom: str
    weapon: str
    how: str
    """shot, blow, charge_blow, impact, stomp, parting, breath, fall, terrain, spell."""
    times: int = 1


class Noted(NamedTuple):
    """A fact for the reader with no change of its own: parried, saved, critical result, cover struck ..."""

    what: str
    who: str = ""
    whom: str = ""
    detail: str = ""
    rule: str = ""


class WoundsLost(NamedTuple):
    """Wounds were taken off; `left` is never below 0."""

    who: str
    lost: int
    left: int
    by: str = ""


class PostureChanged(NamedTuple):
    """A model was felled, turned over or stood up. Going down ends flight, hiding and frenzy (CONV-STATE-01)."""

    who: str
    posture: int
    by: str = ""
    why: str = ""


class Removed(NamedTuple):
    """A model left the table: "out" (out of action), "fled" or "routed"."""

    who: str
    why: str
    by: str = ""
    facts: tuple[str, ...] = ()
    """What the aftermath must know: killing_blow, ..."""


class EffectAdded(NamedTuple):
    """A lasting effect began on a model."""

    who: str
    effect: Effect


class EffectEnded(NamedTuple):
    """A lasting effect is over."""

    who: str
    code: str


class Used(NamedTuple):
    """A thing with a limited number of uses was used."""

    who: str
    code: str
    times: int = 1


class Faced(NamedTuple):
    """A mounted model turned; degrees clockwise from +y."""

    who: str
    degrees: int


class OrderSet(NamedTuple):
    """The order in which sides take their turns."""

    order: tuple[str, ...]


class TurnBegan(NamedTuple):
    """A side's turn begins."""

    side: str
    turn_number: int


class PhaseBegan(NamedTuple):
    """A phase of the active side's turn begins."""

    phase: str


class PhaseEnded(NamedTuple):
    """A phase is over; after combat the phase's flags are cleared."""

    phase: str


class SnapshotTaken(NamedTuple):
    """Who forbids running this turn: (id, x, y, z, radius) each. Rule: MV-RUN-03"""

    places: tuple[tuple[str, int, int, int, int], ...]


class SideRouted(NamedTuple):
    """A side gave up the field, by a failed test or of its own will."""

    side: str
    voluntary: bool = False
    stays: tuple[str, ...] = ()


class Marked(NamedTuple):
    """A scenario token or terrain state changed; None takes it away."""

    key: str
    value: Any


class Scored(NamedTuple):
    """A side's scenario score changed to `score`."""

    side: str
    score: int


class BattleEnded(NamedTuple):
    """The battle is over."""

    winners: tuple[str, ...]
    reason: str


class FlowSet(NamedTuple):
    """What is under way after a command; written once a command, when it changed."""

    frames: tuple[Frame, ...]


Event = (
    Rolled | Placed | Moved | Flagged | Engaged | Separated | LoadoutTaken | Attacked | Noted | WoundsLost |
    PostureChanged | Removed
    | EffectAdded | EffectEnded | Used | Faced | OrderSet | TurnBegan | PhaseBegan | PhaseEnded | SnapshotTaken |
    SideRouted | Marked
    | Scored | BattleEnded | FlowSet
)  # fmt: skip


def _rolled(state: BattleState, event: Rolled) -> None:
    state.dice_position += len(event.faces)


def _nothing(state: BattleState, event: Attacked | Noted) -> None:
    return None


def _placed(state: BattleState, event: Placed) -> None:
    model = state.models[event.who]
    state.models[event.who] = model._replace(x=event.x, y=event.y, z=event.z, gone="")


def _moved(state: BattleState, event: Moved) -> None:
    if not event.path:
        return
    model = state.models[event.who]
    _, x, y, z = event.path[-1]
    state.models[event.who] = model._replace(x=x, y=y, z=z, climbed=model.climbed + event.climbed)


def _flagged(state: BattleState, event: Flagged) -> None:
    model = state.models[event.who]
    state.models[event.who] = model._replace(flags=(model.flags | event.on) & ~event.off)


def _link(state: BattleState, who: str, whom: str) -> None:
    model = state.models[who]
    if whom not in model.engaged:
        state.models[who] = model._replace(engaged=tuple(sorted((*model.engaged, whom))))


def _unlink(state: BattleState, who: str, whom: str) -> None:
    model = state.models[who]
    if whom in model.engaged:
        left = tuple(other for other in model.engaged if other != whom)
        state.models[who] = model._replace(engaged=left, loadout=model.loadout if left else ())


def _engaged(state: BattleState, event: Engaged) -> None:
    _link(state, event.who, event.whom)
    _link(state, event.whom, event.who)


def _separated(state: BattleState, event: Separated) -> None:
    _unlink(state, event.who, event.whom)
    _unlink(state, event.whom, event.who)


def _loadout(state: BattleState, event: LoadoutTaken) -> None:
    state.models[event.who] = state.models[event.who]._replace(loadout=event.weapons)


def _wounds(state: BattleState, event: WoundsLost) -> None:
    state.models[event.who] = state.models[event.who]._replace(wounds=event.left)


def _posture(state: BattleState, event: PostureChanged) -> None:
    model = state.models[event.who]
    flags = model.flags if event.posture == STANDING else model.flags & ~(FLEEING | FRENZIED)
    if event.posture >= KNOCKED_DOWN and event.why != "recovery":
        flags &= ~HIDDEN
    state.models[event.who] = model._replace(posture=event.posture, flags=flags)


def _removed(state: BattleState, event: Removed) -> None:
    for other in state.models[event.who].engaged:
        _unlink(state, other, event.who)
    model = state.models[event.who]
    posture = OUT_OF_ACTION if event.why == "out" else model.posture
    state.models[event.who] = model._replace(posture=posture, gone=event.why, engaged=(), loadout=(), flags=0)


def _effect_added(state: BattleState, event: EffectAdded) -> None:
    model = state.models[event.who]
    kept = tuple(effect for effect in model.effects if effect.code != event.effect.code)
    state.models[event.who] = model._replace(effects=(*kept, Effect(*event.effect)))


def _effect_ended(state: BattleState, event: EffectEnded) -> None:
    model = state.models[event.who]
    state.models[event.who] = model._replace(
        effects=tuple(effect for effect in model.effects if effect.code != event.code)
    )


def _used(state: BattleState, event: Used) -> None:
    model = state.models[event.who]
    counts = dict(model.used)
    counts[event.code] = counts.get(event.code, 0) + event.times
    state.models[event.who] = model._replace(used=tuple(sorted(counts.items())))


def _faced(state: BattleState, event: Faced) -> None:
    state.models[event.who] = state.models[event.who]._replace(facing=event.degrees)


def _order(state: BattleState, event: OrderSet) -> None:
    state.order = event.order


def _turn(state: BattleState, event: TurnBegan) -> None:
    state.active = event.side
    state.turn_number = event.turn_number
    state.snapshot = {}
    state.sides[event.side] = state.sides[event.side]._replace(turns_taken=state.sides[event.side].turns_taken + 1)
    for key, model in state.models.items():
        if model.gone:
            continue
        mine = side_of(key) == event.side
        effects = model.effects
        if effects:
            effects = tuple(
                e for e in effects if not (e.until_turn and e.owner == event.side and e.until_turn <= event.turn_number)
            )
        flags = model.flags & ~TURN_FLAGS if mine else model.flags
        if flags != model.flags or len(effects) != len(model.effects) or (mine and model.climbed):
            state.models[key] = model._replace(flags=flags, effects=effects, climbed=0 if mine else model.climbed)


def _phase(state: BattleState, event: PhaseBegan) -> None:
    state.phase = event.phase


def _phase_ended(state: BattleState, event: PhaseEnded) -> None:
    if event.phase == "combat":
        for key, model in state.models.items():
            if model.flags & COMBAT_FLAGS:
                state.models[key] = model._replace(flags=model.flags & ~COMBAT_FLAGS)


def _snapshot(state: BattleState, event: SnapshotTaken) -> None:
    state.snapshot = {row[0]: (row[1], row[2], row[3], row[4]) for row in event.places}


def _routed(state: BattleState, event: SideRouted) -> None:
    state.sides[event.side] = state.sides[event.side]._replace(routed=not event.stays, never_routs=bool(event.stays))


def _marked(state: BattleState, event: Marked) -> None:
    if event.value is None:
        state.marks.pop(event.key, None)
    else:
        state.marks[event.key] = event.value


def _scored(state: BattleState, event: Scored) -> None:
    state.sides[event.side] = state.sides[event.side]._replace(score=event.score)


def _ended(state: BattleState, event: BattleEnded) -> None:
    state.outcome = Outcome(event.winners, event.reason)
    state.flow = ()


def _flow(state: BattleState, event: FlowSet) -> None:
    state.flow = event.frames


_APPLY: dict[type, Callable[[BattleState, Any], None]] = {
    Rolled: _rolled, Placed: _placed, Moved: _moved, Flagged: _flagged, Engaged: _engaged, Separated: _separated,
    LoadoutTaken: _loadout, Attacked: _nothing, Noted: _nothing, WoundsLost: _wounds, PostureChanged: _posture,
    Removed: _removed,
    EffectAdded: _effect_added, EffectEnded: _effect_ended, Used: _used, Faced: _faced, OrderSet: _order, TurnBegan:
    _turn, PhaseBegan: _phase, PhaseEnded: _phase_ended, SnapshotTaken: _snapshot, SideRouted: _routed, Marked: _marked,
    Scored: _scored, BattleEnded: _ended, FlowSet: _flow,
}  # fmt: skip


def apply(state: BattleState, event: Event) -> None:
    """Fold one event into the state, in place."""
    _APPLY[type(event)](state, event)


def fold(state: BattleState, events: Iterable[Event]) -> BattleState:
    """Apply events in order and give the same state back."""
    for event in events:
        _APPLY[type(event)](state, event)
    return state


def side_of(model_id: str) -> str:
    """The side of a model: ids are the side's letter followed by a number."""
    return model_id[0]


def starting_state(sides: dict[str, int]) -> BattleState:
    """A state before anything happened, with the number of warriors each side starts with."""
    state = BattleState()
    state.sides = {side: SideState(started=count) for side, count in sides.items()}
    return state


def add_reserve(state: BattleState, who: str, wounds: int, flags: int = 0) -> None:
    """Put a model of the setup into the state, not yet on the table. For `game.opening` alone."""
    state.models[who] = Miniature(0, 0, 0, wounds, flags=flags, gone="reserve")


# --- the log's compact form
# -------------------------------------------------------------------------------------------------------

_BY_CODE: dict[str, type] = {kind.__name__: kind for kind in _APPLY}


def _tupled(value: Any) -> Any:
    return tuple(_tupled(entry) for entry in value) if isinstance(value, list | tuple) else value


def to_data(event: Event) -> list[Any]:
    """`[name, field, ...]` with trailing default fields left out."""
    fields = list(event)
    defaults = event._field_defaults
    names = event._fields
    while fields and names[len(fields) - 1] in defaults and fields[-1] == defaults[names[len(fields) - 1]]:
        fields.pop()
    return [type(event).__name__, *fields]


def from_data(row: list[Any]) -> Event:
    """The event that `to_data` wrote. Raises KeyError for an unknown name."""
    kind = _BY_CODE[row[0]]
    if kind is FlowSet:
        return FlowSet(tuple(Frame(*frame) for frame in row[1]))
    if kind is Marked:
        return Marked(row[1], row[2] if len(row) > 2 else None)
    fields = [_tupled(field) for field in row[1:]]
    if kind is Rolled and len(fields) > 5:
        fields[5] = tuple(Modifier(*mod) for mod in fields[5])
    if kind is EffectAdded:
        fields[1] = Effect(*fields[1])
    event: Event = kind(*fields)
    return event
