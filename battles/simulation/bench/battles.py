"""Speed of whole battles: battles per second, the cost of committed dice and of the log, and the size of log, message
and snapshot."""

from __future__ import annotations

import json
from functools import partial
from statistics import median

from battles.engine import events
from battles.engine.commitment import committed_dice
from battles.engine.dice import Dice, PlainDice
from battles.engine.game import opening
from battles.engine.setup import forget_tables
from battles.engine.state import BattleState
from battles.play.live.broadcast import message
from battles.simulation.bench.corpus import RULESETS, Played, play, setup
from battles.simulation.bench.figures import Figure
from battles.simulation.bench.timing import percentile, seconds, typical

BEST_ELSEWHERE = 30.8
"""Games per second of the fastest public Python engine for miniature games, random players, without path finding."""
BEST_WITH_PATHS = 8.5
"""Games per second of that engine with path finding."""
PROBE = 80.0


def rate_figures(seeds: int, rulesets: tuple[str, ...] = RULESETS) -> list[Figure]:
    """Battles per second, bot against bot, on new tables and on tables that were played before."""
    found: list[Figure] = []
    for bot in ("random", "tactician"):
        for ruleset in rulesets:
            new, again = [], []
            for seed in range(1, seeds + 1):
                forget_tables()
                data = setup(ruleset, seed)
                new.append(seconds(partial(play, data, PlainDice(seed), bot)))
                again.append(seconds(partial(play, data, PlainDice(seed + 100), bot)))
            best = BEST_WITH_PATHS if bot == "random" else None
            for words, times in (("new table", new), ("table used before", again)):
                found.append(
                    Figure(
                        f"battles per second, {bot} bots, {ruleset}, {words}",
                        1 / median(times),
                        "/s",
                        best and 2 * best,
                        best and 5 * best,
                        more_is_better=True,
                        reference=f"others: {best} /s with path finding, {BEST_ELSEWHERE} without" if best else "",
                    )
                )
    return found


def dice_figures(runs: int) -> list[Figure]:
    """The cost of verifiable dice compared with plain ones, alone and in a whole battle."""
    secure: Dice = committed_dice(bytes(32), ("a", "b"))
    plain: Dice = PlainDice(1)
    seconds = typical(lambda: secure.face("hit"), 7, 20_000)
    other = typical(lambda: plain.face("hit"), 7, 20_000)
    data = setup("mordheim", 1)
    faces = play(data, committed_dice(bytes(32), ("a", "b"))).battle.state.dice_position
    whole = typical(lambda: play(data, committed_dice(bytes(32), ("a", "b"))), runs)
    return [
        Figure("a committed die", seconds * 1e9, "ns", reference="106 ns in a prototype"),
        Figure("a plain die", other * 1e9, "ns", reference="98 ns in a prototype"),
        Figure(
            "extra time of committed dice, whole battle",
            100 * faces * (seconds - other) / whole,
            "%",
            5,
            2,
            reference=f"{faces} dice in the battle",
        ),
    ]


def log_figures(played: Played, runs: int) -> list[Figure]:
    """The log of one battle: its size, the cost of writing it, the messages to watchers, and the time to load it."""
    log = played.battle.log
    data = setup("mordheim", 1)
    whole = typical(lambda: play(data, PlainDice(1)), runs)
    rows = [events.to_data(event) for event in log]
    text = json.dumps(rows, separators=(",", ":"))
    writing = typical(lambda: json.dumps([events.to_data(event) for event in log], separators=(",", ":")), 5)
    sizes = []
    at = len(log) - sum(played.runs)
    for count in played.runs:
        body = message(at + count, at + 1, "a", rows[at : at + count], "", "a")
        sizes.append(float(len(json.dumps(body, separators=(",", ":")))))
        at += count
    middle = len(log) // 2
    snapshot = json.dumps(events.apply_all(opening(played.battle.game), log[:middle]).to_data())
    stored = json.dumps(rows[middle : middle + 100])

    def load() -> None:
        state = BattleState.from_data(json.loads(snapshot))
        for row in json.loads(stored):
            events.apply(state, events.from_data(row))

    return [
        Figure("event log of a battle, JSON", len(text) / 1000, "kB", 150, 60, reference="others: 1,840 kB"),
        Figure(
            "extra time of recording the log", 100 * writing / whole, "%", 10, 3, reference="others: 6 times the battle"
        ),
        Figure("message per command, median", median(sizes) / 1000, "kB", 8, 2, reference="others: 76 kB"),
        Figure("message per command, p95", percentile(sizes, 0.95) / 1000, "kB", 8, 2),
        Figure("loading a snapshot and 100 events, without the database", typical(load, 7) * 1000, "ms", 5, 1),
    ]
