"""The compact form of events in the stored log: `[name, field, ...]` for each event."""

from __future__ import annotations

from typing import Any

from battles.engine.events.flow_events import FlowSet, Marked
from battles.engine.events.harm_events import EffectAdded
from battles.engine.events.log_events import Modifier, Rolled
from battles.engine.events.state_changes import HANDLERS, Event
from battles.engine.state import Effect, Frame

_BY_NAME: dict[str, type] = {kind.__name__: kind for kind in HANDLERS}


def _tupled(value: Any) -> Any:
    return tuple(_tupled(entry) for entry in value) if isinstance(value, list | tuple) else value


def to_data(event: Event) -> list[Any]:
    """The event as `[name, field, ...]`, without default values at the end."""
    fields = list(event)
    defaults = event._field_defaults
    names = event._fields
    while fields and names[len(fields) - 1] in defaults and fields[-1] == defaults[names[len(fields) - 1]]:
        fields.pop()
    return [type(event).__name__, *fields]


def from_data(row: list[Any]) -> Event:
    """Restore an event from the result of `to_data`. Raises KeyError for an unknown name."""
    kind = _BY_NAME[row[0]]
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
