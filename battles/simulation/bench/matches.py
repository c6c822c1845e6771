"""Matches between two bots: mirrored warbands of the eight lists, with sides exchanged, half of them in generated
ruins. The number of a match determines everything in it. The tally counts what each bot did, and why its charges
failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from time import process_time
from typing import NamedTuple

from battles.engine.battle import Battle
from battles.engine.bots.base import Bot
from battles.engine.bots.commander import QUICK, Commander
from battles.engine.bots.random import RandomBot
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Command, Shoot
from battles.engine.dice import PlainDice
from battles.engine.events import Event, Flagged, Moved, Noted, Rolled
from battles.engine.setup_data import SetupData
from battles.engine.state import FAILED_CHARGE
from battles.engine.table.generator import generate_data
from battles.engine.table.piece_data import TableData
from battles.simulation.bench import corpus
from catalogue.packs.installed import book

MOST_TURNS = 40
MOST_COMMANDS = 8000
FAILURES = {
    "charge_not_dared": "fear",
    "charge_target_unseen": "not detected",
    "charge_kept_back": "kept back",
    "charge_has_no_path": "no path",
    "charge_fails": "other",
    "charge_too_far": "too far",
    "charge_slowed": "slow ground",
    "charge_stopped": "stopped on the way",
    "target_is_gone": "target gone",
}
"""Reasons why a declared charge fails, by the note in the log."""
FLED = "target fled"
"""Reason why a charge fails if the enemy chose to flee from it (rulesets with charge reactions)."""
NOTES = {"casts": "casts", "out_of_range": "out of range", "intercepts": "interceptions"}
"""Names of what is counted from notes in the log, by note."""
TESTS = {"initiative:climb": "climbs", "initiative:jump": "jumps", "initiative:jump_down": "jumps"}
"""Names of what is counted from Initiative tests, by purpose."""


class Pairing(NamedTuple):
    """A series of matches between two bots; the one expected to win comes first."""

    better: str
    worse: str
    ruleset: str
    size_in: int = 24
    nodes: int = QUICK
    """Search budget of the commander bot for each command."""


class Score(NamedTuple):
    """Results for the stronger bot. A draw does not count as a win."""

    won: int
    lost: int
    drawn: int


class Result(NamedTuple):
    """Result of one match: 1 if the better bot won, -1 if it lost, 0 for a draw; what both bots did; and the processor
    time."""

    winner: int
    better: Counter[str]
    worse: Counter[str]
    seconds: float


def match_setup(ruleset: str, number: int, size_in: int = 24) -> SetupData:
    """Setup with two equal warbands. The list changes every four matches; matches with odd numbers are played in
    ruins."""
    lists = sorted(listed.code for listed in book().lists_of(1))
    fighters = corpus.fighters_of_list(lists[number // 4 % len(lists)])
    ruins, side = bool(number % 2), 100 * size_in
    table: TableData = {"width": side, "length": side, "pieces": []}
    if ruins:
        table = generate_data(number, width_in=size_in, length_in=size_in)
    return {
        "ruleset": ruleset,
        "options": {},
        "sides": [{"name": name, "fighters": [fighter.copy() for fighter in fighters]} for name in ("Red", "Blue")],
        "table": table,
        "scenario": {"code": "skirmish", "max_turns": MOST_TURNS},
    }


def player(name: str, number: int, nodes: int = QUICK) -> Bot:
    """The bot with this name. The random bot gets a different seed for every match, the commander bot this search
    budget."""
    if name == "commander":
        return Commander(nodes)
    return RandomBot(number) if name == "random" else bot_called(name)


def match(pairing: Pairing, number: int) -> Result:
    """Play one match to its end. Raises RuntimeError if it never ends."""
    started = process_time()
    battle = Battle.begin(match_setup(pairing.ruleset, number, pairing.size_in), PlainDice(number))
    mine = "ab"[number // 2 % 2]
    bots = {side: player(pairing.better if side == mine else pairing.worse, number, pairing.nodes) for side in "ab"}
    tally: dict[str, Counter[str]] = {side: Counter() for side in "ab"}
    reasons: dict[str, str] = {}
    for _ in range(MOST_COMMANDS):
        waiting = battle.awaiting()
        if not waiting:
            break
        side = waiting[0]
        command = bots[side].choose(battle, side).command
        count(tally, reasons, side, command, battle.play(side, command))
    else:
        raise RuntimeError(f"match {number} goes on after {MOST_COMMANDS} commands")
    assert battle.outcome is not None
    winners = battle.outcome.winners
    winner = (1 if winners == (mine,) else -1) if winners else 0
    theirs = "ba"["ab".index(mine)]
    return Result(winner, tally[mine], tally[theirs], process_time() - started)


def count(
    tally: dict[str, Counter[str]], reasons: dict[str, str], side: str, command: Command, events: Iterable[Event]
) -> None:
    """Add a command and its events to the counts of each side. `reasons` stores why charges fail between commands, by
    charger, because its player may first be asked how far it moves; and which targets of these charges fled."""
    if isinstance(command, Shoot):
        tally[side]["shots"] += 1
    declared: set[str] = set()
    for event in events:
        if isinstance(event, Noted):
            if event.what == "charge_declared":
                declared.add(event.who)
                reasons.pop(event.whom, None)
            elif event.what == "flees_from_charge":
                reasons[event.who] = FLED
            elif event.what in FAILURES:
                reasons[event.who] = FLED if reasons.get(event.whom) == FLED else FAILURES[event.what]
            elif event.what in NOTES and event.who[:1] in tally:
                tally[event.who[0]][NOTES[event.what]] += 1
        elif isinstance(event, Flagged) and event.on & FAILED_CHARGE:
            tally[event.who[0]]["failed"] += 1
            tally[event.who[0]][f"failed: {reasons.pop(event.who, 'other')}"] += 1
        elif isinstance(event, Flagged) and event.why == "hides":
            tally[event.who[0]]["hides"] += 1
        elif isinstance(event, Rolled) and event.about in TESTS and event.who[:1] in tally:
            tally[event.who[0]][TESTS[event.about]] += 1
        elif isinstance(event, Moved) and event.manner == "fall":
            tally[event.who[0]]["falls"] += 1
    for model_id in declared:
        tally[model_id[0]]["charges"] += 1


def score_of(results: Sequence[Result]) -> Score:
    """How often the better bot won, lost and drew."""
    winners = [result.winner for result in results]
    return Score(winners.count(1), winners.count(-1), winners.count(0))


def matches(ruleset: str, number: int, start: int = 0, *, better: str = "tactician", worse: str = "random") -> Score:
    """The score of a series of matches on small tables."""
    pairing = Pairing(better, worse, ruleset)
    return score_of([match(pairing, each) for each in range(start, start + number)])
