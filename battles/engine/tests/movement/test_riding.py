"""Getting on and off a mount, and the skills of riders. Rules: SPEC-MOUNT-01, MV-DIVE-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Answer, Charge, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context
from battles.engine.state import ACTED, CHARGED, DIVED, FELL, SHOT
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.turn import optional_choices
from battles.engine.terrain.setup_changes import ON_FOOT, present
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena
from battles.engine.tests.movement.terrain import block
from battles.engine.tests.setups import COMPANY, begin, play_out, setup
from catalogue.packs.installed import book

HORSE = {"name": "Warhorse", "profile": {"movement": 8, "weapon_skill": 3, "strength": 3, "attacks": 1}}
OFF, ON = Move("a1", "dismount"), Move("a1", "mount")


def skill(code: str) -> list[list[Any]]:
    return [[effect.code, dict(effect.params)] for effect in book().skills[code].effects]


def rider(ruleset: str = "mordheim", **fields: Any) -> Arena:
    arena = Arena(ruleset)
    arena.add("a", **{"at": (10, 10), "mount": HORSE, "weapons": [SWORD, BOW], "i": 4, "facing": 90, **fields})
    arena.add("a", at=(40, 40))
    return arena


def on_foot(ruleset: str = "mordheim", steed: tuple[float, float] = (10, 10), **fields: Any) -> Arena:
    arena = rider(ruleset, **fields)
    arena.marks[ON_FOOT] = {"a1": [round(100 * steed[0]), round(100 * steed[1]), 0]}
    return arena


def moving(arena: Arena, dice: str = "") -> Battle:
    """The step in which models move that do not charge, with riders on foot as the state says."""
    battle = arena.battle("movement", dice=dice)
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    return battle


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_gets_off_and_is_on_foot_from_then_on(ruleset: str) -> None:
    arena = rider(ruleset)
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    assert OFF in battle.legal("a")
    assert ON not in battle.legal("a")
    battle.play("a", OFF)
    fighter = battle.game.fighters["a1"]
    assert (fighter.mount, fighter.size, fighter.radius) == (None, "small", 50)
    assert battle.state.marks[ON_FOOT] == {"a1": [1000, 1000, 0]}
    assert allowance_of(battle.game, battle.state, "a1").walk == 400
    assert allowance_of(battle.game, battle.state, "a1").climbs
    assert battle.state.models["a1"].flags & ACTED
    with pytest.raises(IllegalAction):
        battle.play("a", Move("a1", "walk", (("walk", 1100, 1000, 0),)))


@pytest.mark.parametrize(("x", "allowed"), [(12, True), (14.5, False)])
def test_a_steed_is_mounted_from_half_a_move_away(x: float, allowed: bool) -> None:
    arena = on_foot(at=(x, 10))
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    assert (ON in battle.legal("a")) is allowed
    if not allowed:
        with pytest.raises(IllegalAction) as refusal:
            battle.play("a", ON)
        assert refusal.value.code == "steed_too_far"
        return
    battle.play("a", ON)
    model = battle.state.models["a1"]
    assert (model.x, model.y, battle.state.marks.get(ON_FOOT)) == (1000, 1000, None)
    assert battle.game.fighters["a1"].mount is not None
    assert battle.game.fighters["a1"].radius == 75


def test_no_one_mounts_where_somebody_stands() -> None:
    arena = on_foot(at=(11.5, 10))
    arena.add("a", at=(10, 10.9))
    arena.add("b", at=(45, 5))
    with pytest.raises(IllegalAction) as refusal:
        moving(arena).play("a", ON)
    assert refusal.value.code == "no_room"


@pytest.mark.parametrize(("posture", "engaged"), [("knocked_down", False), ("standing", True)])
def test_who_lies_or_fights_stays_in_the_saddle(posture: str, engaged: bool) -> None:
    arena = rider(posture=posture)
    arena.add("b", at=(11.2, 10))
    if engaged:
        arena.engage("a1", "b1")
    battle = moving(arena)
    assert OFF not in battle.legal("a")
    with pytest.raises(IllegalAction):
        battle.play("a", OFF)


def asked(arena: Arena, dice: str, answer: str) -> Context:
    """The start of side a's turn, in which a1 answers the question of its skill."""
    ctx = arena.context(dice, phase="movement")
    ctx.game = present(ctx.game, ctx.state)
    ctx.fighters = ctx.game.fighters
    queue = optional_choices.due(ctx.game, ctx.state, optional_choices.TURN_START, "a")
    assert [model_id for model_id, _code in queue] == ["a1"]
    optional_choices.OFFERS[queue[0][1]].take(ctx, "a1", answer)
    return ctx


def test_an_athlete_mounts_and_rides_on_at_once() -> None:
    arena = on_foot(at=(12, 10), skills=skill("athletic_mount"))
    arena.add("b", at=(24, 10))
    ctx = asked(arena, "", "mount")
    assert not ctx.model("a1").flags & ACTED
    assert allowance_of(ctx.game, ctx.state, "a1").charge == 1600
    battle = Battle(ctx.game, ctx.state, ctx.dice)
    from battles.engine.flow import run

    run(ctx)
    assert Charge("a1", ("b1",)) in battle.legal("a")


def test_no_one_else_is_asked_as_the_turn_begins() -> None:
    for arena in (on_foot(at=(12, 10)), rider()):
        arena.add("b", at=(24, 10))
        ctx = arena.context("", phase="movement")
        assert optional_choices.due(present(ctx.game, ctx.state), ctx.state, optional_choices.TURN_START, "a") == []


def test_a_running_dismount_ends_a_ride_on_foot_without_a_shot() -> None:
    arena = rider(skills=skill("running_dismount"))
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    with pytest.raises(IllegalAction) as refusal:
        battle.play("a", Move("a1", "dismount", (("walk", 1900, 1000, 0),)))
    assert refusal.value.rule == "GM-PATH-01"
    battle.play("a", Move("a1", "dismount", (("walk", 1700, 1000, 0),)))
    model = battle.state.models["a1"]
    assert (model.x, battle.game.fighters["a1"].mount) == (1700, None)
    assert model.flags & SHOT
    assert battle.state.marks[ON_FOOT]["a1"] == [1700, 1000, 0]


def test_others_ride_or_get_off() -> None:
    arena = rider()
    arena.add("b", at=(45, 5))
    with pytest.raises(IllegalAction) as refusal:
        moving(arena).play("a", Move("a1", "dismount", (("walk", 1700, 1000, 0),)))
    assert refusal.value.code == "no_leap_off"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("face", "lands"), [(4, True), (5, False)])
def test_a_leap_into_an_enemy_is_a_diving_charge(ruleset: str, face: int, lands: bool) -> None:
    arena = rider(ruleset, skills=skill("running_dismount"))
    arena.add("b", at=(17, 10))
    ctx = asked(arena, "", "leap_off")
    arena.state = ctx.state
    arena.models = dict(ctx.state.models)
    dice = f"char {face}" + ("" if lands else ", count 1, wound 1")
    battle = arena.battle("movement", dice=dice)
    battle.play("a", Charge("a1", ("b1",)))
    battle.play("a", EndStep())
    if battle.state.flow[-1].stage == "react":
        battle.play("b", Answer("hold"))
    model = battle.state.models["a1"]
    assert battle.game.fighters["a1"].mount is None
    assert model.engaged == (("b1",) if lands else ())
    assert bool(model.flags & DIVED) is lands
    assert bool(model.flags & FELL) is not lands
    if lands:
        assert model.flags & CHARGED
        assert abs(model.x - 1600) <= 1


def test_a_leap_reaches_no_farther_than_a_walk() -> None:
    arena = rider(skills=skill("running_dismount"))
    arena.add("b", at=(22, 10))
    assert Charge("a1", ("b1",)) in arena.battle("movement").legal("a")
    ctx = asked(arena, "", "leap_off")
    assert allowance_of(ctx.game, ctx.state, "a1").charge == 800


def test_state_and_fork_keep_riders_on_foot() -> None:
    arena = rider()
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    battle.play("a", OFF)
    twin = battle.fork()
    assert twin.game.fighters["a1"].mount is None
    assert battle.game.bodies is twin.game.bodies


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whole_battles_of_riders_who_get_on_and_off(ruleset: str) -> None:
    fighters = [
        {**dict(fighter), "mount": HORSE} if number % 2 else dict(fighter) for number, fighter in enumerate(COMPANY)
    ]
    fighters[1]["skills"] = [*skill("athletic_mount"), *skill("running_dismount")]
    table = {"width": 4800, "length": 4800, "pieces": [block(18, 24, 20, 26, 3)]}
    for seed in range(3):
        battle = begin(setup(ruleset, fighters=fighters, table=table, max_turns=4), seed)
        play_out(battle, "random")
        assert battle.outcome is not None


def test_a_silent_player_keeps_the_rider_in_the_saddle() -> None:
    arena = rider(skills=skill("running_dismount"))
    arena.add("b", at=(17, 10))
    ctx = arena.context("", phase="movement")
    optional_choices.begin(ctx, optional_choices.TURN_START, "a")
    from battles.engine.flow import run

    run(ctx)
    assert ctx.top.data["silence"] == optional_choices.DECLINE
