"""The log as blocks: one for each action, with a sentence that contains everything it shows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from battles.engine import events as log
from battles.engine.game import opening
from battles.engine.state import KNOCKED_DOWN
from battles.log.blocks import blocks_of, sentence_of
from battles.log.step_writer import StepWriter
from battles.log.tests.test_log_text import played
from battles.log.tests.test_steps import hit, steps_of


def test_a_block_is_read_as_one_sentence_with_its_dice() -> None:
    [step] = steps_of(
        log.Attacked("b1", "a2", "sling", "shot"),
        log.Rolled("hit", "b1", (5,), 5, True, mods=(log.Modifier("cover", -1),)),
        hit(4, 4, "wound"), log.Rolled("injury", "b1", (2,)), log.PostureChanged("a2", KNOCKED_DOWN, "b1"),
    )  # fmt: skip
    assert sentence_of(step, "charges on") == (
        "Gnash shoots Edda with the sling. To hit: 5, needs 5+ (cover −1), passed. To wound: 4, needs 4+, passed. "
        "Injury: 2. Edda is knocked down. Reason: charges on."
    )
    assert [roll.look for roll in step.rolls] == ["pass", "pass", "injury"]
    assert step.beyond_ribbon == "", "the ribbon says it already"


def test_a_miss_is_stated() -> None:
    [step] = steps_of(log.Attacked("b1", "a2", "sling", "shot"), hit(1, 4))
    assert sentence_of(step).endswith("failed. Miss.")


@pytest.mark.parametrize("ruleset", ["core", "mordheim"])
def test_every_command_of_a_battle_is_in_the_blocks(ruleset: str) -> None:
    """Every roll of the battle is in exactly one block, in the order of events, and every heading has blocks below
    it."""
    battle, runs = played(ruleset, 3)
    writer = StepWriter(battle.game, opening(battle.game))
    rolled = 0
    for run in runs:
        events = [log.from_data(data) for data in run.data]
        rolled += sum(isinstance(event, log.Rolled) for event in events)
        writer.run(run.seq, events, run.reason)
    blocks = blocks_of(battle.game, writer.steps)
    assert [block.step.seq for block in blocks] == sorted(block.step.seq for block in blocks)
    assert sum(len(block.step.rolls) for block in blocks) == rolled
    for block, following in pairwise(blocks):
        assert (block.step.kind, following.step.kind) != ("phase", "phase")
        assert block.step.text in block.sentence
        assert bool(block.token) == (block.step.who in battle.game.fighters)
