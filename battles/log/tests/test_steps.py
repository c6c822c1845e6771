"""Events become the steps that the board plays back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.state import FLEEING, KNOCKED_DOWN, BattleState, Miniature, SideState
from battles.log.step_writer import StepWriter, winner_of
from battles.log.steps import Step

NAMES = {"a1": "Otto", "a2": "Edda", "b1": "Gnash", "a": "Ash Company", "b": "Rustpaw"}


def game() -> Game:
    fighters = {model_id: SimpleNamespace(is_leader=model_id == "a1", weapons=()) for model_id in ("a1", "a2", "b1")}
    return cast(
        Game,
        SimpleNamespace(
            name=lambda model_id: NAMES[model_id], fighters=fighters, sides={"a": "", "b": ""}, players=("a", "b")
        ),
    )


def steps_of(*events: Any) -> list[Step]:
    state = BattleState()
    state.sides = {"a": SideState(2), "b": SideState(1)}
    for place, model_id in enumerate(("a1", "a2", "b1")):
        state.models[model_id] = Miniature(x=100 + 500 * place, y=200, z=0, wounds=1)
    writer = StepWriter(game(), state)
    writer.run(10, events)
    return writer.steps


def hit(face: int, need: int, purpose: str = "hit", model_id: str = "b1") -> log.Rolled:
    return log.Rolled(purpose, model_id, (face,), need, face >= need)


def test_a_shot_is_one_step_with_its_dice_and_its_result() -> None:
    """Shows who acts, the target, the dice with the number needed, and the result on the model (item 1)."""
    [step] = steps_of(
        log.Attacked("b1", "a2", "sling", "shot"), hit(5, 5), hit(4, 4, "wound"), log.Rolled("injury", "b1", (2,)),
        log.PostureChanged("a2", KNOCKED_DOWN, "b1"),
    )  # fmt: skip
    assert (step.kind, step.who, step.whom, step.at, step.to) == ("attack", "b1", "a2", (1100, 200), (600, 200))
    assert [(roll.name, roll.faces, roll.need, roll.outcome) for roll in step.rolls] == [
        ("To hit", (5,), "5+", "pass"),
        ("To wound", (4,), "4+", "pass"),
        ("Injury", (2,), "", ""),
    ]
    assert (step.ribbon, step.tone, step.outcome) == ("Knocked down", "bad", "Edda is knocked down.")
    assert step.as_json()["at"] == [11.0, 2.0]


def test_a_move_goes_along_its_real_path_and_the_next_step_starts_where_it_ended() -> None:
    first, second = steps_of(
        log.Moved("b1", "walk", (("walk", 900, 200, 0), ("walk", 900, 400, 0)), 400),
        log.Attacked("b1", "a2", "sling", "shot"), hit(1, 4),
    )  # fmt: skip
    assert first.path == ((1100, 200), (900, 200), (900, 400))
    assert (second.at, second.ribbon) == ((900, 400), "Miss")


def test_a_test_before_a_move_belongs_to_the_move() -> None:
    [step] = steps_of(
        log.Rolled("char", "b1", (2,), 4, True, about="initiative:climb"),
        log.Moved("b1", "walk", (("climb", 900, 200, 300),), 400),
    )
    assert (step.kind, len(step.rolls)) == ("move", 1)
    assert step.text == "Gnash walks 4.0 inches, climbing."


def test_the_death_of_a_leader_is_marked_and_the_gravest_result_is_shown() -> None:
    """The death of a leader is announced (item 1)."""
    [step] = steps_of(
        log.Attacked("b1", "a1", "claws", "blow"), hit(6, 4), hit(6, 4, "wound"), log.WoundsLost("a1", 1, 0, "b1"),
        log.Rolled("injury", "b1", (6,)), log.Removed("a1", "out", "b1"),
    )  # fmt: skip
    assert (step.leader, step.ribbon) == ("a1", "Out of action")


def test_a_save_is_the_result_when_nothing_else_happened() -> None:
    [step] = steps_of(
        log.Attacked("b1", "a2", "claws", "blow"), hit(6, 4), hit(6, 4, "wound"), hit(5, 5, "armour", "a2")
    )
    assert (step.ribbon, step.tone) == ("Saved", "")


def test_what_the_rules_do_is_a_step_for_each_warrior() -> None:
    steps = steps_of(
        log.TurnBegan("b", 2), log.PhaseBegan("recovery"),
        log.Rolled("ld", "a2", (5, 6), 7, False), log.Flagged("a2", FLEEING), log.PostureChanged("b1", 0),
        log.SideRouted("a"), log.Removed("a1", "routed"), log.Removed("a2", "routed"), log.BattleEnded(("b",), "rout"),
    )  # fmt: skip
    assert [(step.kind, step.who, step.ribbon) for step in steps] == [
        ("turn", "", ""),
        ("phase", "", ""),
        ("test", "a2", "Flees"),
        ("change", "b1", "Stands up"),
        ("rout", "", "Routs"),
        ("end", "", ""),
    ]
    assert [result.who for result in steps[4].results] == ["a1", "a2"]


def roll_off_of(side: str, face: int, about: str) -> log.Rolled:
    return log.Rolled("rolloff", side, (face,), rule="DICE-ROLLOFF-01", about=about)


def test_a_roll_off_says_what_it_decides_whose_dice_fell_and_who_won() -> None:
    first, second = steps_of(
        roll_off_of("a", 4, "deployment"), roll_off_of("b", 5, "deployment"),
        roll_off_of("a", 2, "turn"), roll_off_of("b", 2, "turn"), roll_off_of("a", 6, "turn"),
        roll_off_of("b", 1, "turn"),
    )  # fmt: skip
    assert first.text == "Roll-off: who sets up first."
    assert [(roll.name, roll.faces) for roll in first.rolls] == [("Ash Company", (4,)), ("Rustpaw", (5,))]
    assert first.outcome == "Rustpaw wins the roll-off."
    assert (second.text, len(second.rolls)) == ("Roll-off: who has the first turn.", 4)
    assert second.outcome == "Ash Company wins the roll-off."


def test_only_those_who_share_the_highest_score_roll_for_it_again() -> None:
    assert winner_of([("a", 5), ("b", 5)]) == ""
    assert winner_of([("a", 5), ("b", 5), ("c", 2), ("a", 1), ("b", 3)]) == "b"
    assert winner_of([("a", 6), ("b", 2), ("c", 2), ("b", 1), ("c", 6)]) == "a", "the lower two roll for their order"
    assert winner_of([("a", 1), ("b", 3), ("a", 6), ("b", 3)]) == "a", "a compass repeats the whole roll-off"


def test_a_test_on_the_leadership_of_another_is_the_step_of_the_one_who_takes_it() -> None:
    (step,) = steps_of(
        log.Noted("leadership_lent", "a1", "a2", "8", "PSY-LEAD-02"),
        log.Noted("tests", "a2", "", "fear", "PSY-FEAR-01"),
        log.Rolled("ld", "a2", (6, 5), need=8, passed=False, rule="PSY-LEAD-01"),
    )
    names = {model_id: game().name(model_id) for model_id in ("a1", "a2")}
    assert step.text == f"{names['a2']} takes a test: fear."
    assert (step.who, step.side) == ("a2", "a")
    assert step.outcome == f"{names['a2']} uses {names['a1']}'s Leadership (8)."
    assert [roll.outcome for roll in step.rolls] == ["fail"]


def test_a_rout_test_and_a_skipped_phase_are_said_in_plain_words() -> None:
    rout, skipped = (
        steps_of(log.Noted("tests", "a1", "", "rout", "ROUT-01"))[0],
        steps_of(log.Noted("nobody_fights", "a", "", "", "CC-01"))[0],
    )
    assert rout.text == f"{game().name('a1')} takes a test: whether the warband routs."
    assert not rout.is_remark
    assert skipped.is_remark
