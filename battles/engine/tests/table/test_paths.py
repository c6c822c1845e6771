"""Whole moves: the worked cases of GM-PATH, GM-ROUTE, MV-WALK, MV-CLIMB, MV-LADDER, MV-JUMPDN, MV-GAP, TR."""

from __future__ import annotations

import pytest

from battles.engine.table.movement.paths import PathOutcome, Step, judge_path
from battles.engine.table.movement.rules import CORE, GAZETTE, MORDHEIM, Mover, MoveRules, Other
from battles.engine.table.sight.rays import prone
from battles.engine.table.table import Table
from battles.engine.tests.table.build import at, box, floor, h, piece, solid, table, wall


def go(
    on: Table,
    start: tuple[float, ...],
    *steps: tuple[object, ...],
    m: float = 4,
    mode: str = "walk",
    rules: MoveRules = CORE,
    others: tuple[Other, ...] = (),
    r: float = 0.5,
    small: bool = True,
) -> PathOutcome:
    twice = 2 if mode in ("run", "charge") else 1
    mover = Mover(at(*start, r=r), h(m), h(m) * twice, mode, small=small)  # type: ignore[misc]
    legs = []
    for kind, *rest in steps:
        mode_of = rest.pop() if isinstance(rest[-1], str) else ""
        x, y, z = (*rest, 0)[:3]
        legs.append(Step(str(kind), h(x), h(y), h(z), str(mode_of)))  # type: ignore[arg-type]
    return judge_path(on, mover, legs, others, rules)


def code(outcome: PathOutcome) -> str:
    return outcome.refused.code if outcome.refused else "ok"


def test_a_walk_of_four_inches() -> None:
    assert go(table(), (10, 10), ("walk", 12, 10), ("walk", 12, 12)).cost == 400
    far = go(table(), (10, 10), ("walk", 12, 10), ("walk", 12, 12.01))
    assert code(far) == "too_far"
    assert far.refused
    assert far.refused.rule_id == "GM-PATH-01"


def test_the_base_stays_on_the_table() -> None:
    assert code(go(table(), (45, 10), ("walk", 47.6, 10))) == "off_table"
    assert code(go(table(), (45, 10), ("walk", 47.5, 10))) == "ok"


@pytest.mark.parametrize(
    ("end", "enemy", "told"), [(15, 16, "contact"), (14, 15.2, "ok"), (14.97, 16, "contact"), (14.94, 16, "ok")]
)
def test_only_a_charge_brings_contact(end: float, enemy: float, told: str) -> None:
    others = (Other(at(enemy, 10), enemy=True),)
    assert code(go(table(), (10, 10), ("walk", end, 10), m=5, others=others)) == told


@pytest.mark.parametrize(("y", "told"), [(10.9, "body"), (11.0, "ok")])
def test_standing_friends_bar_the_way(y: float, told: str) -> None:
    assert code(go(table(), (10, 10), ("walk", 14, 10), others=(Other(at(12, y)),))) == told


def test_the_fallen_are_stepped_over_but_not_stood_on() -> None:
    others = (Other(prone(at(12, 10)), standing=False, enemy=True),)
    assert code(go(table(), (10, 10), ("walk", 14, 10), others=others)) == "ok"
    assert code(go(table(), (10, 10), ("walk", 12.2, 10), others=others)) == "occupied"


def test_somebody_on_the_floor_above_is_not_in_the_way() -> None:
    on = table(floor("f", box(8, 8, 16, 12), 3))
    assert code(go(on, (10, 10), ("walk", 14, 10), others=(Other(at(12, 10, 3)),))) == "ok"


@pytest.mark.parametrize(
    ("high", "rules", "mode", "told"),
    [
        (0.8, MORDHEIM, "walk", "ok"),
        (1.0, CORE, "walk", "ok"),
        (1.0, MORDHEIM, "walk", "solid"),
        (0.8, GAZETTE, "run", "leap_at_run"),
        (0.8, GAZETTE, "charge", "ok"),
    ],
)
def test_low_objects(high: float, rules: MoveRules, mode: str, told: str) -> None:
    on = table(solid("crate", box(11.5, 9.5, 12.5, 10.5), high))
    outcome = go(on, (10, 10), ("walk", 14, 10), rules=rules, mode=mode)
    assert code(outcome) == told
    if told == "ok":
        assert outcome.cost == 400
        assert outcome.legs[0].kind == "leap"


@pytest.mark.parametrize(("high", "rules", "told"), [(0.9, MORDHEIM, "ok"), (1.0, MORDHEIM, "wall"), (1.0, CORE, "ok")])
def test_low_walls_are_leapt(high: float, rules: MoveRules, told: str) -> None:
    on = table(wall("w", (12, 5), (12, 15), 0.4, high))
    assert code(go(on, (10, 10), ("walk", 14, 10), rules=rules)) == told


def test_doors_let_small_models_through() -> None:
    door = {"kind": "door", "from": 460, "to": 540, "sill": 0, "lintel": 200}
    on = table(wall("w", (13, 5), (13, 15), 0.2, 3, openings=[door]))
    assert code(go(on, (10, 10), ("walk", 14, 10))) == "ok"
    assert code(go(on, (10, 10), ("walk", 15, 10), m=6, r=0.75, small=False)) == "narrow"
    assert code(go(on, (10, 8), ("walk", 14, 8))) == "wall"
    assert code(go(on, (10, 8), ("walk", 12.45, 8))) == "clearance"
    assert code(go(on, (10, 8), ("walk", 12.4, 8))) == "ok"


def test_ground_costs_what_its_class_says() -> None:
    bushes = piece("bushes", box(12, 5, 16, 15), ground="difficult")
    assert go(table(bushes), (10, 10), ("walk", 13, 10)).cost == 400
    assert code(go(table(bushes), (10, 10), ("walk", 13.1, 10))) == "too_far"
    hole = piece("hole", box(5, 5, 16, 15), ground="very_difficult")
    assert go(table(hole), (10, 10), ("walk", 11, 10), rules=MORDHEIM).cost == 400
    assert go(table(hole), (10, 10), ("walk", 11, 10), rules=CORE).cost == 200
    lava = piece("lava", box(12, 5, 16, 15), ground="impassable_ground")
    assert code(go(table(lava), (10, 10), ("walk", 13, 10))) == "impassable"


def ladder_house(high: float) -> Table:
    house = floor("f", box(12.5, 8, 20, 12), high)
    house["connectors"] = [{"kind": "ladder", "foot": [1230, 1000, 0], "head": [1260, 1000, h(high)]}]
    return table(house)


def test_ladders_by_ruleset() -> None:
    steps = (("walk", 12, 10), ("climb", 13, 10, 3, "ladder"), ("walk", 15, 10))
    assert go(ladder_house(3), (9, 10), *steps, mode="run", rules=MORDHEIM).cost == 800
    outcome = go(ladder_house(3), (9, 10), *steps, mode="run", rules=CORE)
    assert code(outcome) == "ladder_at_run"
    assert code(go(ladder_house(3), (9, 10), *steps, mode="run", rules=GAZETTE)) == "ladder_at_run"
    assert [c.kind for c in go(ladder_house(3), (9, 10), *steps, mode="charge", rules=GAZETTE).checks] == [
        "ladder_charge"
    ]
    walk_up = (("walk", 12, 10), ("climb", 13, 10, 3, "ladder"))
    assert go(ladder_house(3), (11, 10), *walk_up).cost == 400
    assert code(go(ladder_house(5), (12, 10), ("climb", 13, 10, 5, "ladder"))) == "climb_too_high"


def roof(high: float) -> Table:
    return table(solid("house", box(12, 5, 20, 15), high))


def test_climbing_a_wall() -> None:
    up = go(roof(3), (10.5, 10), ("walk", 11.5, 10), ("climb", 12.5, 10, 3, "wall"))
    assert (up.cost, [c.kind for c in up.checks], up.end.z) == (400, ["climb_up"], 300)
    assert (
        code(go(roof(3), (10.5, 10), ("walk", 11.5, 10), ("climb", 12.5, 10, 3, "wall"), rules=MORDHEIM))
        == "not_touching"
    )
    touching = go(roof(3), (11.5, 10), ("climb", 12.5, 10, 3, "wall"), ("walk", 13.5, 10), rules=MORDHEIM)
    assert (code(touching), touching.cost) == ("ok", 400)
    assert code(go(roof(4.1), (11.5, 10), ("climb", 12.5, 10, 4.1, "wall"))) == "climb_too_high"
    down = go(roof(3.5), (12.5, 10, 3.5), ("climb", 11.5, 10, 0, "wall"), rules=MORDHEIM)
    assert (down.cost, down.checks[0].kind, down.checks[0].height) == (350, "climb_down", 350)


def test_over_a_free_standing_wall() -> None:
    on = table(wall("w", (12, 5), (12, 15), 0.4, 1.5))
    over = go(on, (11.3, 10), ("climb", 12, 10, 1.5, "wall"), ("jump", 12.7, 10, "down"), rules=MORDHEIM)
    assert (code(over), over.cost, [c.kind for c in over.checks]) == ("ok", 150, ["climb_up"])
    assert code(go(on, (11.3, 10), ("climb", 12, 10, 1.5, "wall"), rules=MORDHEIM)) == "no_room"


def test_jumping_down() -> None:
    jump = go(roof(5), (13.5, 10, 5), ("walk", 12.5, 10), ("jump", 11.5, 10, "down"), ("walk", 8.5, 10), rules=MORDHEIM)
    assert (code(jump), jump.cost, jump.checks[0].tests, jump.checks[0].height) == ("ok", 400, 2, 500)
    assert go(roof(1.9), (12.5, 10, 1.9), ("jump", 11.5, 10, "down")).checks == ()
    assert code(go(roof(6.2), (12.5, 10, 6.2), ("jump", 11.5, 10, "down"), rules=MORDHEIM)) == "too_deep"
    assert go(roof(8), (12.5, 10, 8), ("jump", 11.5, 10, "down")).checks[0].tests == 4
    assert code(go(roof(3), (13.5, 10, 3), ("walk", 10, 10))) == "drop"


def roofs(gap: float, near: float = 3, far: float = 3) -> Table:
    return table(solid("a", box(6, 5, 12, 15), near), solid("b", box(12 + gap, 5, 20 + gap, 15), far))


def test_jumping_gaps() -> None:
    steps = (("walk", 11.5, 10), ("jump", 14.5, 10, 3, "gap"))
    older = go(roofs(2), (10, 10, 3), *steps, rules=MORDHEIM)
    assert (older.cost, [(c.kind, c.tests) for c in older.checks], older.end.x) == (350, [("gap", 1)], 1450)
    assert go(roofs(2), (10, 10, 3), *steps).checks == ()
    wide = (("jump", 15.9, 10, 3, "gap"),)
    fall = go(roofs(3.4), (11.5, 10, 3), *wide, rules=MORDHEIM)
    assert fall.checks[0].automatic
    assert fall.checks[0].height == 300
    assert code(go(roofs(3.4), (11.5, 10, 3), *wide)) == "gap_too_wide"
    assert code(go(roofs(2, 3, 3.4), (11.5, 10, 3), ("jump", 14.5, 10, 3.4, "gap"))) == "upwards"
    low = go(roofs(2, 3, 1.5), (11.5, 10, 3), ("jump", 14.5, 10, 1.5, "gap"))
    assert [(c.kind, c.tests) for c in low.checks] == [("gap_landing", 1)]
    drop = go(roofs(2, 5, 2.5), (11.5, 10, 5), ("jump", 14.5, 10, 2.5, "gap"), rules=MORDHEIM)
    assert [(c.kind, c.tests) for c in drop.checks] == [("gap", 1), ("gap_landing", 1)]
    late = go(roofs(2, 5, 5), (9, 10, 5), ("walk", 11.5, 10), ("jump", 14.5, 10, 5, "gap"), rules=MORDHEIM)
    assert late.checks[0].automatic
    assert late.checks[0].fall.z == 0


def test_hills_are_open_ground_and_their_sides_no_drop() -> None:
    hill = piece("hill", box(12, 5, 20, 15), flags=["hill"], levels=[{"outline": box(12, 5, 20, 15), "z": 200}])
    up = go(table(hill), (10, 10), ("walk", 14, 10))
    assert (up.cost, up.end.z, up.legs[0].kind) == (400, 200, "walk")
    assert go(table(hill), (14, 10, 2), ("walk", 10, 10)).end.z == 0


def test_danger_is_told_to_the_hasty_only() -> None:
    patch = piece("patch", box(12, 5, 13, 15), flags=["dangerous"])
    assert go(table(patch), (10, 10), ("walk", 14, 10)).dangers == ()
    assert go(table(patch), (10, 10), ("walk", 14, 10), mode="run").dangers == (("patch", 0),)
