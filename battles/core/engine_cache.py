"""Battles of the engine, built from rows and cached in memory. `load` builds the engine battle of a row from its last
snapshot and the events after it. A small cache holds the latest positions in this process. A cached position is used
only if it has the `seq` of the row, and is stored only after a commit, so a command that was rolled back never gets
into it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from battles.engine import events as log
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commitment import committed_dice
from battles.engine.dice import ArrangedDice, Dice
from battles.engine.game import Game, opening
from battles.engine.setup import game_from_data
from battles.engine.state import BattleState
from battles.models import Battle, BattleEvent, Issuer, Snapshot
from mordheim_site.reuse.prepared_queries import PreparedQuery

_KEPT = 300


_RUNS = PreparedQuery(
    lambda battle_id, after, until: BattleEvent.objects.filter(
        battle_id=battle_id, seq__gt=after, seq__lte=until
    ).order_by("seq"),
    int,
    int,
    int,
)


class _CachedBattle(NamedTuple):
    seq: int
    game: Game
    state: BattleState


_cache: OrderedDict[str, _CachedBattle] = OrderedDict()
_earlier: OrderedDict[tuple[str, int], BattleState] = OrderedDict()
"""Positions by battle and event, including those that are no longer the newest."""
_lock = Lock()


def dice_of(row: Battle, position: int) -> Dice:
    """The battle's committed dice, starting at `position`. The dice of a practice battle may be prearranged."""
    nonces = [side.nonce for side in sorted(row.sides.all(), key=lambda side: side.letter)]
    dice = committed_dice(bytes(row.dice_seed), nonces, position)
    arranged = row.arranged_dice
    return ArrangedDice(dice, arranged.get("faces", ()), arranged.get("for")) if arranged else dice


def load(row: Battle) -> EngineBattle:
    """The engine battle at the row's `seq`: from the cache, else from a snapshot and the events after it."""
    with _lock:
        warm = _cache.get(row.public_id)
        if warm is not None:
            _cache.move_to_end(row.public_id)
    if warm is not None and warm.seq == row.seq:
        game, state = warm.game, warm.state.fork()
    else:
        game = warm.game if warm is not None else game_from_data(row.setup)
        caught_up = _caught_up(row, warm) if warm is not None else None
        state = caught_up if caught_up is not None else state_at(row, game, row.seq)
        if warm is None or warm.seq < row.seq:
            store(row.public_id, row.seq, game, state)
    return EngineBattle(game, state, dice_of(row, state.dice_position))


def _caught_up(row: Battle, warm: _CachedBattle) -> BattleState | None:
    """The cached position with the events that another process has stored since; None if a command was undone or the
    cached position is newer."""
    if warm.seq >= row.seq:
        return None
    runs = _RUNS.rows(row.pk, warm.seq, row.seq)
    if any(run.is_undone or run.issuer == Issuer.UNDO for run in runs):
        return None
    state = warm.state.fork()
    for run in runs:
        for entry in run.data:
            log.apply(state, log.from_data(entry))
    return state


def game_of(row: Battle) -> Game:
    """The part of the battle that never changes."""
    with _lock:
        warm = _cache.get(row.public_id)
    return warm.game if warm is not None else game_from_data(row.setup)


def state_at(row: Battle, game: Game, seq: int) -> BattleState:
    """The state after event `seq`: the newest snapshot before it, then the events that were not undone."""
    snapshot = Snapshot.objects.filter(battle=row, seq__lte=seq).order_by("-seq").first()
    if snapshot is None:
        state, start = opening(game), 0
    else:
        state, start = BattleState.from_data(snapshot.state), snapshot.seq
    runs = BattleEvent.objects.filter(battle=row, seq__gt=start, seq__lte=seq, is_undone=False).order_by("seq")
    for first, rows in runs.values_list("seq", "data"):
        for offset, entry in enumerate(rows):
            if first + offset > seq:
                break
            log.apply(state, log.from_data(entry))
    return state


def recent_state(row: Battle, game: Game, seq: int) -> BattleState:
    """Like `state_at`, but from memory if this process has seen that position. No command up to event `seq` may have
    been undone later."""
    with _lock:
        state = _earlier.get((row.public_id, seq))
    if state is None:
        state = state_at(row, game, seq)
        with _lock:
            _keep_earlier(row.public_id, seq, state)
    return state.fork()


def engine_at(row: Battle, seq: int) -> EngineBattle:
    """The battle as it was after event `seq`. Read-only."""
    game = game_of(row)
    state = state_at(row, game, seq)
    return EngineBattle(game, state, dice_of(row, state.dice_position))


def store(public_id: str, seq: int, game: Game, state: BattleState) -> None:
    """Cache a position in this process."""
    with _lock:
        _cache[public_id] = _CachedBattle(seq, game, state.fork())
        _cache.move_to_end(public_id)
        _keep_earlier(public_id, seq, _cache[public_id].state)
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)


def _keep_earlier(public_id: str, seq: int, state: BattleState) -> None:
    _earlier[public_id, seq] = state
    while len(_earlier) > _KEPT:
        _earlier.popitem(last=False)


def forget(public_id: str) -> None:
    """Remove a battle from the cache."""
    with _lock:
        _cache.pop(public_id, None)
        for key in [key for key in _earlier if key[0] == public_id]:
            del _earlier[key]
