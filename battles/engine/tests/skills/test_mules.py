"""Mules on the table: led, refusing, wandering, bolting. Rules: CHAR-LD-01, MV-RAND-01, MV-FLEE-02"""

from __future__ import annotations

from typing import Any

import pytest

from battles.core.bridge.fighters import fighters_of
from battles.core.tests.test_bridge import band
from battles.engine.commands import Charge, EndStep
from battles.engine.flow import Context
from battles.engine.skills import mules
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.forced.compulsory import WILD
from battles.engine.tests.builder import Arena
from battles.engine.tests.setups import COMPANY, begin, play_out, setup
from catalogue.packs.installed import book

BEAST: dict[str, Any] = {
    "skills": [["stubborn_beast", {}], ["never_charges", {}]], "m": 6, "a": 0, "ld": 4, "keywords": ["animal"],
    "kind": "war_beast", "role": "animal", "weapons": [], "tags": ["animal_mule"],
}  # fmt: skip


def scene(leader: float = 11, **fields: Any) -> Arena:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), **BEAST)
    arena.add("a", at=(leader, 10), ld=7, **fields)
    arena.add("b", at=(40, 40))
    return arena


def turn(arena: Arena, dice: str = "") -> Context:
    """The start of the mule's turn."""
    ctx = arena.context(dice, phase="movement")
    mules.is_led(ctx, "a1")
    arena.finish(ctx)
    return ctx


@pytest.mark.parametrize(("dice", "walk"), [("ld 3+4", 600), ("ld 4+4", 0)])
def test_a_leader_beside_it_needs_a_leadership_test(dice: str, walk: int) -> None:
    ctx = turn(scene(), dice)
    assert allowance_of(ctx.game, ctx.state, "a1").walk == walk
    assert allowance_of(ctx.game, ctx.state, "a2").walk == 400


def test_a_handler_needs_no_test() -> None:
    arena = scene(skills=[["handles_beasts", {"animals": ["animal_mule"]}]])
    assert allowance_of((ctx := turn(arena)).game, ctx.state, "a1").walk == 600


@pytest.mark.parametrize("about", [{"leader": 13.0}, {"posture": "knocked_down"}])
def test_without_anybody_beside_it_wanders(about: dict[str, Any]) -> None:
    ctx = turn(scene(**about))
    assert [effect.code for effect in ctx.model("a1").effects] == [WILD]


@pytest.mark.parametrize(("x", "bolts"), [(16, True), (18, False)])
def test_a_fight_within_six_inches_makes_it_bolt(x: float, bolts: bool) -> None:
    arena = scene()
    arena.add("a", at=(x, 10))
    arena.add("b", at=(x + 1, 10))
    arena.engage("a3", "b2")
    ctx = turn(arena, "flee 2+3" if bolts else "ld 3+4")
    assert (ctx.model("a1").x, ctx.model("a1").y) == ((500, 1000) if bolts else (1000, 1000))


@pytest.mark.parametrize(("dice", "reached"), [("flee 6+6", False), ("flee 1+1", True)])
def test_charged_it_bolts_from_the_charger(dice: str, reached: bool) -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(16, 10))
    arena.add("b", at=(21, 10), **BEAST)
    arena.add("b", at=(40, 40))
    battle = arena.battle("movement", dice=dice)
    battle.play("a", Charge("a1", ("b1",)))
    battle.play("a", EndStep())
    model = battle.state.models["b1"]
    assert model.x == (2300 if reached else 3300)
    assert model.engaged == (("a1",) if reached else ())


def test_a_mule_of_the_roster_comes_along_as_such() -> None:
    rows = fighters_of(band("reiklanders_mercenary_captain", "mule"), book())
    assert ["stubborn_beast", {}] in rows[1]["skills"]
    assert ["never_charges", {}] in rows[1]["skills"]


def test_bots_play_beside_mules() -> None:
    fighters = [*(dict(fighter) for fighter in COMPANY[:4]), {
        "name": "Mule", "kind": "war_beast", "role": "animal", "skills": BEAST["skills"], "keywords": ["animal"],
        "profile": {"movement": 6, "attacks": 0, "leadership": 4},
    }]  # fmt: skip
    for seed in range(3):
        battle = begin(setup("mordheim", fighters=fighters, max_turns=4), seed)
        play_out(battle, "soldier")
        assert battle.outcome is not None
