"""Sentences for events and commands: every roll says what it needed and why; no code goes untold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import battles.engine
from battles.engine.commands import (
    Answer,
    Cast,
    Charge,
    Command,
    Deploy,
    EndStep,
    Fight,
    GiveUp,
    Move,
    Ready,
    Resign,
    Shoot,
)
from battles.engine.events import (
    Attacked,
    BattleEnded,
    Event,
    Flagged,
    FlowSet,
    Modifier,
    Moved,
    Noted,
    PostureChanged,
    Removed,
    Rolled,
    SideRouted,
    SnapshotTaken,
    TurnBegan,
    WoundsLost,
)
from battles.engine.game import Game
from battles.engine.notation import chronicle, describe, event_text, notate
from battles.engine.phrases import log
from battles.engine.state import FLEEING, HIDDEN
from battles.engine.tests.builder import BOW, Arena
from battles.engine.tests.setups import begin, play_out, setup


def cast() -> Game:
    arena = Arena("core")
    arena.add("a", name="Otto", weapons=[BOW])
    arena.add("b", name="Skrit")
    return arena.game()


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Rolled("hit", "a1", (4,), 5, False, (Modifier("cover", -1), Modifier("long_range", -1)), "b1"),
            "Otto, roll to hit against Skrit: 4, needs 5+ (cover -1, long range -1), failed.",
        ),
        (Rolled("ld", "a1", (3, 4), 7, True), "Otto, Leadership test: 3 + 4 = 7, needs 7 or less, passed."),
        (Rolled("char", "a1", (6,), 3, False), "Otto, characteristic test: 6, needs 3 or less, failed."),
        (Rolled("flee", "a1", (2, 5)), "Otto, inches of flight: 2 + 5 = 7."),
        (Moved("a1", "run", (("walk", 1250, 800, 300),), 798), "Otto runs 7.98 inches to (12.5, 8) at height 3."),
        (Flagged("a1", on=HIDDEN), "Otto hides."),
        (Flagged("a1", on=FLEEING, off=HIDDEN), "Otto is fleeing and is no longer hidden."),
        (WoundsLost("b1", 1, 0), "Skrit loses a Wound, 0 left."),
        (PostureChanged("b1", 2), "Skrit is stunned."),
        (PostureChanged("b1", 0, why="recovery"), "Skrit stands up."),
        (Removed("b1", "out", "a1"), "Skrit is taken out of action by Otto."),
        (Removed("b1", "fled"), "Skrit flees from the table."),
        (Attacked("", "b1", "", "fall", 2), "Skrit takes 2 hits from the fall."),
        (SideRouted("b", True), "B routs voluntarily."),
        (SideRouted("b", stays=("b1",)), "B routs; Skrit stays."),
        (BattleEnded((), "turns_over"), "The battle ends in a tie: the last turn is over."),
        (BattleEnded(("a",), "resigned"), "A wins the battle: the other side conceded."),
        (Noted("rally_barred", "a1"), "Otto cannot rally with the enemy so near."),
        (FlowSet(()), ""),
        (SnapshotTaken(()), ""),
    ],
)
def test_events_as_sentences(event: Event, sentence: str) -> None:
    assert describe(event, cast()) == sentence


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Charge("a1", ("b1",)), "charge Otto Skrit"),
        (Move("a1", "walk", (("walk", 1250, 800, 0),), True), "walk Otto (12.5, 8) hide"),
        (Shoot("a1", "b1", 0), "shoot Otto Skrit with bow"),
        (Cast("a1", "fires_of_u_zhul", ("b1",)), "cast Otto fires of u zhul Skrit"),
        (Deploy("a1", 100, 200), "set up Otto (1, 2)"),
        (Answer("let_pass"), "answer let pass"), (EndStep(), "go on"), (Fight(), "fight"), (Ready(), "ready"),
        (GiveUp(), "rout voluntarily"), (Resign(), "concede"),
    ],
)  # fmt: skip
def test_commands_as_typed_orders(command: Command, text: str) -> None:
    assert notate(command, cast()) == text


def test_every_note_that_the_rules_write_has_its_sentence() -> None:
    root = Path(battles.engine.__file__).parent
    source = "\n".join(path.read_text() for folder in ("steps", "scenarios") for path in (root / folder).rglob("*.py"))
    written = set(re.findall(r"\.note\(\s*\"([a-z_]+)\"", source))
    assert written
    assert written - set(log.NOTES) == set()


def test_a_whole_battle_is_told_without_codes() -> None:
    battle = begin(setup("core", max_turns=5), 2)
    play_out(battle)
    text = event_text(battle.log, battle.game)
    assert len(text) > 50
    assert all(sentence.endswith(".") for sentence in text)
    assert not [sentence for sentence in text if "_" in sentence]


def test_the_chronicle_keeps_turns_casualties_and_the_end() -> None:
    battle = begin(setup("core", max_turns=6), 3)
    play_out(battle)
    kept = chronicle(battle.log, battle.game)
    assert kept[-1].endswith("last turn is over.") or "win" in kept[-1]
    assert len(kept) >= sum(isinstance(event, TurnBegan | Removed) for event in battle.log)
