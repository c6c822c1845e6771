"""Contents of aftermath lines: what is stored, and how lines of earlier versions are read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.aftermath.stored import (
    activity_lines,
    captive_lines,
    find_lines,
    injury_lines,
    item_lines,
    roster_lines,
)
from battles.aftermath.stored.activity_lines import DeedLine, SoldAsCommonLine
from battles.aftermath.stored.find_lines import KeptLine, SearchDiceLine, effects_of
from battles.aftermath.stored.injury_lines import InjuryLine
from battles.aftermath.stored.line import LineData, dice_taken, note_dice, restore, snapshot, update
from battles.aftermath.stored.roster_lines import RatingLine, SaleLine, veterans_left
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.models import AftermathLine

MODULES = (activity_lines, captive_lines, find_lines, injury_lines, item_lines, roster_lines)
KINDS = sorted(
    {var for module in MODULES for var in vars(module).values() if isinstance(var, type) and issubclass(var, LineData)}
    - {LineData},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not SearchDiceLine], ids=lambda kind: kind.__name__)
def test_a_line_that_stores_nothing_reads_as_the_defaults_of_its_kind(kind: type[LineData]) -> None:
    assert kind.read(AftermathLine(data={})) == kind()


def test_each_kind_has_one_class() -> None:
    names = [kind.kind for kind in KINDS if kind.kind]
    assert sorted(names) == sorted(set(names))


def test_values_that_are_not_set_are_not_stored() -> None:
    assert SaleLine(shards=3, warriors=5).as_json() == {"shards": 3, "warriors": 5}
    assert "captor" not in InjuryLine(injury="dead").as_json()


def test_an_answer_adds_only_what_it_changed() -> None:
    line = AftermathLine(data={"shards": 3, "dice": 2, "note": "of an earlier version"})
    update(line, replace(SaleLine.read(line), gold=0))
    assert line.data == {"shards": 3, "dice": 2, "note": "of an earlier version", "gold": 0}


def test_undo_brings_back_what_was_stored() -> None:
    line = AftermathLine(data={"deed": "banditry", "instead": True})
    before = snapshot(line)
    update(line, replace(DeedLine.read(line), gold=4))
    note_dice(line, 2)
    assert dice_taken(line) == 2
    restore(line, before)
    assert line.data == {"deed": "banditry", "instead": True}
    assert dice_taken(line) is None


def test_earlier_lines_name_the_dice_of_secrets_differently() -> None:
    assert SoldAsCommonLine.read(AftermathLine(data={"then": "2D6"})).dice == "2D6"


def test_earlier_exploration_dice_know_only_the_dice_to_roll_again() -> None:
    line = SearchDiceLine.read(AftermathLine(data={"faces": [2, 4], "left": 1, "done": [0]}))
    assert line.hand == ExplorationDice([2, 4], again=1, done=[0])


def test_dice_that_were_rolled_again_are_no_results_of_effects() -> None:
    line = AftermathLine(kind="search_dice", data={"faces": [2, 4], "left": 1, "done": [0]})
    assert effects_of(line) == []


def test_parameters_of_a_kept_find_are_read_by_type() -> None:
    kept = KeptLine(code="tunnel_deployment", parameters={"warriors": 3, "never": ["undead"]})
    assert (kept.number("warriors"), kept.number("distance", 6), kept.text("who")) == (3, 6, "")
    assert kept.codes("never") == {"undead"}
    assert kept.codes("enemies") == frozenset()


def test_veterans_who_joined_use_up_the_pool() -> None:
    lines = [
        AftermathLine(kind="veterans", data={"pool": 7}),
        AftermathLine(kind="veteran", data={"key": "", "spent": 3}),
        AftermathLine(kind="rating", data=RatingLine(before=1, after=2).as_json()),
    ]
    assert veterans_left(lines) == 4
