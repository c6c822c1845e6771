"""The tracker's count of battles of three and more warbands: turns, who left when, places, allies."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.rulesets.compile import rules_for
from battles.tabletop.score_tables import criticals, score_tables
from battles.tabletop.sheets.sheet import Sheet
from battles.tabletop.tests.test_tracker import CORE, band, onward, out
from battles.tabletop.tracker.results import sheet_of
from battles.tabletop.tracker.tally import ImpossibleEvent, Tally, apply, rout_due, tally_of

THREE = {"sides": {"a": band("a", 4), "b": band("b", 8), "c": band("c", 4)}, "first": "b"}
PACT = {**THREE, "teams": {"a": "a", "c": "a"}}


def played(*steps: tuple[str, dict[str, Any]], setup: dict[str, Any] = THREE) -> Tally:
    return tally_of(setup, CORE, steps)


def test_turns_skip_the_sides_that_have_left() -> None:
    tally = played()
    seen = []
    for _press in range(4):
        seen.append((tally.turn, tally.active))
        onward(tally, "turn")
    assert seen == [(1, "b"), (1, "c"), (1, "a"), (2, "b")]
    apply(tally, "rout", {"side": "a", "passed": False})
    assert not tally.is_over
    assert (tally.turn, tally.active) == (2, "c")
    onward(tally, "turn")
    assert (tally.turn, tally.active) == (3, "b")
    for number in range(1, 9):
        apply(tally, *out(f"b{number}"))
    assert tally.is_over
    assert sheet_of(THREE, tally, "skirmish").winner == "c"


def test_turns_are_counted_after_the_first_side_has_left() -> None:
    tally = played()
    apply(tally, "rout", {"side": "b", "passed": False})
    onward(tally, "turn")
    assert (tally.turn, tally.active) == (1, "c")
    onward(tally, "turn")
    assert (tally.turn, tally.active) == (1, "a")
    onward(tally, "turn")
    assert (tally.turn, tally.active) == (2, "c")


def test_any_enemy_can_have_taken_a_model_out_of_action() -> None:
    tally = played(out("b1", "a-line-1"), out("b2", "c-line-1"))
    assert [tally.pieces[key].by for key in ("b1", "b2")] == ["a-line-1", "c-line-1"]
    with pytest.raises(ImpossibleEvent):
        played(out("a1", "c-line-1"), setup=PACT)
    assert played(out("a1", "c-line-1")).pieces["a1"].by == "c-line-1"


def test_allies_share_their_losses_and_rout_together() -> None:
    tally = played(out("a2"), setup=PACT)
    onward(tally, "turn")
    assert tally.active == "c"
    assert rout_due(tally, CORE) is None
    apply(tally, *out("c2"))
    due = rout_due(tally, CORE)
    assert due is not None
    assert (due.lost, due.started) == (2, 8)
    willing = played(("rout", {"side": "a", "passed": False, "willing": True}), setup=PACT)
    assert (willing.routed, willing.is_over) == (["a"], False)
    apply(tally, "rout", {"side": "c", "passed": False})
    assert (tally.routed, tally.is_over) == (["a", "c"], True)
    sheet = sheet_of(PACT, tally, "skirmish")
    assert (sheet.winner, sheet.teams, sheet.results()) == (
        "b", {"a": "a", "c": "a"}, {"a": "loss", "b": "win", "c": "loss"}
    )  # fmt: skip
    assert Sheet.from_data(sheet.as_data()) == sheet


@pytest.mark.parametrize(
    ("setup", "steps", "places"),
    [
        (THREE, [], {}),
        (THREE, [("rout", {"side": "c", "willing": True})], {}),
        (
            THREE,
            [("rout", {"side": "c", "willing": True}), ("rout", {"side": "a", "willing": True})],
            {"b": 1, "a": 2, "c": 3},
        ),
        (
            THREE,
            [*[out(f"a{number}") for number in range(1, 5)], ("rout", {"side": "b", "passed": False})],
            {"c": 1, "b": 2, "a": 3},
        ),
        (PACT, [("rout", {"side": "a", "willing": True}), ("rout", {"side": "b"})], {"c": 1, "b": 2, "a": 3}),
        (PACT, [("rout", {"side": "a", "passed": False})], {"b": 1, "a": 2, "c": 2}),
    ],
)
def test_places_follow_from_the_order_in_which_sides_left(
    setup: dict[str, Any], steps: list[tuple[str, dict[str, Any]]], places: dict[str, int]
) -> None:
    tally = played(*steps, setup=setup)
    assert tally.places() == places
    sheet = sheet_of(setup, tally, "skirmish")
    assert sheet.places == places
    if places:
        assert {side for side, result in sheet.results().items() if result == "win"} == set(tally.party(tally.left[0]))


def test_score_tables_of_each_ruleset() -> None:
    core, gazette = score_tables(rules_for("core")), score_tables(rules_for("gazette"))
    hit, shot, wound, save = core
    assert (hit.rows[0][1][0], hit.rows[0][1][1], gazette[0].rows[0][1][1]) == ("4+", "5+", "4+")
    assert shot.rows[0][1][:3] == ("6+", "5+", "4+")
    assert (wound.rows[2][1][2], wound.rows[6][1][0]) == ("4+", "2+")
    assert save.rows[0][1] == ("–", "–", "–", "-1", "-2", "-3", "-4")
    assert {len(criticals(rules_for(name))) for name in ("skirmish", "gazette", "mordheim")} == {4}
    assert len(criticals(rules_for("core"))) > 4
