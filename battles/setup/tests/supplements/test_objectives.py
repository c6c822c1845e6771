"""Objectives with their numbers: cart to loot, herds, stealth, beacon, ritual, captive, marsh, farm and nest."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.aftermath.facts import facts_of
from battles.engine.flow import Context
from battles.engine.scenarios import tokens
from battles.engine.scenarios.base import Award, Scenario
from battles.engine.scenarios.creatures.figures import named, on_the_table
from battles.engine.scenarios.hazards.farm import Farm
from battles.engine.scenarios.hazards.marsh import SUNK
from battles.engine.scenarios.hazards.stealth import SNEAKS, UNSPOTTED, WARY, Beacon
from battles.engine.scenarios.objectives.cart import LootCart
from battles.engine.scenarios.objectives.herds import ON_HORSE, HorseHerd, MuleTrain
from battles.engine.scenarios.objectives.ritual import Ritual
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import KNOCKED_DOWN, RAN, STUNNED, Outcome
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding.visibility import sees
from battles.setup.tests.supplements.played_battles import fought
from battles.setup.tests.supplements.test_mechanisms import HOUSE, OPEN, moment, on_the_field, rolled


def aim(ctx: Context, kind: type[Scenario]) -> Any:
    return next(scenario for scenario in scenario_of(ctx.game).aims if isinstance(scenario, kind))


def put(ctx: Context, model_id: str, x: int, y: int, **about: Any) -> None:
    about = {"flags": 0, "engaged": (), "posture": 0, "gone": "", **about}
    ctx.state.models[model_id] = ctx.state.models[model_id]._replace(x=x, y=y, z=0, **about)


def role(ctx: Context, name: str) -> str:
    return str(ctx.state.marks["scenario"][name])


def at_edge(ctx: Context, model_id: str, edge: str) -> tuple[int, int]:
    """The position of a model that touches an edge of a table of 48 inches."""
    near = ctx.fighters[model_id].radius
    return {"south": (1500, near), "north": (1500, 4800 - near), "west": (near, 1500), "east": (4800 - near, 1500)}[
        edge
    ]


def codes(ctx: Context, model_id: str) -> set[str]:
    return {effect.code for effect in ctx.state.models[model_id].effects}


# -- The Recipe --------------------------------------------------------------------------------------------------------


def test_a_hero_takes_two_pies_and_a_henchman_one_and_a_run_may_ruin_them() -> None:
    ctx = moment(on_the_field("the_recipe"), ("char", 6))
    cart = aim(ctx, LootCart)
    total = cart.left(ctx.state)
    assert 9 <= total <= 24
    hero = next(model_id for model_id, fighter in ctx.fighters.items() if model_id[0] == "a" and fighter.role == "hero")
    man = next(
        model_id for model_id, fighter in ctx.fighters.items() if model_id[0] == "a" and fighter.role == "henchman"
    )
    for model_id in tuple(ctx.state.models):
        if model_id[0] == "a":
            put(ctx, model_id, 300, 300 + 100 * int(model_id[1:]))
    put(ctx, hero, 2400, 2150)
    put(ctx, man, 2400, 2650)
    cart.turn_end(ctx, "a")
    assert (len(cart.carried(ctx.state, hero)), len(cart.carried(ctx.state, man))) == (2, 1)
    assert cart.left(ctx.state) == total - 3
    assert cart.awards(ctx.game, ctx.state) == [
        Award(model_id, 1, "carries_counter") for model_id in sorted((hero, man))
    ]
    put(ctx, hero, 1000, 1000, flags=RAN)
    cart.phase_over(ctx, "movement", "a")
    assert not cart.carried(ctx.state, hero)
    rolled(ctx)


def test_the_winner_has_the_cart_and_geefer() -> None:
    ctx = moment(on_the_field("the_recipe"))
    cart = aim(ctx, LootCart)
    ctx.state.marks["scenario"]["cart"] = 7
    ctx.state.outcome = Outcome(("a",), "routed")
    assert cart.loot(ctx.game, ctx.state)["a"]["occasions"] == {"goods": 4}
    for model_id in named(ctx.game, "geefer"):
        ctx.state.models[model_id] = ctx.state.models[model_id]._replace(gone="out")
    assert cart.loot(ctx.game, ctx.state)["a"]["occasions"] == {"goods": 4, "captive_taken": 1}
    assert cart.loot(ctx.game, ctx.state)["b"]["occasions"] == {}


# -- Mule Train, Blood on the Pasturelands -----------------------------------------------------------------------------


def test_mules_leave_by_the_edge_opposite_the_defenders_and_count_for_who_leads_them() -> None:
    ctx = moment(on_the_field("mule_train"))
    train = aim(ctx, MuleTrain)
    attacker, defender = role(ctx, "attacker"), role(ctx, "defender")
    own = [model_id for model_id in ctx.fighters if model_id[0] == defender]
    assert train.total(ctx.state) == min(6, len(own) // 2)
    far = train._edges(ctx.game, ctx.state, attacker)
    assert far == train._edges(ctx.game, ctx.state, defender)
    key = next(iter(tokens.tokens(ctx.state, "mule")))
    leader = f"{attacker}2"
    ctx.state.marks[key] = {**ctx.state.marks[key], "by": leader}
    put(ctx, leader, *at_edge(ctx, leader, far[0]))
    train.watch(ctx)
    assert ctx.state.models[leader].gone == "left"
    loot = scenario_of(ctx.game).loot(ctx.game, ctx.state)
    assert loot[attacker]["occasions"]["thing_kept_attacker"] == 1


def test_a_mule_that_will_not_move_keeps_its_leader() -> None:
    ctx = moment(on_the_field("mule_train"), ("ld", 6), ("ld", 6))
    train = aim(ctx, MuleTrain)
    defender = role(ctx, "defender")
    leader = f"{defender}2"
    for key in list(tokens.tokens(ctx.state, "mule")):
        ctx.state.marks[key] = {**ctx.state.marks[key], "by": leader}
    ctx.state.order = tuple(sorted(ctx.state.order, key=lambda side: side == defender))
    put(ctx, leader, 2400, 2400)
    train.turn_start(ctx, defender)
    assert any(getattr(event, "what", "") == "mule_stubborn" for event in ctx.events)


@pytest.mark.parametrize(("face", "mounted"), [(3, False), (4, True)])
def test_a_horse_is_tamed_on_a_four_and_carries_its_rider_far(face: int, mounted: bool) -> None:
    ctx = moment(on_the_field("blood_on_the_pasturelands"), ("die", face))
    herd = aim(ctx, HorseHerd)
    assert len(herd.free(ctx.state)) == 6
    for model_id in tuple(ctx.state.models):
        if model_id[0] in "ab":
            put(ctx, model_id, 300, 300 + 100 * int(model_id[1:]))
    token = next(iter(herd.free(ctx.state).values()))
    put(ctx, "a3", token["x"] + 60, token["y"])
    herd.turn_end(ctx, "a")
    rolled(ctx)
    assert (len(herd.free(ctx.state)) == 5) is mounted
    assert (ON_HORSE in codes(ctx, "a3")) is mounted
    assert (allowance_of(ctx.game, ctx.state, "a3").walk == 800) is mounted
    assert len(on_the_table(ctx.game, ctx.state, "outrider")) == 6


def test_horses_never_leave_the_paddock_alone() -> None:
    battle = fought("blood_on_the_pasturelands", "mordheim", seed=5, turns=3)
    half = (battle.game.table.width // 2, battle.game.table.length // 2)
    for token in tokens.tokens(battle.state, "horse").values():
        if not token["by"]:
            assert max(abs(token["x"] - half[0]), abs(token["y"] - half[1])) <= 600


# -- The Watchtower, River Watch, Brigands -----------------------------------------------------------------------------


def test_raiders_cannot_be_seen_until_the_watch_rolls_their_pace() -> None:
    ctx = moment(on_the_field("the_watchtower", table={**OPEN, "pieces": [HOUSE]}), ("move", 3), ("die", 2), ("die", 3))
    attacker, defender = role(ctx, "attacker"), role(ctx, "defender")
    stealth = next(aim for aim in scenario_of(ctx.game).aims if aim.code == "stealth")
    for code in ("creeping", "spotted", "pace"):
        ctx.state.marks["scenario"].pop(code, None)
    enemy = next(model_id for model_id, model in ctx.state.models.items() if model_id[0] == defender and not model.gone)
    put(ctx, f"{attacker}1", 2400, 300)
    put(ctx, enemy, 2400, 1800)
    assert sees(ctx.game, ctx.state, enemy, f"{attacker}1") is (UNSPOTTED not in codes(ctx, f"{attacker}1"))
    stealth.turn_start(ctx, attacker)
    assert UNSPOTTED in codes(ctx, f"{attacker}1")
    assert not sees(ctx.game, ctx.state, enemy, f"{attacker}1")
    assert allowance_of(ctx.game, ctx.state, f"{attacker}1").walk == 300
    stealth.turn_start(ctx, defender)
    assert not stealth.is_spotted(ctx.state)
    stealth.turn_start(ctx, defender)
    assert stealth.is_spotted(ctx.state)
    assert not codes(ctx, f"{attacker}1") & {UNSPOTTED, SNEAKS}
    assert sees(ctx.game, ctx.state, enemy, f"{attacker}1")
    rolled(ctx)


def test_the_beacon_grows_easier_and_brings_the_others() -> None:
    battle = on_the_field("the_watchtower", table={**OPEN, "pieces": [HOUSE]})
    ctx = moment(battle, ("die", 5), ("die", 5), ("die", 1))
    beacon, defender = aim(ctx, Beacon), role(ctx, "defender")
    own = [model_id for model_id in ctx.fighters if model_id[0] == defender]
    absent = list(ctx.state.marks["scenario"]["absent"])
    assert len(absent) == len(own) - len(own) // 2
    ctx.state.marks["scenario"]["spotted"] = True
    keeper = beacon.keeper(ctx.game, ctx.state)
    put(ctx, keeper, 2400, 2030)
    beacon.turn_start(ctx, defender)
    assert not beacon.lit(ctx.state)
    beacon.turn_start(ctx, defender)
    assert beacon.lit(ctx.state) == keeper
    assert beacon.awards(ctx.game, ctx.state) == [Award(keeper, 1, "lights_beacon")]
    assert not ctx.state.marks["scenario"]["absent"]
    assert all(not ctx.state.models[model_id].gone for model_id in absent)
    rolled(ctx)


def test_outlaws_are_discovered_one_by_one_and_then_no_one_is_wary() -> None:
    battle = on_the_field("brigands_in_the_pasturelands", table={**OPEN, "pieces": [HOUSE]})
    ctx = moment(battle)
    attacker, defender = role(ctx, "attacker"), role(ctx, "defender")
    stealth = next(scenario for scenario in scenario_of(ctx.game).aims if scenario.code == "stealth")
    for model_id in tuple(ctx.state.models):
        if not ctx.state.models[model_id].gone:
            put(ctx, model_id, 300 + 120 * int(model_id[1:]), 300 if model_id[0] == attacker else 4400)
    hidden = [model_id for model_id in ctx.state.models if UNSPOTTED in codes(ctx, model_id)]
    assert hidden
    assert {model_id[0] for model_id in hidden} == {defender}
    assert WARY in codes(ctx, f"{attacker}1")
    assert not allowance_of(ctx.game, ctx.state, f"{attacker}1").may_charge
    put(ctx, f"{attacker}1", ctx.state.models[hidden[0]].x, 4250)
    stealth.watch(ctx)
    assert UNSPOTTED not in codes(ctx, hidden[0])
    assert [model_id for model_id in ctx.state.models if UNSPOTTED in codes(ctx, model_id)]
    assert allowance_of(ctx.game, ctx.state, f"{attacker}1").may_charge


@pytest.mark.parametrize(("away", "out", "winner"), [(3, 0, ""), (4, 0, "attacker"), (0, 2, ""), (0, 3, "defender")])
def test_a_way_out_of_the_sewers_is_for_more_than_half(away: int, out: int, winner: str) -> None:
    ctx = moment(on_the_field("rat_attack"))
    attacker, defender = role(ctx, "attacker"), role(ctx, "defender")
    own = [model_id for model_id in ctx.state.models if model_id[0] == attacker]
    assert len(own) == ctx.state.sides[attacker].started == 6
    assert all(UNSPOTTED in codes(ctx, model_id) for model_id in ctx.state.models if model_id[0] == defender)
    for model_id in own[:away]:
        ctx.state.models[model_id] = ctx.state.models[model_id]._replace(gone="left")
    for model_id in own[6 - out :]:
        ctx.state.models[model_id] = ctx.state.models[model_id]._replace(gone="out")
    outcome = scenario_of(ctx.game).verdict(ctx.game, ctx.state)
    assert (outcome.winners if outcome else ()) == ((role(ctx, winner),) if winner else ())


def test_night_over_the_river_reaches_three_times_as_far_as_the_dice_say() -> None:
    ctx = moment(on_the_field("river_watch"), ("count", 2), ("count", 1))
    fog = next(scenario for scenario in scenario_of(ctx.game).aims if scenario.code == "dense_fog")
    fog.turn_start(ctx, "a")
    assert ctx.state.marks["visibility"] == 900
    rolled(ctx)


# -- In the Dead of the Night, Kidnapped -------------------------------------------------------------------------------


def test_ten_turns_of_chanting_finish_the_ritual_and_a_fight_starts_it_again() -> None:
    ctx = moment(on_the_field("in_the_dead_of_the_night"))
    ritual, defender = aim(ctx, Ritual), role(ctx, "defender")
    caster = ritual.caster(ctx.game, ctx.state)
    x, y = ctx.state.marks["scenario"]["altar"]
    put(ctx, caster, x + 200, y)
    for _ in range(9):
        assert ritual.turn_end(ctx, defender) is None
    assert ctx.state.marks["scenario"]["chanted"] == 9
    assert ritual.award_for_victim(ctx.game, ctx.state, caster) == "stops_ritual"
    broken = Context(ctx.game, ctx.state.fork(), ctx.dice)
    put(broken, caster, x + 200, y, engaged=("a1" if defender == "b" else "b1",))
    ritual.phase_over(broken, "combat", defender)
    assert broken.state.marks["scenario"]["chanted"] == 0
    assert ritual.turn_end(ctx, defender) == Outcome((defender,), "ritual_done")


def test_the_fall_of_the_spellcaster_ends_it() -> None:
    ctx = moment(on_the_field("in_the_dead_of_the_night"))
    ritual = aim(ctx, Ritual)
    caster = ritual.caster(ctx.game, ctx.state)
    put(ctx, caster, 2400, 2400, gone="out")
    assert ritual.verdict(ctx.game, ctx.state) == Outcome((role(ctx, "attacker"),), "ritual_stopped")


def test_the_dead_come_to_help_and_leave_no_trace_on_the_roster() -> None:
    battle = fought("in_the_dead_of_the_night", "mordheim", seed=2, turns=3)
    risen = [model_id for model_id in named(battle.game, "zombie") if battle.state.models[model_id].gone != "reserve"]
    assert risen
    facts = facts_of(battle.game, battle.state, battle.log)
    assert not {fallen.model for side in facts.values() for fallen in side.fallen} & set(risen)


def test_a_guarded_captive_cannot_be_freed_and_a_free_one_gets_away() -> None:
    ctx = moment(on_the_field("kidnapped"))
    captive = next(scenario for scenario in scenario_of(ctx.game).aims if scenario.code == "captive")
    attacker, defender = role(ctx, "attacker"), role(ctx, "defender")
    for model_id in tuple(ctx.state.models):
        put(ctx, model_id, 900 + 120 * int(model_id[1:]), 900 if model_id[0] == attacker else 3900)
    x, y = ctx.state.marks["scenario"]["altar"]
    put(ctx, f"{attacker}2", x + 90, y)
    put(ctx, f"{defender}2", x - 90, y)
    captive.watch(ctx)
    assert captive.holder(ctx.state) == ""
    put(ctx, f"{defender}2", x - 90, y, posture=KNOCKED_DOWN)
    captive.watch(ctx)
    assert captive.holder(ctx.state) == f"{attacker}2"
    assert captive.verdict(ctx.game, ctx.state) is None
    put(ctx, f"{attacker}2", *at_edge(ctx, f"{attacker}2", "west"))
    assert captive.verdict(ctx.game, ctx.state) == Outcome((attacker,), "captive_away")
    put(ctx, f"{attacker}2", 2000, 3000, gone="out")
    put(ctx, f"{defender}2", 2080, 3000)
    captive.watch(ctx)
    assert captive.holder(ctx.state) == f"{defender}2"
    put(ctx, f"{defender}2", x, y)
    assert captive.verdict(ctx.game, ctx.state) == Outcome((defender,), "captive_lost")


def test_a_captive_whom_no_one_frees_is_lost_after_six_turns() -> None:
    ctx = moment(on_the_field("kidnapped", turns=12))
    captive = next(scenario for scenario in scenario_of(ctx.game).aims if scenario.code == "captive")
    last = ctx.state.order[-1]
    ctx.state.turn_number = 5
    assert captive.turn_end(ctx, last) is None
    ctx.state.turn_number = 6
    assert captive.turn_end(ctx, last) == Outcome((role(ctx, "defender"),), "captive_lost")


# -- Gift of the Truthsayers, Battle for the Farm, Harpies -------------------------------------------------------------


@pytest.mark.parametrize(("faces", "posture", "sunk"), [((1,), KNOCKED_DOWN, False), ((6,), STUNNED, True)])
def test_a_quagmire_holds_whom_it_swallows(faces: tuple[int, ...], posture: int, sunk: bool) -> None:
    battle = on_the_field("gift_of_the_truthsayers")
    own = [model_id for model_id in battle.state.models if model_id[0] == "a"]
    ctx = moment(battle, ("die", 1), ("die", 4), ("die", 1), ("char", faces[0]))
    for model_id in own:
        put(ctx, model_id, 300, 300 + 100 * int(model_id[1:]))
    marsh = next(scenario for scenario in scenario_of(ctx.game).aims if scenario.code == "marsh")
    marsh.turn_start(ctx, "a")
    rolled(ctx)
    assert ctx.state.models[own[0]].posture == posture
    assert (SUNK in codes(ctx, own[0])) is sunk
    if sunk:
        later = Context(ctx.game, ctx.state, moment(battle, ("char", 6), ("die", 2)).dice)
        marsh.turn_start(later, "a")
        assert later.state.models[own[0]].gone == "out"


def test_a_farmhouse_is_looted_burnt_and_falls_in() -> None:
    battle = on_the_field("battle_for_the_farm", table={**OPEN, "pieces": [HOUSE]})
    ctx = moment(battle, ("die", 5), ("die", 6), ("char", 6))
    farm = aim(ctx, Farm)
    for model_id in tuple(ctx.state.models):
        if model_id[0] in "ab":
            put(ctx, model_id, 300, 300 + 100 * int(model_id[1:]))
    ctx.state.marks["scenario"]["roused"] = ["house"]
    put(ctx, "a2", 2400, 2400)
    farm.turn_end(ctx, "a")
    facts = ctx.state.marks["scenario"]
    assert facts["looted"] == {"house": "a2"}
    assert facts["fires"] == {"house": ["a2", 0]}
    ctx.state.marks["scenario"] = {**facts, "fires": {"house": ["a2", 1]}}
    put(ctx, "a2", 300, 900)
    put(ctx, "b2", 2400, 2400)
    assert farm.loot(ctx.game, ctx.state)["a"]["occasions"] == {"farm_valuables": 1}
    farm.turn_start(ctx, "a")
    rolled(ctx)
    assert ctx.state.models["b2"].gone == "out"
    assert ctx.state.marks["scenario"]["burnt"] == {"house": "a2"}
    assert farm.verdict(ctx.game, ctx.state) == Outcome(("a",), "farm_burnt")
    assert farm.awards(ctx.game, ctx.state) == [Award("a2", 1, "burns_building")]


@pytest.mark.parametrize(("felled", "taken"), [(2, {}), (3, {"nest_taken": 1})])
def test_the_nest_belongs_to_the_winner_when_every_harpy_is_down(felled: int, taken: dict[str, int]) -> None:
    ctx = moment(on_the_field("happy_harpy_hunting_grounds"))
    nest = next(scenario for scenario in scenario_of(ctx.game).aims if scenario.code == "nest")
    ctx.state.outcome = Outcome(("b",), "routed")
    for model_id in named(ctx.game, "harpy")[:felled]:
        ctx.state.models[model_id] = ctx.state.models[model_id]._replace(gone="out")
    assert nest.loot(ctx.game, ctx.state) == {"a": {"occasions": {}}, "b": {"occasions": taken}}
