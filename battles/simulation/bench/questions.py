"""Speed of single operations (forks, legal options, validation, sight, exact odds), and the share of rules code for
each ruleset."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from battles.engine.bots import available_commands
from battles.engine.commands import Command
from battles.engine.dice import PlainDice
from battles.engine.game import Game
from battles.engine.odds.attack_odds import attack_odds, duel, duel_game
from battles.engine.profile import Fighter
from battles.engine.setup import game_from_data
from battles.engine.table.sight.rays import eye_height, look_uncached
from battles.engine.table.table import Table
from battles.engine.table.vectors import Body
from battles.simulation.bench.corpus import Position, middle_of, play, setup, walled_table
from battles.simulation.bench.figures import Figure
from battles.simulation.bench.timing import each, percentile, seconds, typical

VALIDATED = 12
"""Number of commands that are validated at each position."""


def state_figures(seeds: int, rulesets: tuple[str, ...]) -> list[Figure]:
    """Speed of forks, of listing legal options of a model and of a side, and of validating a command, over whole
    battles of random bots."""
    positions: list[Position] = []
    forks: list[float] = []
    for ruleset in rulesets:
        for seed in range(1, seeds + 1):
            played = play(setup(ruleset, seed, 48), PlainDice(seed), keep=True)
            positions += played.positions
            forks.append(typical(middle_of(played).fork, 5, 2000))
    tables = {id(table): table for table in (position.battle.game.table for position in positions)}
    models: list[Callable[[], object]] = []
    sides: list[Callable[[], list[Command]]] = []
    for position in positions:
        sides.append(partial(position.battle.legal, position.side))
        if available_commands.in_movement(position.battle):
            for model_id in available_commands.movers(position.battle, position.side):
                models.append(partial(available_commands.commands_of, position.battle, model_id))
    seconds = _each_anew(models, tables.values())
    side = _each_anew(sides, tables.values())
    judged: list[Callable[[], object]] = []
    for position, legal in zip(positions, sides, strict=True):
        for command in _some(legal(), VALIDATED):
            judged.append(partial(position.battle.validate, position.side, command))
    walls = len(positions[0].battle.game.table.walls)
    validate = each(judged)
    return [
        Figure("copy of a state in mid-battle", 1e6 * median(forks), "us", 50, 10, reference="10,500 us by deep copy"),
        Figure(f"legal commands of one model, {walls} walls, median", 1e3 * median(seconds), "ms", 3, 1),
        Figure(
            f"legal commands of one model, {walls} walls, p95",
            1e3 * percentile(seconds, 0.95),
            "ms",
            3,
            1,
            reference="others: 1.4 ms on a flat grid of squares",
        ),
        Figure("legal commands of a side, median", 1e3 * median(side), "ms", 10, 4),
        Figure("legal commands of a side, p95", 1e3 * percentile(side, 0.95), "ms", 10, 4),
        Figure("validating a command, median", 1e3 * median(validate), "ms", 0.5, 0.1),
        Figure("validating a command, p95", 1e3 * percentile(validate, 0.95), "ms", 0.5, 0.1),
    ]


def _each_anew(work: Sequence[Callable[[], object]], tables: Iterable[Table]) -> list[float]:
    """Seconds of every call, in the order of the battles. The caches of the tables are empty at the start."""
    for table in tables:
        table.forget()
    return each(work)


def _some(commands: list[Command], count: int) -> list[Command]:
    step = max(1, len(commands) // count)
    return commands[::step][:count]


def sight_figures(looks: int) -> list[Figure]:
    """Uncached checks of sight per second between models on a table of 48 inches with 160 walls and 18 other models."""
    dice = Random(7)
    table = Table.from_data(walled_table(3))
    bodies = [Body(dice.randrange(50, 4750), dice.randrange(50, 4750), 0, 50, 120) for _ in range(20)]
    pairs = [dice.sample(range(20), 2) for _ in range(looks)]

    def all_looks() -> None:
        for first, other in pairs:
            viewer, target = bodies[first], bodies[other]
            eye = (viewer.x, viewer.y, eye_height(viewer.z, viewer.height))
            look_uncached(table, eye, target, [b for i, b in enumerate(bodies) if i not in (first, other)])

    all_looks()
    return [
        Figure(
            "lines of sight with 25 rays, uncached",
            looks / median(seconds(all_looks) for _ in range(3)),
            "/s",
            10_000,
            25_000,
            more_is_better=True,
            reference="110,000 in a prototype with 3 rays on a grid",
        )
    ]


def odds_figures(runs: int) -> list[Figure]:
    """Time for the exact odds of an attack and, with several runs, of a duel between two henchmen."""
    game = game_from_data(setup("mordheim", 1))
    first, second = (_henchman(game, side) for side in "ab")
    duelling, state = duel_game(game.rules, first, second)
    attack = typical(lambda: attack_odds(duelling, state, "a1", "b1"), 5, 20)
    found = [Figure("exact odds of one attack", 1e3 * attack, "ms", 2, 0.5, reference="sampling needs 10 s for 0.2 %")]
    if runs > 1:
        whole = seconds(lambda: duel(game.rules, first, second))
        found.append(Figure("exact odds of a whole duel", 1e3 * whole, "ms", 50, 10))
    return found


def _henchman(game: Game, side: str) -> Fighter:
    return next(fighter for fighter in game.fighters.values() if fighter.side == side and fighter.role == "henchman")


def edition_figures() -> list[Figure]:
    """Share of the lines in steps/ that depend on the ruleset, for each ruleset except the first."""
    path = Path(__file__).resolve().parents[3] / "tools" / "ruleset_lines.py"
    spec = importlib.util.spec_from_file_location("ruleset_lines", path)
    if spec is None or spec.loader is None or not path.exists():
        return []
    counting = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(counting)
    dependent, total, _ = counting.count()
    share = 100 * dependent / total / (len(counting.LAYERS) - 1)
    return [Figure("lines in steps/ that each further ruleset adds", share, "%", 5, 2, reference="others: 84 %")]
