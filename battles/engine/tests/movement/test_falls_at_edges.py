"""Going down beside an open edge, and where a faller lands.

Rules: MV-SLIP-01, MV-SLIP-02, MV-FALL-01, MV-FALL-02, MV-FLEE-01
"""

from __future__ import annotations

import pytest

from battles.engine.flow import Context
from battles.engine.state import FELL, FLEEING, Frame
from battles.engine.steps.movement.heights import falling
from battles.engine.steps.nerve import flight
from battles.engine.table.table import Table
from battles.engine.table.vectors import Spot
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.movement.terrain import Piece, floor

ALL = pytest.mark.parametrize("ruleset", RULESETS)


def table_of(*pieces: Piece) -> Table:
    return Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": list(pieces)})


def on_balcony(ruleset: str, gap: float, height: float, dice: str, **fields: object) -> tuple[Arena, Context]:
    """a1 with its base edge so far from the east rim of a balcony."""
    arena = Arena(ruleset, table=table_of(floor(5, 12, 5, 15, height)))
    arena.add("a", at=(11.5 - gap, 10, height), **fields)
    arena.add("b", at=(40, 40))
    return arena, arena.context(dice, "movement")


@pytest.mark.parametrize(
    ("gap", "height", "initiative", "dice", "fell"),
    [
        (0.9, 5, 3, "char 4, count 3, wound 1, wound 1", True),
        (1.1, 5, 3, "", False),
        (1.0, 3, 4, "char 4", False),
        (0.5, 4, 3, "char 6, count 1, wound 1", True),
    ],
)
@ALL
def test_slip(ruleset: str, gap: float, height: float, initiative: int, dice: str, fell: bool) -> None:
    arena, ctx = on_balcony(ruleset, gap, height, dice, posture="stunned", i=initiative)
    assert falling.slip(ctx, "a1", "injury") is fell
    arena.finish(ctx)
    model = ctx.state.models["a1"]
    assert (model.z == 0) is fell
    assert bool(model.flags & FELL) is fell


def test_a_parapet_holds() -> None:
    piece = floor(5, 12, 5, 15, 4)
    piece["floors"][0]["parapets"] = [{"from": [1200, 500], "to": [1200, 1500], "height": 60}]
    arena = Arena("mordheim", table=table_of(piece))
    arena.add("a", at=(11, 10, 4), posture="stunned")
    arena.add("b", at=(40, 40))
    ctx = arena.context("", "movement")
    assert not falling.slip(ctx, "a1", "injury")


@pytest.mark.parametrize(("height", "dice", "hits"), [(4.0, "count 5, wound 1, wound 1, wound 1", 3),
                                                      (4.9, "count 2, wound 1", 1), (0.8, "", 0)])  # fmt: skip
@ALL
def test_falls_hurt_by_whole_inches(ruleset: str, height: float, dice: str, hits: int) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("b", at=(40, 40))
    ctx = arena.context(dice, "movement")
    falling.fall(ctx, "a1", round(height * 100), Spot(1000, 1000, 0), "test")
    arena.finish(ctx)
    assert arena.rolled("wound") == hits


def test_a_faller_lands_beside_whoever_is_there() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(20, 20))
    arena.add("b", at=(10, 10))
    ctx = arena.context("", "movement")
    falling.fall(ctx, "a1", 50, Spot(1000, 1000, 0), "test")
    assert ctx.state.models["a1"][:3] == (1000, 1110, 0)
    assert ctx.state.models["b1"][:3] == (1000, 1000, 0)


def broken(arena: Arena, dice: str, cause: str) -> Context:
    """a1 has broken and runs."""
    ctx = arena.context(dice, "combat")
    ctx.flag("a1", on=FLEEING)
    ctx.push(Frame("flight", "start", {"who": "a1", "cause": cause}))
    before = len(ctx.state.flow)
    while len(ctx.state.flow) >= before:
        flight.FlightStep().enter(ctx, ctx.top)
    arena.finish(ctx)
    return ctx


def test_a_breaker_runs_away_from_the_middle_of_its_enemies() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(20, 20))
    arena.add("b", at=(19, 20))
    arena.add("b", at=(20, 19))
    arena.engage("a1", "b1", "b2")
    ctx = broken(arena, "flee 3+3", "panic")
    assert ctx.state.models["a1"][:2] == (2424, 2424)
    assert ctx.state.models["b1"].engaged == ()


@pytest.mark.parametrize(("cause", "dice", "length"), [("panic", "flee 2+4+5", 11), ("all_alone", "flee 2+4", 6)])
def test_fast_models_roll_three_dice_in_a_panic(cause: str, dice: str, length: int) -> None:
    arena = Arena("skirmish")
    arena.add("a", at=(20, 20), m=7)
    arena.add("b", at=(19, 20))
    arena.engage("a1", "b1")
    ctx = broken(arena, dice, cause)
    assert ctx.state.models["a1"][:2] == (2000 + length * 100, 2000)


def test_a_breaker_bends_round_the_enemy_on_its_way_to_the_edge() -> None:
    arena = Arena("core")
    arena.add("a", at=(20, 10))
    arena.add("b", at=(20, 9))
    arena.engage("a1", "b1")
    ctx = broken(arena, "flee 4+2", "all_alone")
    model = ctx.state.models["a1"]
    assert model.y < 1000
    assert (model.x - 2000) ** 2 + (model.y - 900) ** 2 > 100**2


def test_core_runners_may_slip_first() -> None:
    arena, ctx = on_balcony("core", 0.5, 3, "char 2, flee 1+1", i=3)
    ctx.flag("a1", on=FLEEING)
    flight.first_flight(ctx, "a1", "panic")
    arena.finish(ctx)
    assert ctx.state.models["a1"].z == 300
