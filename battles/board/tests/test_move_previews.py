"""Previews of reach, charges, sight and falls on the board: the engine's own results as text and lines."""

import re

import pytest

from battles.board import charge_lines
from battles.board.options import model_options
from battles.board.previews import risks
from battles.board.reach import areas, drawing
from battles.board.sight import from_spot
from battles.board.sight.rays import rays_between
from battles.engine.battle import Battle
from battles.engine.commands import Charge, EndStep, Move
from battles.engine.steps.charge.interception import ZONE, interceptors
from battles.engine.steps.charge.routes import route_to
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement import walking
from battles.engine.steps.movement.hiding.visibility import eye_of
from battles.engine.table.shapes import ground, low_wall, rectangle, ruin
from battles.engine.table.sight.rays import look
from battles.engine.table.table import Table
from battles.engine.table.vectors import Spot
from battles.simulation.conformance.arena import RULESETS, Arena

INCHES = re.compile(r"\d+(\.\d)? inch|\d″")
HOUSE = ruin(
    "house", "Mint", 1000, 1000, 600, 600, (400, 400, 400, 400), doors=("south",),
    floors=[(0, 0, 300, 600, 300)], ladders=[(340, 300, 0, 260, 300, 300)],
)  # fmt: skip
MIRE = ground("mire", "marsh", "Mire", rectangle(1000, 300, 600, 400), "difficult", "marsh", "dangerous")
WALL = low_wall("wall", "Garden wall", (1800, 900), (2200, 900), 90)
TABLE = {"version": 1, "width": 4800, "length": 4800, "pieces": [HOUSE, MIRE, WALL]}


def charging(ruleset: str, *, beside: bool = True) -> Battle:
    """A battle in which a1 may charge b1, which is six inches away; b2 is within two inches of the path."""
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("b", at=(16, 10))
    if beside:
        arena.add("b", at=(13, 11.5))
    battle = arena.battle("movement")
    assert battle.state.flow[-1].stage == "charges"
    return battle


def moving(*, at: tuple[float, ...] = (20, 8), enemies: tuple[tuple[float, ...], ...] = ((20, 40),)) -> Battle:
    arena = Arena("core", table=Table.from_data(TABLE))
    arena.add("a", at=at, m=4)
    for place in enemies:
        arena.add("b", at=place)
    battle = arena.battle("movement")
    while battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    return battle


def test_a_charge_is_shown_with_its_way_and_who_may_step_in() -> None:
    battle = charging("core")
    line = charge_lines.preview(battle, "a1", ("b1",), ())
    track = route_to(battle.game, battle.state, "a1", ["b1"])
    assert line is not None
    assert track is not None
    assert line.points[0] == (10.0, 10.0)
    assert line.points[-1] == (track.end.x / 100, track.end.y / 100)
    assert (
        line.steppers
        == tuple(entry.who for entry in interceptors(battle.game, battle.state, "a1", ["b1"], track))
        == ("b2",)
    )
    assert f"{track.cost / 100:.1f} of 8.0 inches" in line.says
    assert "may intercept: b2" in line.says
    drawn = charge_lines.lines_svg(battle, [line])
    assert f'stroke-width="{2 * ZONE / 100:g}"' in drawn
    assert drawn.count("may-step-in") == 1


def test_the_page_states_that_no_enemy_can_intercept() -> None:
    battle = charging("core", beside=False)
    line = charge_lines.preview(battle, "a1", ("b1",), ())
    assert line is not None
    assert line.steppers == ()
    assert "No enemy can intercept it" in line.says


@pytest.mark.parametrize("ruleset", ["mordheim", "skirmish"])
def test_without_measuring_the_route_is_shown_only_after_the_declaration(ruleset: str) -> None:
    battle = charging(ruleset)
    assert charge_lines.preview(battle, "a1", ("b1",), ()) is None
    assert charge_lines.declared(battle) == []
    battle.play("a", Charge("a1", ("b1",)))
    (line,) = charge_lines.declared(battle)
    assert line.steppers == ("b2",)
    assert not INCHES.search(line.says.replace("2 inches", ""))


def test_a_declared_charge_is_no_longer_shown_when_it_has_been_run() -> None:
    battle = charging("core", beside=False)
    battle.play("a", Charge("a1", ("b1",)))
    assert len(charge_lines.declared(battle)) == 1
    battle.play("a", EndStep())
    assert charge_lines.declared(battle) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_reach_of_a_charge_is_shown_where_measuring_is_free(ruleset: str) -> None:
    battle = charging(ruleset)
    found = model_options.for_model(battle, "a", "a1")
    assert ("charge" in found.reach) == (ruleset == "core")
    assert set(found.reach) <= {"charge"}


def test_each_part_of_a_reach_costs_what_the_engine_says() -> None:
    battle = moving(at=(13.8, 13), enemies=((40, 40),))
    drawn = areas.draw_reach(battle, "a1", "walk")
    area = drawing.area_of(battle, "a1", "walk")
    floors = [part for part in drawn.parts if part.is_other_height]
    assert [(part.name, part.floor) for part in floors] == [("Mint", "on the first floor")]
    least = min(cost for spot, cost in area.spots() if spot.z == 300)
    assert floors[0].least == least / 100
    assert floors[0].how == "by a ladder"
    assert drawn.heights.startswith("M")
    assert f"{least / 100:.1f}″" in str(drawn.as_json()["labels"])


def test_dangerous_ground_on_a_run_is_named_with_its_odds() -> None:
    battle = moving(at=(13, 2), enemies=((40, 40),))
    mire = next(part for part in areas.draw_reach(battle, "a1", "run").parts if part.name == "Mire")
    assert mire.ground == "difficult ground, dangerous"
    assert any("Mire" in check and "17 % to lose a Wound" in check for check in mire.checks)
    walked = next(part for part in areas.draw_reach(battle, "a1", "walk").parts if part.name == "Mire")
    assert not walked.checks


def test_risks_of_falling_are_shown_before_a_jump_and_at_every_drop() -> None:
    battle = moving(at=(11, 13, 3), enemies=((40, 40),))
    risk = risks.edge_risk(battle.game, battle.state, "a1", Spot(1240, 1300, 300))
    assert risk.startswith("at a drop of 3.0 inches")
    assert "Initiative test, 50 %" in risk
    assert risks.edge_risk(battle.game, battle.state, "a1", Spot(1130, 1300, 300)) == ""
    way = drawing.judged_way(battle, Move("a1", "walk", (("walk", 1240, 1300, 300),)))
    assert risk in way.sentence
    assert not way.is_final
    jump = next(part for part in areas.draw_reach(battle, "a1", "walk").parts if "jumping down" in part.how)
    assert any("a fall of 3.0 inches" in check for check in jump.checks)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spot_sees_what_a_model_that_stands_there_sees(ruleset: str) -> None:
    arena = Arena(ruleset, table=Table.from_data(TABLE))
    arena.add("a", at=(20, 8))
    arena.add("b", at=(20, 11))
    arena.add("b", at=(13, 20))
    arena.add("b", at=(30, 8))
    battle = arena.battle("movement")
    spot = from_spot.spot_in(battle, {"x": "20", "y": "8"})
    assert spot == (2000, 800, 0)
    lines = {line.who: line for line in from_spot.lines_from(battle, spot)}
    assert list(lines) == ["a1", "b1", "b2", "b3"]
    for model_id in ("b1", "b2", "b3"):
        rays = look(
            battle.game.table, eye_of(battle.game, battle.state, "a1"), body_of(battle.game, battle.state, model_id)
        )
        assert (lines[model_id].kind != "unseen") == rays.seen
    assert lines["b1"].kind == "cover"
    assert "Garden wall" in lines["b1"].label
    assert lines["b3"].kind == "clear"
    assert not any(INCHES.search(line.label) for line in lines.values())


@pytest.mark.parametrize("asked", [{}, {"x": "1"}, {"x": "nan", "y": "2"}, {"x": "900", "y": "2"}, {"piece": "none"}])
def test_an_invalid_spot_is_refused(asked: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        from_spot.spot_in(moving(), asked)


def test_a_spot_lies_on_the_highest_floor_or_on_the_level_asked_for() -> None:
    battle = moving()
    assert from_spot.spot_in(battle, {"x": "11", "y": "13"}).z == 300
    assert from_spot.spot_in(battle, {"x": "11", "y": "13", "level": "0"}).z == 0
    assert from_spot.spot_in(battle, {"piece": "mire"}) == (1300, 500, 0)
    assert ("mire", "Mire: near edge, left, at street level") in from_spot.named_places(battle)


def test_every_ray_that_fails_has_its_reason_and_place() -> None:
    battle = moving(at=(20, 8), enemies=((20, 11), (20, 15)))
    game, state = battle.game, battle.state
    rays = rays_between(game, state, eye_of(game, state, "a1"), body_of(game, state, "b2"), ("a1", "b2"))
    assert sum(count for _name, count in rays.counts) == rays.sight.stopped > 0
    assert {name for name, _count in rays.counts} <= {"Garden wall", "b1"}
    assert rays.picture.count("<rect") == rays.sight.clear
    assert rays.picture.count("<path") == rays.sight.stopped
    assert all(19 <= x <= 21 and 8 <= y <= 15 for x, y in rays.ends)


def test_hiding_places_are_marked_and_told_as_the_rules_allow_them() -> None:
    battle = moving(at=(20, 8), enemies=((20, 30),))
    drawn = areas.draw_reach(battle, "a1", "walk")
    assert drawn.hides
    for x, y in drawn.hides:
        spot = Spot(round(x * 100), round(y * 100), 0)
        walking.check_hide_at(battle.game, battle.state, "a1", spot, "walk")
        assert y < 9.5, "only behind the wall"
    assert sum(part.hides for part in drawn.parts) == len(drawn.hides)
    assert areas.draw_reach(battle, "a1", "run").hides == ()
