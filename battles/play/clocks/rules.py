"""Arithmetic of a battle's turn clock: pure functions on its row, with the current time as an argument. In its own
turn, a side uses its remaining time. For answers during the other side's turn it has a separate allowance, so that
prompts cannot use up its time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from battles.engine.state import BattleState
from battles.play.models.clocks import BattleClock
from campaigns.matches.turn_clocks import counted, runs_out

CLAIM_AFTER = 2
"""Number of timeouts after which victory may be claimed."""


def start_clock(clock: BattleClock, letters: str) -> None:
    """Give the sides with human players their full time."""
    terms = clock.terms
    clock.left = {letter: float(terms.turn if terms.is_by_days else terms.bank) for letter in letters}
    clock.holiday = {letter: float(terms.holiday) for letter in letters}
    clock.outs = dict.fromkeys(letters, 0)


def drop_sides(clock: BattleClock, letters: Iterable[str]) -> None:
    """Remove sides that are no longer in play: they have no time, and victory over them cannot be claimed."""
    for letter in letters:
        for kept in (clock.left, clock.holiday, clock.running, clock.outs, clock.out_turns):
            kept.pop(letter, None)
        clock.wants_pause = clock.wants_pause.replace(letter, "")


def budget(clock: BattleClock, letter: str) -> float:
    """Counted seconds that a running side had at `since`, including holidays."""
    kind = clock.running[letter]
    own = float(clock.left[letter]) if kind == "turn" else float(kind)
    return own + (float(clock.holiday[letter]) if clock.terms.is_by_days else 0.0)


def left_now(clock: BattleClock, letter: str, now: datetime) -> float:
    """Counted seconds that a side has now. Holidays are subtracted only when they are used. Never below 0."""
    own = float(clock.left[letter])
    if letter not in clock.running:
        return own
    has = own if clock.running[letter] == "turn" else float(clock.running[letter])
    used = _used(clock, now)
    return has - used if used <= has else max(0.0, budget(clock, letter) - used)


def _used(clock: BattleClock, now: datetime) -> float:
    if clock.since is None or clock.paused_at is not None:
        return 0.0
    return counted(clock.since, now, weekends_off=clock.terms.weekends_off)


def settle(clock: BattleClock, now: datetime) -> None:
    """Subtract the time used since the last change; the time of running sides continues from now."""
    used = _used(clock, now)
    for letter, kind in clock.running.items():
        own = float(clock.left[letter]) if kind == "turn" else float(kind)
        if kind == "turn":
            clock.left[letter] = max(0.0, own - used)
        else:
            clock.running[letter] = max(0.0, own - used)
        if clock.terms.is_by_days and used > own:
            clock.holiday[letter] = max(0.0, float(clock.holiday[letter]) - (used - own))
    clock.since = now
    clock.due_at = None


def new_turn(clock: BattleClock, letter: str) -> None:
    """Begin a side's turn: add the increment to its bank, or (for clocks by days) give all sides the hours of a new
    turn."""
    terms = clock.terms
    if terms.is_by_days:
        clock.left = dict.fromkeys(clock.left, float(terms.turn))
    elif letter in clock.left:
        clock.left[letter] = float(clock.left[letter]) + terms.increment


def run(clock: BattleClock, state: BattleState, awaited: tuple[str, ...], now: datetime) -> None:
    """Start the time of the sides that have to act."""
    clock.running = {
        letter: float(clock.terms.prompt) if state.turn_number and letter != state.active else "turn"
        for letter in awaited
        if letter in clock.left
    }
    clock.since = now
    set_due(clock)


def set_due(clock: BattleClock) -> None:
    """Set `due_at` to the time when the first running side runs out; None while the clock is stopped."""
    clock.due_at = None
    if clock.running and clock.since is not None and clock.paused_at is None:
        shortest = min(budget(clock, letter) for letter in clock.running)
        clock.due_at = runs_out(clock.since, shortest, weekends_off=clock.terms.weekends_off)


def is_out(clock: BattleClock, letter: str, now: datetime) -> bool:
    """Whether this side's time is running and has been used up."""
    return letter in clock.running and clock.due_at is not None and _used(clock, now) >= budget(clock, letter)


def count_out(clock: BattleClock, letter: str, state: BattleState) -> None:
    """Record a timeout of a side; at most one per turn."""
    turn = f"{state.turn_number}{state.active}"
    if clock.out_turns.get(letter) != turn:
        clock.out_turns[letter] = turn
        clock.outs[letter] = int(clock.outs.get(letter, 0)) + 1


def may_be_claimed(clock: BattleClock) -> list[str]:
    """Sides against which victory may be claimed."""
    return [letter for letter, outs in clock.outs.items() if outs >= CLAIM_AFTER]
