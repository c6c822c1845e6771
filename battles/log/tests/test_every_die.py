"""Every die of a battle is shown in its log, with its purpose and its rule."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from battles import engine
from battles.core.dice_text import needed, purpose_of
from battles.core.die_text import DICE
from battles.engine import events as log
from battles.engine import notation
from battles.engine.events import Modifier, Rolled
from battles.engine.phrases import dice
from battles.log.lines import dice_row, lines_of, sentence_of
from battles.log.note_text import NOTES
from battles.log.tests.test_log_text import played

GOBLINS = ("night_goblins", "orc_mob")
"""Lists of warbands that roll for animosity at the start of their turns."""


def rolled(runs: list[Any]) -> list[Rolled]:
    """Every roll in these events."""
    events = (log.from_data(data) for run in runs for data in run.data)
    return [event for event in events if isinstance(event, Rolled)]


@pytest.mark.parametrize(("ruleset", "kinds"), [("core", GOBLINS), ("skirmish", GOBLINS), ("mordheim", GOBLINS),
    ("gazette", ("reiklanders", "skaven"))])  # fmt: skip
def test_the_report_shows_every_die_of_a_battle(ruleset: str, kinds: tuple[str, str]) -> None:
    """The report prints headings without dice, so a die on a heading would not be visible."""
    battle, runs = played(ruleset, 5, kinds)
    shown = [row for line in lines_of(battle.game, runs) if line.kind not in ("heading", "phase") for row in line.rolls]
    thrown = rolled(runs)
    assert [[die["face"] for die in row["dice"]] for row in shown] == [list(event.faces) for event in thrown]
    for event in thrown:
        row = dice_row(battle.game, event)
        assert event.who, event
        assert row["rule"], event
        assert row["purpose"], event
        assert not row["purpose"].endswith(": Die"), row
    if kinds == GOBLINS:
        assert any(event.about == "animosity" for event in thrown)


def test_a_die_before_the_first_sentence_of_a_turn_has_a_line_of_its_own() -> None:
    battle, _runs = played("core", 5, GOBLINS)
    model_id = next(iter(battle.state.models))
    events = [
        log.TurnBegan(model_id[0], 1), log.PhaseBegan("recovery"),
        Rolled("die", model_id, (1,), 2, False, rule="PSY-KEYS-01", about="animosity"),
        log.PhaseBegan("movement"), log.TurnBegan("b", 1),
    ]  # fmt: skip
    run: Any = SimpleNamespace(
        seq=1, command={"kind": "x"}, is_undone=False, turn_number=1, side=model_id[0], reason="",
        data=[log.to_data(event) for event in events],
    )  # fmt: skip
    lines = [line for line in lines_of(battle.game, [run]) if line.rolls]
    assert [line.text for line in lines] == [f"{battle.game.name(model_id)} rolls: animosity."]
    assert lines[0].rolls[0]["purpose"] == f"{battle.game.name(model_id)}: Animosity"


def test_a_roll_off_is_one_line_with_the_dice_of_both_sides() -> None:
    """The log said "The Third Warning rolls: roll-off."."""
    battle, _runs = played("core", 5, GOBLINS)
    events = [Rolled("rolloff", side, (face,), rule="DICE-ROLLOFF-01") for side, face in (("a", 3), ("b", 5))]
    run: Any = SimpleNamespace(
        seq=1, command={"kind": "x"}, is_undone=False, turn_number=0, side="a", reason="",
        data=[log.to_data(event) for event in events],
    )  # fmt: skip
    lines = lines_of(battle.game, [run])
    assert [line.text for line in lines] == ["Roll-off."]
    assert [roll["purpose"] for roll in lines[0].rolls] == [f"{battle.game.name(side)}: Roll-off" for side in "ab"]


def test_every_single_die_of_the_engine_says_what_it_is_for() -> None:
    """Each roll with the purpose "die" has a description and a rule, and both logs have a text for it."""
    root, named = Path(engine.__file__).parent, set[str]()
    for path in root.rglob("*.py"):
        if "tests" in path.relative_to(root).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            function = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if node.args[0].value != "die" or function not in ("roll", "sum_of", "check", "Rolled"):
                continue
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            assert {"rule", "about"} <= set(given), f"{path.name}:{node.lineno}"
            about = given["about"]
            assert isinstance(about, ast.Constant), f"{path.name}:{node.lineno}"
            named.add(str(about.value))
    assert named == set(DICE) == set(dice.DICE)


def test_the_modifier_of_an_injury_roll_is_shown_with_its_total() -> None:
    """+2 from a critical hit makes a 3 a 5 (INJ-BONUS-01)."""
    battle, _runs = played("core", 11)
    first, other = list(battle.state.models)[:2]
    event = Rolled("injury", first, (3,), mods=(Modifier("injury_bonus", 2, "INJ-BONUS-01"),), against=other)
    row = dice_row(battle.game, event)
    assert (row["needed"], row["result"]) == ("grievous wound +2", "5")
    assert "injury bonus +2" in notation.describe(event, battle.game)
    assert dice_row(battle.game, event._replace(mods=()))["needed"] == ""


def test_the_leader_lends_and_the_other_tests() -> None:
    """`who` of the note is the leader, `whom` the warrior who takes the test (PSY-LEAD-02)."""
    battle, _runs = played("core", 11)
    leader, other = list(battle.state.models)[:2]
    names = {"who": battle.game.name(leader), "whom": battle.game.name(other)}
    event = log.Noted("leadership_lent", leader, other, "7", "PSY-LEAD-02")
    text = f"{names['whom']} uses {names['who']}'s Leadership (7)."
    assert "leadership_lent" in NOTES
    assert sentence_of(battle.game, event) == notation.describe(event, battle.game) == text


def test_a_die_that_passes_on_a_low_roll_is_labelled() -> None:
    assert needed(Rolled("die", "a1", (2,), 2, True, about="pool")) == "2 or less"
    assert purpose_of(Rolled("die", "a1", (2,), 2, True, about="pool")) == "To find something in the pool"


def test_a_roll_against_being_stunned_names_its_reason() -> None:
    """The log does not mention a helmet for a warrior without one."""
    battle, _runs = played("core", 11)
    model_id = next(iter(battle.state.models))
    skull = Rolled("helmet", model_id, (3,), 3, True, rule="ARM-HELMET-01", about="Thick Skull")
    assert purpose_of(skull) == "To avoid being stunned (Thick Skull)"
    assert "to avoid being stunned (Thick Skull): 3" in notation.describe(skull, battle.game)
    assert purpose_of(skull._replace(about="")) == "Helmet"
