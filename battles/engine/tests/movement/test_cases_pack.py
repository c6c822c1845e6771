"""Worked cases of the terrain pack: rivers, mires, woods, auras and pieces that act by themselves.

Rules: TR-PACK-01, TR-PACK-06
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from battles.engine.commands import Answer, EndStep, Move
from battles.engine.hooks import listeners
from battles.engine.state import FRENZIED, STUPID, Frame
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import saves_against
from battles.engine.steps.models.characteristics import characteristic, keywords_of
from battles.engine.steps.nerve.leaders import leadership_of
from battles.engine.table.table import Table
from battles.engine.terrain import auras
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.movement.cases import Case, expand, play
from battles.engine.tests.movement.terrain import Piece, ground, wall

ON = {"terrain_pack": True}
ME = {"at": (10, 10)}
HORSE = {"name": "horse", "profile": {"movement": 8}}


def piece(kind: str, x0: float, x1: float, y0: float, y1: float, *flags: str, cls: str = "open") -> Piece:
    """A flat piece of a named kind."""
    return {
        **ground(cls, x0, x1, y0, y1, *flags),
        "id": f"{kind}-{x0}-{y0}",
        "kind": kind,
        "name": kind.replace("_", " "),
    }


RIVER = piece("river", 12, 14, 5, 15, "river")
CASES = (
    Case("TR-RIVER-01/run", "all", a=(ME,), pieces=(RIVER,), options=ON, do=(("run", "a1", (16, 10)),),
         refused="TR-RIVER-01"),
    Case("TR-RIVER-01/off", "mordheim", a=(ME,), pieces=(RIVER,), do=(("run", "a1", (16, 10)),), at={"a1": (16, 10)}),
    Case("TR-FOREST-VENOM-01/walk", "mordheim", a=(ME,), pieces=(piece("venom_thicket", 12, 14, 5, 15, "forest"),),
         options=ON,
         do=(("walk", "a1", (13, 10)),), dice="die 3", at={"a1": (13, 10)}),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)


def land(ruleset: str, *pieces: Piece, pack: bool = True) -> Arena:
    table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": list(pieces)})
    return Arena(ruleset, table=table, options={"terrain_pack": pack})


def near(kind: str, gap: float, pack: bool = True, **fields: Any) -> Any:
    """A context with a1 so far from a named block, its auras taken up."""
    arena = land("core", piece(kind, 20, 22, 20, 22, cls="impassable_solid"), pack=pack)
    arena.add("a", at=(19.5 - gap, 21), **fields)
    arena.add("b", at=(40, 40))
    ctx = arena.context("")
    auras.refresh_all(ctx)
    return ctx


@pytest.mark.parametrize(("gap", "pack", "inside"), [(5.9, True, True), (6.1, True, False), (5.9, False, False)])
def test_an_aura_reaches_six_inches(gap: float, pack: bool, inside: bool) -> None:
    ctx = near("charnel_pit", gap, pack)
    assert leadership_of(ctx.game, ctx.state, "a1")[0] == (6 if inside else 7)


def test_the_altar_maddens_and_lets_go() -> None:
    ctx = near("altar_of_khaine", 3)
    assert ctx.state.models["a1"].flags & FRENZIED
    ctx.state.models["a1"] = ctx.state.models["a1"]._replace(x=100)
    auras.refresh(ctx, "a1")
    assert not ctx.state.models["a1"].flags & FRENZIED


def test_the_circle_and_the_chapel_protect() -> None:
    ctx = near("magic_circle", 3)
    assert saves_against(ctx.game, ctx.state, Attack("b1", "a1", "spell")).magic_resistance == 2
    ctx = near("charnel_pit", 3, tags=["undead"])
    assert saves_against(ctx.game, ctx.state, Attack("b1", "a1", "blow")).regeneration == 6


def test_the_brewhouse_steadies() -> None:
    ctx = near("dwarf_brewhouse", 3, tags=["dwarf"])
    assert {"immune_to_psychology", "stubborn", "unbreakable"} <= keywords_of(ctx.game, ctx.state, "a1")


def acted(kind: str, moment: str, dice: str, answer: str = "", degree: str = "inside", **fields: Any) -> Any:
    """a1 in a named piece at its moment."""
    arena = land("core", piece(kind, 8, 14, 8, 14))
    arena.add("a", at=(11, 11), **fields)
    arena.add("a", at=(40, 10))
    arena.add("b", at=(40, 40))
    ctx = arena.context(dice, "movement")
    ctx.push(Frame("terrain", moment))
    depth = len(ctx.state.flow)
    from battles.engine.flow import STEPS

    while len(ctx.state.flow) >= depth:
        top = ctx.top
        if top.owner:
            STEPS[top.kind].decide(ctx, top, top.owner, Answer(answer))
            continue
        STEPS[top.kind].enter(ctx, top)
        ctx.answer = None
    arena.finish(ctx)
    return ctx


def test_the_wildwood_strikes_on_four() -> None:
    assert not acted("wildwood", "movement_end", "die 3").state.models["a1"].gone
    ctx = acted("wildwood", "movement_end", "die 4, wound 4, injury 6")
    assert ctx.state.models["a1"].gone == "out"


def test_the_swamp_drags_down() -> None:
    assert acted("mist_wreathed_swamp", "movement_end", "char 5").state.models["a1"].gone == "out"


def test_the_flood_scalds_through_armour() -> None:
    ctx = acted("boiling_flood", "turn_end", "wound 4, injury 1", armour=2)
    assert ctx.state.models["a1"].posture == 1


def test_the_skulls_give_and_take() -> None:
    ctx = acted("temple_of_skulls", "turn_start", "die 4, die 3, die 2, die 6", "yes", role="hero")
    assert characteristic(ctx.game, ctx.state, "a1", "strength") == 6
    assert acted("temple_of_skulls", "turn_start", "die 1", "yes", role="hero").state.models["a1"].gone == "out"
    assert acted("temple_of_skulls", "turn_start", "", "no", role="hero").events == []


def test_the_well_stupefies_heals_or_maddens() -> None:
    assert acted("wyrding_well", "movement_end", "die 1", "yes").state.models["a1"].flags & STUPID
    healed = acted("wyrding_well", "movement_end", "die 3, die 1+1", "yes", w=3, wounds=1)
    assert healed.state.models["a1"].wounds == 3
    mad = acted("wyrding_well", "movement_end", "die 5", "yes")
    assert {"stupidity", "unbreakable"} <= keywords_of(mad.game, mad.state, "a1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pieces_act_when_their_phase_ends(ruleset: str) -> None:
    arena = land(ruleset, piece("wildwood", 8, 14, 8, 14))
    arena.add("a", at=(11, 11))
    arena.add("a", at=(40, 10))
    arena.add("b", at=(40, 40), posture="stunned")
    battle = arena.battle("movement", dice="die 2")
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    battle.play("a", Move("a1", "walk", (("walk", 1100, 1000, 0),)))
    battle.play("a", EndStep())
    assert battle.dice.position == 1


def test_a_charge_through_an_ancient_forest_falls_short() -> None:
    case = Case(
        "TR-FOREST-ANCIENT-01/b", "mordheim", a=(ME,), b=({"at": (18, 10)},),
        pieces=(piece("ancient_forest", 12, 14, 5, 15),), options=ON, do=(("charge", "a1", "b1"), ("end",)),
        flags={"a1": "failed_charge"},
    )  # fmt: skip
    play(case, "mordheim")


BARRICADE = {
    **wall(14, 14.4, 5, 15, 0.9), "kind": "blazing_barricade", "name": "blazing barricade", "flags": ["obstacle"],
}  # fmt: skip


def test_the_barricade_burns_whoever_charges_over_it() -> None:
    case = Case(
        "TR-OBST-BLAZE-01/a", "core", a=({"at": (8, 10)},), b=({"at": (14.9, 10)},), pieces=(BARRICADE,), options=ON,
        do=(("charge", "a1", "b1"), ("end",)), dice="wound 4, injury 1", posture={"a1": "knocked_down"},
    )  # fmt: skip
    play(case, "core")
    play(Case(**{**case.__dict__, "options": {}, "dice": "", "posture": {"a1": "standing"}}), "core")


def test_ghosts_daunt_whoever_charges_over_their_fence() -> None:
    fence = {**BARRICADE, "kind": "ghost_fence", "name": "ghost fence"}
    case = Case(
        "TR-OBST-GHOST-01/a", "mordheim", a=({"at": (8, 10)},), b=({"at": (14.9, 10)},), pieces=(fence,), options=ON,
        do=(("charge", "a1", "b1"), ("end",)), dice="ld 5+4", flags={"a1": "charged fear_six"}, engaged={"a1": "b1"},
    )  # fmt: skip
    play(case, "mordheim")


def test_the_waystone_helps_whoever_casts_beside_it() -> None:
    ctx = near("elven_waystone", 4)
    (code,) = [effect.code for effect in ctx.state.models["a1"].effects]
    ((function, parameters),) = listeners(ctx.fighters["a1"].hooks, ctx.state.models["a1"].effects, "spell")
    casting = SimpleNamespace(who="a1", bonus=0, mods=[])
    function(ctx, "a1", casting, **parameters)
    assert (code, casting.bonus) == ("terrain:channelling", 1)
