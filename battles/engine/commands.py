"""Commands as plain named tuples. `from_data` parses untrusted input and raises an error for anything that is not a
command.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Required, TypedDict, cast

from battles.engine.errors import IllegalAction

Segment = tuple[str, int, int, int]
"""(kind, x, y, z): walk, climb, ladder, rope, stairs, gap, down, leap or swim to this point."""


class Deploy(NamedTuple):
    """Place a model in the side's deployment zone. Lengths in hundredths of an inch."""

    who: str
    x: int
    y: int
    z: int = 0


class Ready(NamedTuple):
    """The side has finished deploying."""


class Charge(NamedTuple):
    """Declare a charge. `path` is the route to contact where the ruleset lets the player choose it; empty means the
    most direct route."""

    who: str
    targets: tuple[str, ...]
    path: tuple[Segment, ...] = ()


class Move(NamedTuple):
    """Walk, run or crawl along a path; `hide` declares hiding at its end. An empty path is no move.

    Manner "enter" walks to the wall of a garrison building and enters, "leave" exits at the one point given; "mount"
    mounts the steed waiting nearby, "dismount" dismounts.
    """

    who: str
    manner: str = "walk"
    path: tuple[Segment, ...] = ()
    hide: bool = False


class Face(NamedTuple):
    """Turn a mounted model to face another way; costs no movement."""

    who: str
    degrees: int


class Shoot(NamedTuple):
    """Shoot a weapon (index into the fighter's weapons) at a target; `shots` 0 means as many as allowed."""

    who: str
    target: str
    weapon: int = 0
    shots: int = 0
    heading: int = 0
    """Direction of a template weapon, in degrees clockwise from +y."""


class Detect(NamedTuple):
    """Search for a hidden enemy."""

    who: str
    target: str


class Cast(NamedTuple):
    """Cast a spell by code; targets by id, or a point."""

    who: str
    spell: str
    targets: tuple[str, ...] = ()
    x: int = 0
    y: int = 0


class Fight(NamedTuple):
    """Resolve the combats: the next fighter in striking order strikes."""


class Answer(NamedTuple):
    """Answer the pending decision with one of its option keys."""

    option: str


class EndStep(NamedTuple):
    """End the current step: the declaration of charges, the compulsory moves, or the phase."""


class GiveUp(NamedTuple):
    """Voluntary rout at the start of the side's turn. Rule: PSY-VROUT-01"""


class Resign(NamedTuple):
    """Concede the battle at any time."""


Command = Deploy | Ready | Charge | Move | Face | Shoot | Detect | Cast | Fight | Answer | EndStep | GiveUp | Resign
_KINDS: dict[str, type[Any]] = {
    "deploy": Deploy, "ready": Ready, "charge": Charge, "move": Move, "face": Face, "shoot": Shoot, "detect": Detect,
    "cast": Cast, "fight": Fight, "answer": Answer, "end_step": EndStep, "give_up": GiveUp, "resign": Resign,
}  # fmt: skip
_NAMES = {kind: name for name, kind in _KINDS.items()}


class CommandData(TypedDict, total=False):
    """A command as plain data: its kind and the fields of that kind, without those that have their default values.

    Lengths in hundredths of an inch; a point of `path` is [how, x, y, z].

    deploy: who, x, y, z · ready · charge: who, targets, path · move: who, manner, path, hide · face: who, degrees ·
    shoot: who, target, weapon, shots, heading · detect: who, target · cast: who, spell, targets, x, y · fight ·
    answer: option · end_step · give_up · resign
    """

    kind: Required[
        Literal[
            "deploy", "ready", "charge", "move", "face", "shoot", "detect", "cast", "fight", "answer", "end_step",
            "give_up", "resign",
        ]
    ]  # fmt: skip
    who: str
    x: int
    y: int
    z: int
    targets: list[str]
    path: list[list[str | int]]
    manner: str
    hide: bool
    degrees: int
    target: str
    weapon: int
    shots: int
    heading: int
    spell: str
    option: str


def _is_same(command: Command, other: object) -> bool:
    """Whether two commands are of the same kind with the same fields: EndStep() does not equal GiveUp()."""
    return type(command) is type(other) and tuple.__eq__(command, other)


def _is_other(command: Command, other: object) -> bool:
    return not _is_same(command, other)


def _hash(command: Command) -> int:
    return hash((_NAMES[type(command)], tuple(command)))


for _kind in _KINDS.values():
    for _name, _method in (("__eq__", _is_same), ("__ne__", _is_other), ("__hash__", _hash)):
        setattr(_kind, _name, _method)

_MANNERS = ("walk", "run", "crawl", "compulsory", "leap", "enter", "leave", "mount", "dismount")
_SEGMENTS = ("walk", "climb", "ladder", "rope", "stairs", "gap", "down", "leap", "swim")
MAX_SEGMENTS = 64
_LIMIT = 10_000_00


def to_data(command: Command) -> CommandData:
    """A command as `{"kind": ..., field: value}`, without fields that have their default values."""
    fields: dict[str, object] = {
        name: (
            [list(part) if isinstance(part, tuple) else part for part in value] if isinstance(value, tuple) else value
        )
        for name, value in zip(command._fields, command, strict=True)
        if name not in command._field_defaults or command._field_defaults[name] != value
    }
    return cast(CommandData, {"kind": _NAMES[type(command)], **fields})


def _bad(sentence: str) -> IllegalAction:
    return IllegalAction("bad_command", sentence)


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise _bad(f"{name} must be a short text.")
    return value


def _whole(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LIMIT:
        raise _bad(f"{name} must be a whole number of hundredths of an inch.")
    return value


def _path(value: Any) -> tuple[Segment, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_SEGMENTS:
        raise _bad(f"A path is a list of at most {MAX_SEGMENTS} segments.")
    path = []
    for segment in value:
        if not isinstance(segment, list | tuple) or len(segment) != 4 or segment[0] not in _SEGMENTS:
            raise _bad("A segment is [kind, x, y, z].")
        path.append((str(segment[0]), _whole(segment[1], "x"), _whole(segment[2], "y"), _whole(segment[3], "z")))
    return tuple(path)


def from_data(raw: Any) -> Command:
    """Read a command from plain data. Raises IllegalAction("bad_command") for anything that is not one."""
    name_of_kind = raw.get("kind") if isinstance(raw, dict) else None
    if not isinstance(name_of_kind, str) or name_of_kind not in _KINDS:
        raise _bad("The engine does not know this command.")
    kind = _KINDS[name_of_kind]
    fields: dict[str, object] = {}
    for name, value in raw.items():
        if name == "kind":
            continue
        if name not in kind._fields:
            raise _bad(f"{name_of_kind} has no field called {str(name)[:40]}.")
        if name == "path":
            fields[name] = _path(value)
        elif name == "targets":
            if not isinstance(value, list | tuple) or len(value) > 12:
                raise _bad("targets is a list of at most twelve ids.")
            fields[name] = tuple(_text(entry, "a target") for entry in value)
        elif name in ("who", "target", "spell", "option"):
            fields[name] = _text(value, name)
        elif name == "manner":
            if not isinstance(value, str) or value not in _MANNERS:
                raise _bad("A model walks, runs or crawls.")
            fields[name] = value
        elif name == "hide":
            if not isinstance(value, bool):
                raise _bad("hide must be true or false.")
            fields[name] = value
        else:
            fields[name] = _whole(value, name)
    missing = [name for name in kind._fields if name not in fields and name not in kind._field_defaults]
    if missing:
        raise _bad(f"{name_of_kind} needs {', '.join(missing)}.")
    command: Command = kind(**fields)
    return command
