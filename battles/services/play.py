"""Giving orders in a battle that is being played.

One order is one transaction: lock the battle, refuse a stale order, answer a repeated one with its first answer, let
the engine decide, append what happened. Watchers are told after the commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from battles import announcing, live
from battles.engine import commands, events
from battles.engine.battle import Battle as EngineBattle
from battles.engine.errors import IllegalAction
from battles.models import Battle, BattleEvent, BattleSide, BattleStatus, Snapshot
from battles.refusals import NothingToUndo, NotPlaying, NotYourSide, RefusedByRules, StaleOrder
from battles.services import bots, clocks, draws, finish, notifying, standing_orders

COMMAND_ID_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Played:
    """What an order came to: its place in the log and its events in compact form. `repeated` for a second delivery."""

    battle_id: int
    seq: int
    first: int
    data: list[list[Any]]
    repeated: bool = False


@transaction.atomic
def give_order(
    *,
    battle_id: int,
    actor_id: int | None,
    side: str,
    command: Any,
    expected_seq: int,
    command_id: str,
    now: datetime,
    reason: str = "",
    bot: bool = False,
) -> Played:
    """Give one order for a side.

    `command` is plain data (engine.commands.from_data). `actor_id` must command the side, unless `bot` plays it.
    Raises NotPlaying, NotYourSide, StaleOrder (with what was missed), TimeIsUp and RefusedByRules; then nothing has
    changed.
    """
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    earlier = BattleEvent.objects.filter(battle=row, command_id=command_id[:COMMAND_ID_LENGTH]).first()
    if earlier is not None:
        return Played(row.pk, row.seq, earlier.seq, earlier.data, repeated=True)
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    seat = BattleSide.objects.filter(battle=row, letter=side).first()
    if seat is None or (bool(seat.bot) != bot) or (not bot and seat.player_id != actor_id):
        raise NotYourSide
    if expected_seq != row.seq:
        raise StaleOrder(seq=row.seq, missed=runs_after(row, expected_seq))
    if not bot:
        clocks.check_in_time(row, side, now)
    engine = live.load(row)
    try:
        happened = engine.play_data(side, command)
    except IllegalAction as no:
        raise RefusedByRules(no) from no
    return append(
        row,
        engine,
        happened,
        side=side,
        actor_id=actor_id,
        command=command,
        command_id=command_id,
        now=now,
        reason=reason,
    )


def append(
    row: Battle,
    engine: EngineBattle,
    happened: list[events.Event],
    *,
    side: str,
    actor_id: int | None,
    command: Any,
    command_id: str,
    now: datetime,
    reason: str = "",
) -> Played:
    """Store a run of events of a locked battle, move the row along and tell the watchers after the commit."""
    data = [events.to_data(event) for event in happened]
    first = row.seq + 1
    state = engine.state
    turn_changed = any(isinstance(event, events.TurnBegan) for event in happened)
    BattleEvent.objects.create(
        battle=row,
        seq=first,
        count=len(data),
        side=side,
        actor_id=actor_id,
        command=command,
        command_id=command_id[:COMMAND_ID_LENGTH],
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
        BattleSide.objects.filter(battle=row, letter__in=engine.outcome.winners).update(is_winner=True)
    row.save(update_fields=fields)
    clocks.moved(row, engine, now, turn_changed=turn_changed)
    draws.turns_began(row, [event.side for event in happened if isinstance(event, events.TurnBegan)], now)
    if engine.outcome is not None:
        draws.battle_over(row, now)
        finish.finish(battle=row, game=engine.game, state=state, now=now)
    game, seq = engine.game, row.seq
    transaction.on_commit(lambda: live.keep(row.public_id, seq, game, state))
    announcing.after_commit(row, first=first, data=data, side=side, reason=reason)
    newly_awaited = [letter for letter in row.awaiting if letter not in awaited_before]
    is_undoing = command is not None and command.get("kind") == "undo"
    if is_undoing or not standing_orders.carry_out(row, engine, now):
        bots.wake(row)
        if newly_awaited:
            notifying.turn_waits(row, newly_awaited, now)
    return Played(row.pk, seq, first, data)


@transaction.atomic
def undo(*, battle_id: int, actor_id: int, expected_seq: int, now: datetime) -> Played:
    """Take back the last order of this player: never past a die, a turn, or anything the other side did.

    Raises NotPlaying, StaleOrder and NothingToUndo. The run stays in the log, marked.
    """
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    if expected_seq != row.seq:
        raise StaleOrder(seq=row.seq, missed=runs_after(row, expected_seq))
    last = last_run(row)
    if last is None or not may_undo(row, last, actor_id):
        raise NothingToUndo
    last.is_undone = True
    last.save(update_fields=["is_undone"])
    game = live.game_of(row)
    live.forget(row.public_id)
    state = live.state_at(row, game, row.seq)
    engine = EngineBattle(game, state, live.dice_of(row, state.dice_position))
    played = append(
        row,
        engine,
        [events.Noted("undone", detail=str(last.seq))],
        side=last.side,
        actor_id=actor_id,
        command={"kind": "undo", "seq": last.seq},
        command_id=f"undo-{last.pk}",
        now=now,
    )
    # The mark of an undoing is itself left out of what stands, so that the order before can be taken back too.
    BattleEvent.objects.filter(battle=row, seq=played.first).update(is_undone=True)
    return played


def last_run(row: Battle) -> BattleEvent | None:
    """The newest run that stands."""
    return BattleEvent.objects.filter(battle=row, is_undone=False).order_by("-seq").first()


def may_undo(row: Battle, last: BattleEvent, actor_id: int) -> bool:
    """May this run be taken back by this person now? Never past a die, a turn, or what the other side did."""
    if last.command is None or last.has_dice or last.actor_id != actor_id:
        return False
    if last.command.get("kind") in ("end_step", "ready", "resign", "give_up"):
        return False
    if last.side not in row.awaiting:
        return False
    return not Snapshot.objects.filter(battle=row, seq__gte=last.seq).exists()


def runs_after(row: Battle, seq: int) -> list[dict[str, Any]]:
    """What happened after event `seq`: runs with their place, in order, as clients read them."""
    runs = BattleEvent.objects.filter(battle=row, seq__gt=seq).order_by("seq")
    return [{"seq": run.seq, "side": run.side, "events": run.data, "reason": run.reason} for run in runs[:500]]


def command_of(raw: Any) -> dict[str, Any]:
    """Check that plain data is a command and give it in canonical form. Raises RefusedByRules."""
    try:
        return commands.to_data(commands.from_data(raw))
    except IllegalAction as no:
        raise RefusedByRules(no) from no
