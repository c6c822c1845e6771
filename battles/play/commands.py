"""Commands in a battle in progress.

Each command is one transaction: lock the battle, return the first result if the command is repeated, refuse it if it is
stale, let the engine apply it, store the events. Watchers are notified after the commit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from battles.aftermath import start as aftermath_start
from battles.core import engine_cache
from battles.core.refusals import MissedRun, NothingToUndo, NotPlaying, NotYourSide, RefusedByRules, StaleCommand
from battles.core.selectors import locked_battle, turn_starts
from battles.engine import events
from battles.engine.battle import Battle as EngineBattle
from battles.engine.errors import IllegalAction
from battles.models import Battle, BattleEvent, BattleStatus, Issuer
from battles.play import command_ids, runs, turn_notices, typed_commands
from battles.play.bots import jobs
from battles.play.clocks import services as clocks_services
from battles.play.default_decisions import services as default_decisions_services
from battles.play.draw_offers import services as draw_offers_services
from mordheim_site.reuse.prepared_queries import PreparedQuery

_LAST_RUN = PreparedQuery(
    lambda battle_id: BattleEvent.objects.filter(battle_id=battle_id, is_undone=False).order_by("-seq")[:1], int
)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A command as a line of text (see `typed_commands`). It is parsed at the position where it is carried out."""

    text: str


@transaction.atomic
def carry_out_command(
    *,
    battle_id: int,
    actor_id: int,
    side: str,
    command: Any,
    expected_seq: int,
    command_id: str,
    now: datetime,
) -> runs.Played:
    """Carry out one command of a player for one of their sides; "" is the side that has to act. `command` is plain data
    (engine.commands.from_data) or a TypedLine. The same command with the same `command_id` is not carried out again and
    gets the first result. Raises NotYourSide, CommandIdUsed, NotPlaying, StaleCommand (with the missed events),
    TimeIsUp, NotUnderstood and RefusedByRules; then nothing is changed."""
    row = locked_battle(battle_id)
    content = {"line": command.text} if isinstance(command, TypedLine) else command
    earlier = command_ids.earlier_run(row, actor_id=actor_id, side=side, command_id=command_id, asked=content)
    if earlier is not None:
        return runs.Played(row.pk, row.seq, earlier.seq, earlier.data, repeated=True, row=row)
    letter = open_side(row, expected_seq, player_side(row, actor_id, side))
    clocks_services.check_in_time(row, letter, now)
    engine = engine_cache.load(row)
    data = typed_commands.read(engine, letter, command.text).command if isinstance(command, TypedLine) else command
    try:
        happened = engine.play_data(letter, data)
    except IllegalAction as refusal:
        raise RefusedByRules(refusal) from refusal
    return runs.append(
        row,
        engine,
        happened,
        side=letter,
        actor_id=actor_id,
        command=data,
        issuer=Issuer.PLAYER,
        command_id=command_id,
        request_digest=command_ids.digest_of(side, content),
        now=now,
    )


@transaction.atomic
def carry_out_bot_command(
    *, battle_id: int, side: str, command: Mapping[str, object], expected_seq: int, now: datetime, reason: str = ""
) -> runs.Played:
    """Carry out one command of the bot that plays `side`, chosen at `expected_seq`.

    `repeated` is set if a bot's command for that position is already in the log. Raises the errors of
    `carry_out_command`.
    """
    row = locked_battle(battle_id)
    command_id = f"bot-{expected_seq}"
    earlier = BattleEvent.objects.filter(battle=row, issuer=Issuer.BOT, command_id=command_id).first()
    if earlier is not None:
        return runs.Played(row.pk, row.seq, earlier.seq, earlier.data, repeated=True, row=row)
    is_bots = any(seat.bot and seat.letter == side for seat in row.sides.all())
    open_side(row, expected_seq, side if is_bots else "")
    engine = engine_cache.load(row)
    try:
        happened = engine.play_data(side, command)
    except IllegalAction as refusal:
        raise RefusedByRules(refusal) from refusal
    return runs.append(
        row,
        engine,
        happened,
        side=side,
        actor_id=None,
        command=command,
        issuer=Issuer.BOT,
        command_id=command_id,
        now=now,
        reason=reason,
    )


def player_side(row: Battle, actor_id: int, requested: str) -> str:
    """The requested side, or the player's side that has to act; "" if the player does not command it."""
    mine = sorted(seat.letter for seat in row.sides.all() if not seat.bot and seat.player_id == actor_id)
    if requested:
        return requested if requested in mine else ""
    return next((letter for letter in mine if letter in row.awaiting), "".join(mine[:1]))


def open_side(row: Battle, expected_seq: int, side: str) -> str:
    """Return `side` if it may give a command now. Raises NotPlaying, NotYourSide (for "") and StaleCommand."""
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    if not side:
        raise NotYourSide
    if expected_seq != row.seq:
        raise StaleCommand(seq=row.seq, missed=runs_after(row, expected_seq), expected=expected_seq)
    return side


def follow_up(run: runs.Run) -> None:
    """Do what follows after stored events: clocks, expired draw offers, the aftermath, notifications of the next
    player."""
    row, engine, now = run.row, run.engine, run.now
    clocks_services.moved(row, engine, now, turn_changed=bool(run.began_turns))
    draw_offers_services.turns_began(row, run.began_turns, now)
    if engine.outcome is not None:
        draw_offers_services.battle_over(row, now)
        aftermath_start.finish(battle=row, game=engine.game, state=engine.state, now=now)
    if run.is_undoing or not default_decisions_services.carry_out(row, engine, now):
        if run.issuer not in (Issuer.BOT, Issuer.SEASON):
            # The code that sent a bot's command continues the battle itself.
            jobs.start_job(row)
        if run.newly_awaited:
            turn_notices.turn_waits(row, list(run.newly_awaited), now)


@transaction.atomic
def undo(*, battle_id: int, actor_id: int, expected_seq: int, now: datetime) -> runs.Played:
    """Undo this player's last command. Dice, the start of a turn, and actions of the other side cannot be undone.
    Raises NotPlaying, StaleCommand and NothingToUndo. The command stays in the log, marked as undone."""
    row = locked_battle(battle_id)
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    if expected_seq != row.seq:
        raise StaleCommand(seq=row.seq, missed=runs_after(row, expected_seq), expected=expected_seq)
    last = last_run(row)
    if last is None or not may_undo(row, last, actor_id):
        raise NothingToUndo
    last.is_undone = True
    last.save(update_fields=["is_undone"])
    game = engine_cache.game_of(row)
    engine_cache.forget(row.public_id)
    state = engine_cache.state_at(row, game, row.seq)
    engine = EngineBattle(game, state, engine_cache.dice_of(row, state.dice_position))
    played = runs.append(
        row,
        engine,
        [events.Noted("undone", detail=str(last.seq))],
        side=last.side,
        actor_id=actor_id,
        command={"kind": "undo", "seq": last.seq},
        issuer=Issuer.UNDO,
        command_id=f"undo-{last.pk}",
        now=now,
    )
    # Mark the undo as undone, too, so that the command before it can be undone next.
    BattleEvent.objects.filter(battle=row, seq=played.first).update(is_undone=True)
    return played


def last_run(row: Battle) -> BattleEvent | None:
    """The newest command that was not undone, or None."""
    return _LAST_RUN.first(row.pk)


def may_undo(row: Battle, last: BattleEvent, actor_id: int) -> bool:
    """Whether this user may undo this command now. Dice, the start of a turn, and actions of the other side cannot be
    undone."""
    if last.command is None or last.has_dice or last.actor_id != actor_id:
        return False
    if last.command.get("kind") in ("end_step", "ready", "resign", "give_up"):
        return False
    if last.side not in row.awaiting:
        return False
    return next(iter(turn_starts(row)), -1) < last.seq


def runs_after(row: Battle, seq: int) -> list[MissedRun]:
    """Events after event `seq`, in order: commands with their positions, in the form that clients expect."""
    runs = BattleEvent.objects.filter(battle=row, seq__gt=seq).order_by("seq")
    return [{"seq": run.seq, "side": run.side, "events": run.data, "reason": run.reason} for run in runs[:500]]


runs.after_each_run(follow_up)
