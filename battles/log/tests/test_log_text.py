"""The battle log names weapons, distances, tests and natural failures correctly."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from battles import engine
from battles.core.dice_text import TESTS, needed, purpose_of, reason_word
from battles.engine import events as log
from battles.engine import notation
from battles.engine.battle import Battle as EngineBattle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.events import Modifier, Rolled
from battles.engine.phrases.log import TESTS as ENGINE_TESTS
from battles.log.lines import Line, lines_of, sentence_of


@cache
def played(
    ruleset: str, seed: int, kinds: tuple[str, str] = ("reiklanders", "skaven")
) -> tuple[EngineBattle, list[Any]]:
    """A whole battle of generated warbands between two bots, with its events as the log reads them. It is played once
    for all tests, which only read it."""
    from battles.core.bridge.fighters import fighters_of
    from battles.setup.new_battle import random_state
    from battles.tables.library import table_for
    from catalogue.packs.installed import book

    sides = []
    for number, kind in enumerate(kinds):
        state = random_state(kind, f"{seed}-{number}", book())
        sides.append({"name": state.name, "fighters": fighters_of(state, book())})
    table = table_for(seed=str(seed), density="club", size_in=24).data
    setup = {
        "ruleset": ruleset,
        "options": {},
        "scenario": {"code": "skirmish", "max_turns": 5},
        "table": table,
        "sides": sides,
    }
    battle = EngineBattle.begin(setup, PlainDice(seed))
    runs: list[Any] = []
    place = 1
    bot = bot_called("soldier")
    happened, side = list(battle.log), ""
    for _order in range(1500):
        data = [log.to_data(event) for event in happened]
        runs.append(
            SimpleNamespace(
                seq=place, command={"kind": "x"}, is_undone=False, turn_number=battle.state.turn_number,
                data=data, side=side, reason="",
            )
        )  # fmt: skip
        place += len(data)
        if not battle.awaiting():
            break
        side = battle.awaiting()[0]
        happened = battle.play(side, bot.choose(battle, side).command)
    return battle, runs


@pytest.mark.parametrize("ruleset", ["core", "mordheim", "gazette", "skirmish"])
def test_no_sentence_of_a_whole_log_is_odd(ruleset: str) -> None:
    battle, runs = played(ruleset, 11)
    lines: list[Line] = lines_of(battle.game, runs)
    assert len(lines) > 50
    for line in lines:
        assert " 0.0 inches" not in line.text
        assert not re.search(r"\w+_\w+|None|%\(", line.text), line.text
        for row in line.rolls:
            assert "Characteristic test" not in row["purpose"], row
            assert "−0" not in row["needed"], row
    blows = [line for line in lines if " strikes " in line.text and " and the " in line.text]
    assert blows, "somebody strikes with two weapons"
    for line in blows:
        hits = [row["purpose"] for row in line.rolls if "To hit" in row["purpose"]]
        assert all(" with the " in purpose for purpose in hits), hits
    both = {purpose.split(" with the ")[1] for line in blows for row in line.rolls
            if "To hit with the " in (purpose := row["purpose"])}  # fmt: skip
    assert len(both) > 1


def test_a_test_names_its_characteristic_and_purpose() -> None:
    climb = Rolled("char", "a1", (4,), 3, False, about="initiative:climb")
    assert f"{purpose_of(climb)}: needs {needed(climb)}" == "Initiative test to climb: needs 3 or less"
    assert (
        purpose_of(Rolled("char", "a1", (4,), 3, False, about="toughness:spell"))
        == "Toughness test to resist the spell"
    )
    assert set(TESTS) == set(ENGINE_TESTS)
    old = Rolled("char", "a1", (4,), 3, False)
    assert purpose_of(old) == "Characteristic test", "logs from before name no more than they know"


def test_every_characteristic_test_of_the_engine_has_words() -> None:
    """Each `check("char", ...)` has a purpose, and each purpose has a text for the reader."""
    root, named = Path(engine.__file__).parent, set[str]()
    for path in root.rglob("*.py"):
        if "tests" in path.relative_to(root).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "check"):
                continue
            if not (node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value == "char"):
                continue
            about = next((keyword.value for keyword in node.keywords if keyword.arg == "about"), None)
            assert about is not None, f"{path.name}:{node.lineno}"
            if isinstance(about, ast.Constant):
                named.add(str(about.value).partition(":")[2])
    assert named
    assert named <= set(TESTS)


def test_a_natural_failure_is_labelled() -> None:
    six = Rolled("char", "a1", (6,), 6, False, about="initiative:climb")
    assert needed(six) == "6 or less; a 6 always fails"
    assert needed(six._replace(faces=(5,), passed=True)) == "6 or less"
    assert needed(six._replace(need=3)) == "3 or less"
    assert needed(Rolled("armour", "a1", (1,), 1, False)) == "1+; a 1 always fails"
    assert needed(Rolled("ld", "a1", (6, 6), 12, True)) == "12 or less"


def test_reasons_without_a_number_show_none() -> None:
    assert reason_word(Modifier("fear", 0)) == "fear"
    assert reason_word(Modifier("cover", -1)) == "cover −1"


def test_the_notation_of_the_engine_has_the_same_text() -> None:
    battle, _runs = played("core", 11)
    model_id = next(iter(battle.state.models))
    line = notation.describe(Rolled("char", model_id, (6,), 6, False, about="initiative:climb"), battle.game)
    assert "Initiative test to climb: 6, needs 6 or less, failed: a 6 always fails." in line
    blow = log.Attacked(model_id, model_id, "sword", "blow", 2, ("sword", "dagger"))
    assert "sword and dagger" in notation.describe(blow, battle.game)
    assert "the sword and the dagger" in sentence_of(battle.game, blow)


def test_moves_that_spend_nothing_are_told_with_their_distance() -> None:
    steps = []
    for seed in range(11, 19):
        battle, runs = played("core", seed)
        events = [log.from_data(data) for run in runs for data in run.data]
        steps += [
            event for event in events if isinstance(event, log.Moved) and event.manner == "intercept" and event.path
        ]
        if steps:
            break
    assert steps
    assert all(step.spent > 0 for step in steps)
    assert "to intercept" in sentence_of(battle.game, steps[0])


def test_a_shot_that_hits_somebody_else_says_so() -> None:
    battle, _runs = played("core", 11)
    first, other = list(battle.state.models)[:2]
    text = sentence_of(battle.game, log.Attacked(first, other, "", "cover"))
    assert text == f"{battle.game.name(first)}'s shot hits {battle.game.name(other)} instead."
    dazed = sentence_of(battle.game, log.PostureChanged(first, 1, "", "recovery"))
    assert dazed == f"{battle.game.name(first)} is no longer stunned, but still knocked down."
