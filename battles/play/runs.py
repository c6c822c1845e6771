"""Storage of events: only this module writes the events of a battle. Code that has to act after events (clocks, draw
offers, bots, notices) registers with `after_each_run`, because most of it stores events itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from battles.core import engine_cache
from battles.engine import events
from battles.engine.battle import Battle as EngineBattle
from battles.log import stored_luck
from battles.models import Battle, BattleEvent, BattleStatus, Issuer, Snapshot
from battles.play import command_ids
from battles.play.live import broadcast


@dataclass(frozen=True, slots=True)
class Played:
    """Result of a command: the sequence number of the battle, the first event, and the events in compact form.
    `repeated` is set if the command had already been carried out; then nothing was changed."""

    battle_id: int
    seq: int
    first: int
    data: list[list[Any]]
    repeated: bool = False
    row: Battle | None = field(default=None, compare=False, repr=False)
    """The battle as it is after the command; None if only the result is known."""


@dataclass(frozen=True, slots=True)
class Run:
    """Stored events of one command: the locked row after them, the engine's position, and the sides whose turn or
    prompt began."""

    row: Battle
    engine: EngineBattle
    happened: tuple[events.Event, ...]
    issuer: Issuer
    is_undoing: bool
    newly_awaited: tuple[str, ...]
    now: datetime

    @property
    def began_turns(self) -> list[str]:
        """The sides whose turn began with these events."""
        return [event.side for event in self.happened if isinstance(event, events.TurnBegan)]


_listeners: list[Callable[[Run], None]] = []


def after_each_run(listener: Callable[[Run], None]) -> None:
    """Register `listener`, which is called each time events were stored, in the same transaction. Registering it twice
    has no further effect."""
    if listener not in _listeners:
        _listeners.append(listener)


def append(
    row: Battle,
    engine: EngineBattle,
    happened: list[events.Event],
    *,
    side: str,
    actor_id: int | None,
    command: Any,
    issuer: Issuer,
    command_id: str,
    now: datetime,
    reason: str = "",
    request_digest: str = "",
) -> Played:
    """Store the events of a command in a locked battle, update its row, and notify watchers after the commit. `issuer`
    is the issuer of `command_id`. Without events nothing is stored: the next
    events would have the same number."""
    data = [events.to_data(event) for event in happened]
    first = row.seq + 1
    if not data:
        return Played(row.pk, row.seq, first, data, row=row)
    state = engine.state
    turn_changed = any(isinstance(event, events.TurnBegan) for event in happened)
    BattleEvent.objects.create(
        battle=row,
        seq=first,
        count=len(data),
        side=side,
        actor_id=actor_id,
        command=command,
        issuer=issuer,
        command_id=command_id[: command_ids.LENGTH],
        request_digest=request_digest,
        data=data,
        reason=reason[:200],
        has_dice=any(isinstance(event, events.Rolled) for event in happened),
        turn_number=state.turn_number,
    )
    row.seq += len(data)
    row.turn_number = state.turn_number
    row.phase = state.phase
    awaited_before, row.awaiting = row.awaiting, "".join(engine.awaiting())
    row.moved_at = now
    fields = ["seq", "turn_number", "phase", "awaiting", "moved_at"]
    if turn_changed:
        Snapshot.objects.create(battle=row, seq=row.seq, state=state.to_data())
    if engine.outcome is not None:
        row.status = BattleStatus.FINISHED
        row.finished_at = now
        row.outcome = {"winners": list(engine.outcome.winners), "reason": engine.outcome.reason}
        fields += ["status", "finished_at", "outcome"]
        rolled = stored_luck.luck_of_battle(row)
        for seat in row.sides.all():
            seat.is_winner = seat.is_winner or seat.letter in engine.outcome.winners
            seat.luck = rolled[seat.letter]
            seat.save(update_fields=["is_winner", "luck"])
    row.save(update_fields=fields)
    newly_awaited = tuple(letter for letter in row.awaiting if letter not in awaited_before)
    is_undoing = command is not None and command.get("kind") == "undo"
    run = Run(row, engine, tuple(happened), issuer, is_undoing, newly_awaited, now)
    game, seq = engine.game, row.seq
    transaction.on_commit(lambda: engine_cache.store(row.public_id, seq, game, state))
    broadcast.after_commit(row, first=first, data=data, side=side, reason=reason)
    for listener in _listeners:
        listener(run)
    return Played(row.pk, seq, first, data, row=row)
