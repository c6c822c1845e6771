"""The labels of ways to divide attacks are short: each enemy is named once, and weapons by their first name."""

from __future__ import annotations

import pytest

from battles.board.text.prompts import choice_label
from battles.engine.state import Frame
from battles.engine.tests.builder import Arena

AXE, MACE = "Axe", "Hammer, mace, club or staff"


@pytest.mark.parametrize(
    ("data", "label"),
    [
        ({"shares": [["b1", 2]], "weapons": [[MACE, "b1"], [AXE, "b1"]]}, "Both at Squeen"),
        ({"shares": [["b1", 1], ["b2", 1]], "weapons": [[MACE, "b1"], [AXE, "b2"]]}, "Hammer at Squeen, Axe at Skrit"),
        ({"shares": [["b1", 2], ["b2", 1]]}, "2 at Squeen, 1 at Skrit"),
    ],
)
def test_the_label_of_a_way_to_divide_attacks(data: dict[str, object], label: str) -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10), name="Otto")
    arena.add("b", at=(10, 11), name="Squeen")
    arena.add("b", at=(11, 10), name="Skrit")
    frame = Frame("decision", "allocate", {"who": "a1"}, owner="a")
    assert choice_label(arena.game(), frame, ["b1,b2", "English", "split", data]) == label
