"""How a battle's clock is moved along: plain sums on its row, with the moment given. Nothing here reads a clock.

The time of the side whose turn it is comes out of what it has left; an answer that the other side owes in between has
an allowance of its own, so that nobody's bank is emptied by questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from battles.engine.state import BattleState
from battles.play.models.clocks import BattleClock
from campaigns.matches.turn_clocks import counted, runs_out

CLAIM_AFTER = 2
"""So many times out, and the battle may be claimed."""


def wind(clock: BattleClock, letters: str) -> None:
    """Full time for the sides that people command."""
    terms = clock.terms
    clock.left = {letter: float(terms.turn if terms.is_by_days else terms.bank) for letter in letters}
    clock.holiday = {letter: float(terms.holiday) for letter in letters}
    clock.outs = dict.fromkeys(letters, 0)


def leave_out(clock: BattleClock, letters: Iterable[str]) -> None:
    """Sides that have left the field: nobody waits for them, and there is nothing to claim from them."""
    for letter in letters:
        for kept in (clock.left, clock.holiday, clock.running, clock.outs, clock.out_turns):
            kept.pop(letter, None)
        clock.wants_pause = clock.wants_pause.replace(letter, "")


def budget(clock: BattleClock, letter: str) -> float:
    """Counted seconds that a running side had at `since`, holidays included."""
    kind = clock.running[letter]
    own = float(clock.left[letter]) if kind == "turn" else float(kind)
    return own + (float(clock.holiday[letter]) if clock.terms.is_by_days else 0.0)


def left_now(clock: BattleClock, letter: str, now: datetime) -> float:
    """Counted seconds that a side has at this moment, holidays left out until they are drawn on; never below 0."""
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
    """Book what has been used since the clock was last moved; who runs goes on with the rest."""
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
    """A side's turn begins: more for its bank, or the hours of a turn anew for everybody."""
    terms = clock.terms
    if terms.is_by_days:
        clock.left = dict.fromkeys(clock.left, float(terms.turn))
    elif letter in clock.left:
        clock.left[letter] = float(clock.left[letter]) + terms.increment


def run(clock: BattleClock, state: BattleState, awaited: tuple[str, ...], now: datetime) -> None:
    """Let the time of the awaited sides run from now on."""
    clock.running = {
        letter: float(clock.terms.prompt) if state.turn_number and letter != state.active else "turn"
        for letter in awaited
        if letter in clock.left
    }
    clock.since = now
    point(clock)


def point(clock: BattleClock) -> None:
    """Work out when the first running time is out; never while the clock stands."""
    clock.due_at = None
    if clock.running and clock.since is not None and clock.paused_at is None:
        shortest = min(budget(clock, letter) for letter in clock.running)
        clock.due_at = runs_out(clock.since, shortest, weekends_off=clock.terms.weekends_off)


def is_out(clock: BattleClock, letter: str, now: datetime) -> bool:
    """Is the running time of this side out?"""
    return letter in clock.running and clock.due_at is not None and _used(clock, now) >= budget(clock, letter)


def count_out(clock: BattleClock, letter: str, state: BattleState) -> None:
    """Remember that a side's time was out, once for each turn."""
    turn = f"{state.turn_number}{state.active}"
    if clock.out_turns.get(letter) != turn:
        clock.out_turns[letter] = turn
        clock.outs[letter] = int(clock.outs.get(letter, 0)) + 1


def may_be_claimed(clock: BattleClock) -> list[str]:
    """Sides against which the battle may be claimed."""
    return [letter for letter, outs in clock.outs.items() if outs >= CLAIM_AFTER]
