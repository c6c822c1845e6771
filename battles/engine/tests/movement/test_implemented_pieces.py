"""Every special piece of the terrain pack is implemented, and the system check finds those that are not."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine import all_rules as _all_rules  # noqa: F401 - registers every hook
from battles.engine.hooks import known_codes
from battles.engine.rulesets.compile import rules_for
from battles.engine.table.table import Table, TableRefused
from battles.engine.terrain.classes import classed
from battles.engine.terrain.implemented_kinds import faults
from battles.engine.terrain.kinds import FAMILIES, KINDS
from battles.engine.tests.builder import RULESETS


def test_every_piece_acts() -> None:
    assert list(faults()) == []


def test_a_piece_that_no_one_carries_out_is_told() -> None:
    assert list(faults([*KINDS, "howling_hill"])) == ["no code carries out the terrain piece howling_hill"]


def test_a_piece_that_is_no_kind_is_told() -> None:
    kinds = [kind for kind in KINDS if kind != "wildwood"]
    assert "terrain moments name wildwood, which is not a kind of the terrain pack" in list(faults(kinds))


def test_an_aura_that_no_one_hears_is_told() -> None:
    hook_codes = known_codes() - {"terrain:doomed"}
    assert list(faults(hook_codes=hook_codes)) == ["no hook uses the aura doomed of bane_stone"]


def test_every_kind_can_be_drawn_with_its_outline_alone() -> None:
    """Flags, walls and classes come from the kind, in every ruleset, pack on or off."""
    for ruleset in RULESETS:
        for pack in (False, True):
            rules = rules_for(ruleset, {"terrain_pack": pack})
            for kind in KINDS.values():
                depth = 40 if kind.family == "obstacle" else 500
                outline = [[1000, 1000], [1600, 1000], [1600, 1000 + depth], [1000, 1000 + depth]]
                piece = {"id": "p", "kind": kind.code, "name": kind.name, "outline": outline}
                table = Table.from_data(classed({"width": 4800, "length": 4800, "pieces": [piece]}, rules))
                drawn = table.piece("p")
                assert kind.family in FAMILIES
                assert kind.family in drawn.flags
                assert bool(table.walls) == (kind.family == "obstacle")
                assert (drawn.ground == "impassable_solid") == (kind.family == "monument")


@pytest.mark.parametrize(
    "broken", [None, 7, {"pieces": 3}, {"pieces": [3, {"kind": 4}, {"kind": "fence", "outline": "x"}]}]
)
def test_broken_tables_are_refused_with_sentences_as_ever(broken: Any) -> None:
    with pytest.raises(TableRefused) as refused:
        Table.from_data(classed(broken, rules_for("core", {"terrain_pack": True})))
    assert all(problem.sentence.endswith(".") for problem in refused.value.problems)
